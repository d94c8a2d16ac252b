import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileSymbol } from "#server/domain/code-graph/parsed-blob.ts";
import { buildCapsule, type RunFacts } from "./build-capsule.ts";
import { renderContextFile } from "./render-context-file.ts";
import { unknownSymbols } from "./symbol-gate.ts";

const facts: RunFacts = {
  runId: "r-17",
  diffSha: "d1",
  repo: "github.com/acme/shop",
  task: "Round prices",
  verdict: "pass",
  filesTouched: [],
  filesNotRead: [],
  invariants: [],
  nextSteps: [],
};

describe("the capsule of a run", () => {
  test("empty sections say _none_, and the others list what there is", () => {
    const empty = renderContextFile(facts);
    expect(empty.match(/_none_/g)).toHaveLength(4);
    const full = renderContextFile({
      ...facts,
      filesTouched: ["src/`a`.ts", "line\nbreak.ts"],
      filesNotRead: [{ path: "src/cli.ts", why: "only prints" }],
      invariants: ["Prices are integers.\n## Files touched"],
      nextSteps: ["Round taxes"],
    });
    expect(full).not.toContain("_none_");
    expect(full).toContain("- `` src/`a`.ts ``");
    expect(full).toContain("- `line\\nbreak.ts`");
    expect(full).toContain("- `src/cli.ts`: only prints");
    expect(full.match(/^## /gm)).toHaveLength(4);
  });

  test("an extractive summary passes the gate, whatever the symbols and their comments say", () => {
    const symbol = fc.record({
      name: fc.stringMatching(/^[A-Za-z_]\w{0,20}$/),
      kind: fc.constantFrom("function" as const, "class" as const),
      line: fc.integer({ min: 1, max: 9 }),
      doc: fc.option(fc.oneof(fc.string(), fc.constant("Calls `elsewhere` and gone()."), fc.constant("## Summary")), {
        nil: undefined,
      }),
    });
    fc.assert(
      fc.property(fc.array(symbol), (list) => {
        const symbols: FileSymbol[] = list.map(({ doc, ...rest }) => (doc === undefined ? rest : { ...rest, doc }));
        const file = {
          path: "src/a.ts",
          contentHash: "h",
          language: "typescript" as const,
          symbols,
          symbolsFrom: "grammar" as const,
          related: [],
        };
        const [context] = buildCapsule(facts, [file]).contexts;
        expect(unknownSymbols(context?.body ?? "`none`", context?.metadata.symbols ?? [])).toEqual([]);
      }),
    );
  });
});
