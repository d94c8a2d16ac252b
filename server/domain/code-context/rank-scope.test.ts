import { describe, expect, test } from "vitest";
import { type HistoryCommit, traceHistory } from "./commit-history.ts";
import { countTerms } from "./count-terms.ts";
import { orderCandidates, rankScope } from "./rank-scope.ts";
import { buildScopeIndex } from "./scope-index.ts";
import { currentScopeRanking, leaders, scopeWeights } from "./scope-weights.ts";

const weights = scopeWeights[currentScopeRanking];

function anIndex(files: Record<string, string>, history: HistoryCommit[] = []) {
  const paths = Object.keys(files).sort();
  return buildScopeIndex({
    files: paths.map((path) => ({ path, terms: countTerms(files[path] ?? "") })),
    declarations: [],
    edges: [],
    history: traceHistory(history, paths),
  });
}
const commit = (id: string, paths: string[], message = "work"): HistoryCommit => ({
  id,
  time: 1_750_000_000 + Number(id),
  size: paths.length,
  isRoot: false,
  terms: countTerms(message).words,
  changes: paths.map((path) => ({ kind: "changed", path })),
});
const order = (index: ReturnType<typeof anIndex>, task: string) =>
  rankScope(index, task, weights).candidates.map(({ path }) => path);

describe("ranking files for a task", () => {
  test("a named path leads, also before a file that says the words more often", () => {
    const index = anIndex({
      "src/parse.ts": "parser",
      "src/talk.ts": "parse date parse date parse date",
      "src/x.ts": "x",
    });
    expect(order(index, "parse date wrong, see src/x.ts")[0]).toBe("src/x.ts");
  });

  test("of a stack trace the innermost file of the repository leads, and its callers weigh less and less", () => {
    const files = ["shop/run.py", "shop/cart.py", "shop/price.py", "test/test_cart.py"];
    const index = anIndex(Object.fromEntries(files.map((path) => [path, "x"])));
    const frame = (file: string) => `  File "${file}", line 1, in f\n    call()\n`;
    const called = ["/srv/test/test_cart.py", "/srv/shop/run.py", "/srv/shop/cart.py", "/srv/shop/price.py"];
    const installed = "/usr/lib/python3/site-packages/other/run.py";
    const shares = (trace: string[], words = "It breaks") =>
      Object.fromEntries(
        rankScope(index, `${words}\n${trace.map(frame).join("")}`, weights).candidates.map(({ path, factors }) => [
          path,
          factors.path_mention,
        ]),
      );
    const expected = { "shop/price.py": 1, "shop/cart.py": 1 / 2, "shop/run.py": 1 / 3 };
    expect(shares(called)).toEqual(expected);
    // Neither recursion nor a library called last moves them.
    expect(shares([...called, "/srv/shop/cart.py", "/srv/shop/price.py", installed])).toEqual(expected);
    // Who names a caller in words, too, means it.
    expect(shares(called, "I think shop/run.py is wrong")).toMatchObject({ "shop/run.py": 1, "shop/price.py": 1 });
    expect(shares(["/srv/test/test_cart.py"])).toMatchObject({ "test/test_cart.py": 1 });
  });

  test("a test file is no candidate unless its path is named", () => {
    const index = anIndex({ "src/price.ts": "price round", "test/price.test.ts": "price round round price" });
    expect(order(index, "price is rounded wrong")).toEqual(["src/price.ts"]);
    expect(order(index, "test/price.test.ts is flaky")).toContain("test/price.test.ts");
  });

  test("messages of earlier commits lead to files that do not hold the words", () => {
    const index = anIndex({ "src/a.ts": "one", "src/b.ts": "two" }, [commit("2", ["src/b.ts"], "loosen the gasket")]);
    expect(order(index, "gasket is too tight")).toEqual(["src/b.ts"]);
  });

  test("a file that carried runs have touched comes before its equal, and for that alone no file is a candidate", () => {
    const index = anIndex({ "src/a.ts": "lever", "src/b.ts": "lever", "src/quiet.ts": "x" });
    const touched = new Map([
      ["src/b.ts", 2],
      ["src/quiet.ts", 9],
    ]);
    const { candidates } = rankScope(index, "lever", weights, touched);
    expect(candidates.map(({ path }) => path)).toEqual(["src/b.ts", "src/a.ts"]);
    expect(order(index, "lever")).toEqual(["src/a.ts", "src/b.ts"]);
  });

  test("co-change brings a partner in behind the leaders, and moves none of them", () => {
    const leading = Object.fromEntries(["a", "b", "c"].map((name) => [`src/${name}.ts`, "lever gasket"]));
    const filler = Array.from({ length: 60 }, (_, at) => `word${at}x`).join(" ");
    const pairs = ["1", "2", "3"].map((id) => commit(id, ["src/a.ts", "src/quiet.ts"], "x"));
    const index = anIndex({ ...leading, "src/d.ts": "lever", "src/quiet.ts": `lever ${filler}` }, pairs);
    const { candidates } = rankScope(index, "lever gasket", weights);
    const partner = candidates.findIndex(({ coupled_with }) => coupled_with === "src/a.ts");
    expect(candidates[partner]).toMatchObject({ path: "src/quiet.ts", co_change: 1 });
    expect(partner).toBe(leaders);
    const without = orderCandidates(candidates, { ...weights, co_change: 0 });
    expect(candidates.slice(0, leaders)).toEqual(without.slice(0, leaders));
  });

  test("the order of candidates is a function of their factors alone", () => {
    const index = anIndex({ "src/a.ts": "lever", "src/b.ts": "lever gasket", "src/c.ts": "gasket gasket" });
    const { candidates } = rankScope(index, "gasket lever", weights);
    expect(orderCandidates(candidates.toReversed(), weights)).toEqual(candidates);
    expect(order(index, "nothing of this is known")).toEqual([]);
  });

  test("C20: two spellings of one name stay two files, and each is found by either", () => {
    const names = ["señal.ts".normalize("NFC"), "señal.ts".normalize("NFD")];
    const index = anIndex(Object.fromEntries(names.map((name) => [name, "x"])));
    for (const name of names) expect(order(index, `change ${name}`).sort()).toEqual(names.toSorted());
  });
});
