import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ParsedBlob } from "#server/domain/code-graph/parsed-blob.ts";
import { countTerms } from "./count-terms.ts";
import { judgeInvariants } from "./judge-invariants.ts";
import { readInvariants } from "./read-invariants.ts";

function aFile(
  path: string,
  { text = "", imports = [], names = [] }: { text?: string; imports?: string[]; names?: string[] },
) {
  const parsed: ParsedBlob = {
    outcome: "parsed",
    language: "typescript",
    symbolsFrom: "grammar",
    symbols: names.map((name) => ({ name, kind: "function", line: 1 })),
    symbolsCut: 0,
    grammarGaveUp: false,
    imports: imports.map((specifier) => ({ form: "import" as const, specifier })),
    terms: countTerms(text),
    namespaces: [],
    typeNames: [],
    manifest: null,
  };
  return { path, objectId: path, parsed };
}
const judged = (markdown: string, files: ReturnType<typeof aFile>[]) =>
  judgeInvariants(readInvariants("AGENTS.md", markdown), files).map(({ rule, state, evidence }) => ({
    rule,
    state,
    evidence,
  }));
const stateOf = (rule: string, files: ReturnType<typeof aFile>[]) => judged(`- ${rule}\n`, files)[0];

describe("rules that a repository gives to agents", () => {
  test("are the sentences that bind, with the line they stand in; steps, headings and examples are none", () => {
    const text =
      "---\ntitle: x\n---\n# Always a heading\n\nWelcome to the shop.\n\n- Run the tests with npm.\n- Prices must go through `roundPrice`.\n\n```\nnever do this\n```\n\nNever push to main. The weather is fine.\n";
    expect(readInvariants("AGENTS.md", text)).toEqual([
      {
        rule: "Prices must go through roundPrice.",
        source: { path: "AGENTS.md", line: 9 },
        symbol: "roundPrice",
        check: null,
      },
      { rule: "Never push to main.", source: { path: "AGENTS.md", line: 15 }, symbol: null, check: null },
    ]);
  });

  test("hold as long as the code they name exists, and say so when it is gone", () => {
    const files = [aFile("src/price.ts", { names: ["roundPrice"] })];
    expect(stateOf("Prices must go through `roundPrice`.", files)?.state).toBe("holds");
    expect(stateOf("Prices must go through `Price.roundPrice()`.", files)?.state).toBe("holds");
    expect(stateOf("Prices must go through `oldRounding`.", files)?.state).toBe("symbol_missing");
    expect(stateOf("Always be kind to reviewers.", files)?.state).toBe("unchecked");
  });

  test.each([
    ["Never import `left-pad`.", { imports: ["left-pad/lib"] }, { imports: ["left-padding"] }],
    ["Never import `left-pad` in `src/ui/`.", { imports: ["left-pad"] }, { imports: ["right-pad"] }],
    ["Do not use `unsafeHtml`.", { text: "element(unsafeHtml)" }, { text: "element(safeHtml)" }],
  ])("that can be checked name the files that break them: %s", (rule, breaking, keeping) => {
    const files = [
      aFile("src/ui/b.ts", breaking),
      aFile("src/ui/a.ts", breaking),
      aFile("src/ui/c.ts", keeping),
      aFile("test/d.test.ts", breaking),
    ];
    expect(stateOf(rule, files)).toMatchObject({ state: "violated", evidence: ["src/ui/a.ts", "src/ui/b.ts"] });
    expect(stateOf(rule, files.slice(2))).toMatchObject({ state: "holds", evidence: [] });
  });

  test("for one folder do not accuse another, and a path that must not be there is seen by its name", () => {
    const elsewhere = [aFile("src/api/a.ts", { imports: ["left-pad"] })];
    expect(stateOf("Never import `left-pad` in `src/ui/`.", elsewhere)?.state).toBe("holds");
    const paths = [aFile("src/legacy/a.ts", {}), aFile("src/legacyish.ts", {})];
    expect(stateOf("Never add files under `src/legacy/`.", paths)).toMatchObject({
      state: "violated",
      evidence: ["src/legacy/a.ts"],
    });
  });

  test("that name exceptions accuse nobody, and the declaring file breaks no rule about its own name", () => {
    const file = aFile("src/a.ts", { text: "unsafeHtml", imports: ["left-pad"], names: ["unsafeHtml"] });
    expect(stateOf("Never import `left-pad` unless the build needs it.", [file])?.state).not.toBe("violated");
    expect(stateOf("Do not use `unsafeHtml`.", [file])?.state).toBe("holds");
  });

  test("are read from any text at all, few, short and without failing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        for (const { rule, source } of readInvariants("AGENTS.md", text)) {
          expect([...rule].length).toBeLessThanOrEqual(300);
          expect(source.line).toBeGreaterThan(0);
        }
      }),
      { numRuns: 40 },
    );
    expect(readInvariants("AGENTS.md", "- Never do this thing.\n- Always do another.\n".repeat(200)).length).toBe(2);
    const many = Array.from({ length: 500 }, (_, at) => `- Never do thing ${at}.`).join("\n");
    expect(readInvariants("AGENTS.md", many)).toHaveLength(60);
  });
});
