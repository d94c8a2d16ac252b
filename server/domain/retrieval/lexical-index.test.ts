import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { entryTerms } from "#server/domain/retrieval/entry-terms.ts";
import { type LexicalEntry, LexicalIndex } from "#server/domain/retrieval/lexical-index.ts";
import { lexicalScore } from "#server/domain/retrieval/lexical-score.ts";
import { prepareQuery } from "#server/domain/retrieval/prepare-query.ts";
import { currentLegFloors, currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import { compareRanked } from "#server/domain/selection/compare-ids.ts";
import cjk from "#server/testing/cases/A04-cjk.json" with { type: "json" };
import letters from "#server/testing/cases/A05-letters.json" with { type: "json" };
import nonsense from "#server/testing/cases/A07-abstain.json" with { type: "json" };
import punctuation from "#server/testing/cases/A23-queries.json" with { type: "json" };
import ties from "#server/testing/cases/A26-ties.json" with { type: "json" };

vi.setConfig({ testTimeout: 120_000 });

const indexOf = (entries: readonly LexicalEntry[]) => {
  const index = new LexicalIndex();
  for (const entry of entries) index.upsert(entry);
  return index;
};
const inProject = (records: readonly { id: string; text: string }[]) =>
  records.map((record) => ({ ...record, project: "p" }));

// Few words, so that entries share terms, repeat them, and have near misses of them.
const word = fc.constantFrom(
  ..."timeout timeouts timed database databases datbase lock worker_pool workerPool TS2322 TS2345 the 证书轮换 握手 % * 🔥 retry".split(
    " ",
  ),
);
const someText = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
const someEntry = fc.record({
  id: fc.constantFrom(..."abcdefghij"),
  project: fc.constantFrom("p", "q", "r"),
  text: someText,
  context: fc.oneof(fc.constant(""), someText),
});
const someEntries = fc.uniqueArray(someEntry, { selector: (entry) => entry.id, maxLength: 10 });
const someProjects = fc.oneof(
  fc.constant("all" as const),
  fc.array(fc.constantFrom("p", "q", "r")).map((projects) => new Set(projects)),
);

type Change = { kind: "upsert"; entry: LexicalEntry } | { kind: "remove"; id: string };
const someChange: fc.Arbitrary<Change> = fc.oneof(
  someEntry.map((entry) => ({ kind: "upsert" as const, entry })),
  fc.constantFrom(..."abcdefghij").map((id) => ({ kind: "remove" as const, id })),
);
const changed = (index: LexicalIndex, changes: readonly Change[]) => {
  for (const change of changes) change.kind === "upsert" ? index.upsert(change.entry) : index.remove(change.id);
  return index;
};

test("an index made from a snapshot goes on as the one that it was taken of: what it finds, what is put in and taken out, another snapshot", () => {
  fc.assert(
    fc.property(fc.array(someChange), fc.array(someChange), someText, (before, after, text) => {
      const index = changed(new LexicalIndex(), before);
      // Columns are shared with nobody: a file lies between the two.
      const again = LexicalIndex.fromSnapshot(structuredClone(index.toSnapshot()));
      expect(again.toSnapshot()).toEqual(index.toSnapshot());
      expect(again.search({ text, limit: 5 })).toEqual(index.search({ text, limit: 5 }));
      expect(changed(again, after).search({ text, limit: 5 })).toEqual(
        changed(index, after).search({ text, limit: 5 }),
      );
      expect(again.size).toBe(index.size);
      // Numbers that were free are taken in another order, so what it holds then is compared, not where.
      const third = LexicalIndex.fromSnapshot(structuredClone(again.toSnapshot()));
      expect(third.search({ text, limit: 5 })).toEqual(index.search({ text, limit: 5 }));
    }),
  );
});

/** Scores every entry by itself, with no index. */
function oracle(
  entries: readonly LexicalEntry[],
  {
    text,
    limit,
    projects,
    boost,
  }: { text: string; limit: number; projects: ReadonlySet<string> | "all"; boost: string },
) {
  const query = prepareQuery(text);
  return entries
    .filter((entry) => projects === "all" || projects.has(entry.project))
    .map((entry) => ({ entry, ...lexicalScore(query, entryTerms(entry.text, entry.context)) }))
    .filter(({ rawScore }) => rawScore > 0)
    .map(({ entry, rawScore, factors }) => ({
      id: entry.id,
      rawScore,
      factors,
      score: rawScore * (entry.project === boost ? 1 + currentRetrieval.projectBoost : 1),
    }))
    .sort(compareRanked)
    .slice(0, limit)
    .map(({ id, rawScore, factors }) => ({ id, rawScore, factors }));
}

describe("laws", () => {
  test("the index gives exactly what scoring every entry one by one gives", () => {
    fc.assert(
      fc.property(
        someEntries,
        someText,
        fc.integer({ min: 1, max: 12 }),
        someProjects,
        (entries, text, limit, projects) => {
          const found = indexOf(entries).search({ text, limit, projects, boostProject: "q" });
          expect(found).toEqual(oracle(entries, { text, limit, projects, boost: "q" }));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("a limit cuts the ranking and changes nothing in it, also among hundreds of entries where weak ones are skipped", () => {
    const vocabulary = "timeout database lock worker retry lease batch token cache queue schema broker".split(" ");
    const entries = Array.from({ length: 600 }, (_, ordinal) => ({
      id: `m${ordinal}`,
      project: ordinal % 3 === 0 ? "q" : "p",
      text: vocabulary.filter((_, place) => (ordinal * 7 + place * place * 5) % 11 < 4).join(" "),
    }));
    const index = indexOf(entries);
    for (const text of ["timeout database lock worker retry", "cache", "queue schema brokers"]) {
      const all = oracle(entries, { text, limit: 600, projects: "all", boost: "q" });
      for (const limit of [1, 5, 50, 600])
        expect(index.search({ text, limit, boostProject: "q" })).toEqual(all.slice(0, limit));
    }
  });

  test("insertion order never matters, and what was removed or replaced leaves no trace", () => {
    fc.assert(
      fc.property(someEntries, fc.array(someEntry), someText, (entries, gone, text) => {
        const index = indexOf([...gone, ...entries.toReversed()]);
        const kept = new Set(entries.map((entry) => entry.id));
        for (const { id } of gone) if (!kept.has(id)) index.remove(id);
        expect(index.size).toBe(entries.length);
        expect(index.search({ text, limit: 20 })).toEqual(indexOf(entries).search({ text, limit: 20 }));
      }),
      { numRuns: 150 },
    );
  });

  test("adding an unrelated entry changes no other score", () => {
    fc.assert(
      fc.property(someEntries, someText, someText, (entries, added, text) => {
        const index = indexOf(entries);
        const before = index.search({ text, limit: 20 });
        index.upsert({ id: "zz", project: "p", text: added });
        const after = index.search({ text, limit: 20 }).filter((hit) => hit.id !== "zz");
        expect(after).toEqual(before);
      }),
    );
  });

  test("a raw score lies in (0, 1) and follows from its factors", () => {
    fc.assert(
      fc.property(someEntries, someText, (entries, text) => {
        for (const { rawScore, factors } of indexOf(entries).search({ text, limit: 20 })) {
          expect(rawScore).toBeGreaterThan(0);
          expect(rawScore).toBeLessThan(1);
          const covered = factors.exact + factors.similar + factors.context + factors.complete;
          expect(1 - Math.exp(-factors.breadth * covered)).toBe(rawScore);
        }
      }),
    );
  });

  test("an allowed set of projects is a filter, the caller's own project only a boost", () => {
    const entries = [
      { id: "a", project: "p", text: "lease renewal before the batch" },
      { id: "b", project: "q", text: "lease renewal before the batch" },
    ];
    const index = indexOf(entries);
    expect(index.search({ text: "lease", limit: 5 }).map((hit) => hit.id)).toEqual(["a", "b"]);
    const boosted = index.search({ text: "lease", limit: 5, boostProject: "q" });
    expect(boosted.map((hit) => hit.id)).toEqual(["b", "a"]);
    expect(boosted[0]?.rawScore).toBe(boosted[1]?.rawScore);
    expect(index.search({ text: "lease", limit: 5, projects: new Set(["q"]) }).map((hit) => hit.id)).toEqual(["b"]);
    expect(index.search({ text: "lease", limit: 5, projects: new Set() })).toEqual([]);
  });

  test("what stands around an entry finds it, and less surely than its own words", () => {
    const index = indexOf([
      { id: "inside", project: "p", text: "we went camping in June" },
      { id: "around", project: "p", text: "it rained all week", context: "we went camping in June" },
    ]);
    expect(index.search({ text: "camping", limit: 5 }).map((hit) => hit.id)).toEqual(["inside", "around"]);
  });

  test("a word of another form or with a slip is found, another error code is not", () => {
    const index = indexOf(inProject([{ id: "a", text: "databases lock during migration, TS2322" }]));
    for (const text of ["database locks", "datbase", "migrations", "TS2322"])
      expect(index.search({ text, limit: 1 }), text).toHaveLength(1);
    expect(index.search({ text: "TS2345", limit: 1 })[0]?.factors.similar ?? 0).toBe(0);
  });

  test("a log of a megabyte is looked up in bounded time", { timeout: 60_000 }, () => {
    const index = indexOf(inProject(nonsense.records));
    const lines = Array.from({ length: 40_000 }, (_, line) => `step ${line} broker ${line * 7} idle`).join("\n");
    expect(lines.length).toBeGreaterThan(1_000_000);
    expect(index.search({ text: lines, limit: 5 })[0]?.id).toBe("r0");
    expect(prepareQuery(lines).terms.length).toBeLessThanOrEqual(currentRetrieval.queryTerms);
  });
});

describe("cases", () => {
  test.each(cjk.queries)("A04: $q finds $expect first", ({ q, expect: id }) => {
    expect(indexOf(inProject(cjk.records)).search({ text: q, limit: 5 })[0]?.id).toBe(id);
  });

  test.each(letters.pairs)("A05: '$query' finds '$store': $match", ({ store, query, match }) => {
    const found = indexOf(inProject([{ id: "a", text: store }])).search({ text: query, limit: 1 });
    expect(found.length > 0).toBe(match);
  });

  test("A05: composed and decomposed spellings score the same", () => {
    for (const { store, query } of letters.pairs) {
      const [composed, decomposed] = (["NFC", "NFD"] as const).map((form) =>
        indexOf(inProject([{ id: "a", text: store.normalize(form) }])).search({
          text: query.normalize(form === "NFC" ? "NFD" : "NFC"),
          limit: 1,
        }),
      );
      expect(decomposed).toEqual(composed);
    }
  });

  test.each(nonsense.queries)("A07: '%s' finds nothing", (text) => {
    expect(indexOf(inProject(nonsense.records)).search({ text, limit: 5 })).toEqual([]);
  });

  test("A23: every query finds the record that says it, signs alone too, and none throws", () => {
    const index = indexOf(inProject([{ id: "a", text: punctuation.record }]));
    const absent = ["'; drop table records; --", "NEAR(", "AND", "( unclosed", '"unclosed', "\u0000", "_", "$1"];
    for (const text of punctuation.queries)
      expect(index.search({ text, limit: 1 }).length, text).toBe(absent.includes(text) ? 0 : 1);
  });

  test("A23: signs alone are found only where all of them stand, and punctuation of any sentence never", () => {
    const index = indexOf(inProject([{ id: "a", text: "use * or %, never both?" }]));
    expect(index.search({ text: "%", limit: 1 })).toHaveLength(1);
    expect(index.search({ text: "* %", limit: 1 })).toHaveLength(1);
    expect(index.search({ text: "% &", limit: 1 })).toEqual([]);
    expect(index.search({ text: "????", limit: 1 })).toEqual([]);
  });

  test("A26: equal texts come in the order of their ids, whatever the order they came in and the limit", () => {
    const records = inProject(ties.records);
    const ids = records.map((record) => record.id).toSorted();
    for (const order of [records, records.toReversed()]) {
      for (const limit of [1, 7, 30]) {
        const found = indexOf(order).search({ text: "lease renewal", limit });
        expect(found.map((hit) => hit.id)).toEqual(ids.slice(0, limit));
      }
    }
  });

  const strictest = Math.max(...Object.values(currentLegFloors));

  test("A04, A05, A23: what is asked for in part of a sentence stands above every floor, controls stand below each", () => {
    const stored = indexOf(inProject(cjk.records));
    for (const { q } of cjk.queries)
      expect(stored.search({ text: q, limit: 1 })[0]?.rawScore, q).toBeGreaterThan(strictest);
    const least = Math.min(...Object.values(currentLegFloors));
    for (const text of cjk.controls)
      expect(stored.search({ text, limit: 1 })[0]?.rawScore ?? 0, text).toBeLessThan(least);
    for (const { store, query, match } of letters.pairs.filter((pair) => pair.match)) {
      const [hit] = indexOf(inProject([{ id: "a", text: store }])).search({ text: query, limit: 1 });
      expect(hit?.rawScore, `${query} ${match}`).toBeGreaterThan(strictest);
    }
    const record = indexOf(inProject([{ id: "a", text: punctuation.record }]));
    for (const text of punctuation.queries)
      for (const hit of record.search({ text, limit: 1 })) expect(hit.rawScore, text).toBeGreaterThan(strictest);
  });

  test("a new wording of a known incident stands above the symptom floor, an unrelated one that shares its common words below", () => {
    const symptom = "npm ERR! code ERESOLVE could not resolve dependency tree: peer react@18 from next@14";
    const index = indexOf(inProject([{ id: "a", text: symptom }]));
    const scoreOf = (text: string) => index.search({ text, limit: 1 })[0]?.rawScore ?? 0;
    expect(scoreOf("install fails, ERESOLVE, next wants another peer react than the tree resolved")).toBeGreaterThan(
      currentLegFloors.symptom_floor,
    );
    expect(scoreOf("error: process exited with code 137 while running the import job, out of memory")).toBeLessThan(
      currentLegFloors.symptom_floor,
    );
  });

  test("one rare word finds a long lesson that says it once", () => {
    const filler = Array.from({ length: 400 }, (_, position) => `word${position} detail`).join(" ");
    const index = indexOf(inProject([{ id: "a", text: `${filler} pgbouncer ${filler}` }]));
    expect(index.search({ text: "pgbouncer", limit: 1 })[0]?.rawScore).toBeGreaterThan(currentLegFloors.text_floor);
  });
});
