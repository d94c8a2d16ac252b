import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "#server/domain/diagnostics/json-document.ts";
import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";
import { parseDiagnostics } from "#server/domain/diagnostics/parse-diagnostics.ts";
import { decodeXml, readXml } from "#server/domain/diagnostics/xml-events.ts";
import { readFixture } from "#server/testing/diagnostic-fixtures.ts";

describe("hostile documents", () => {
  test("declared entities are not expanded", () => {
    const bomb = `<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
<testsuites><testsuite name="s"><testcase name="t" file="a.ts" line="3"><failure message="&b;&f;"/></testcase></testsuite></testsuites>`;
    const parsed = parseDiagnostics({ text: bomb });
    expect(parsed.diagnostics).toMatchObject([{ file: "a.ts", line: 3, message: "&b;&f;" }]);
    expect(parsed.notes.join(" ")).toContain("not expanded");
  });

  test("nesting beyond the limit is refused with a note", () => {
    const xml = `<testsuites>${"<testsuite>".repeat(100_000)}`;
    expect(parseDiagnostics({ text: xml })).toMatchObject({ complete: false, diagnostics: [] });
    const json = `{"$schema":"https://a.example/sarif-2.1.0.json","runs":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const parsed = parseDiagnostics({ text: json });
    expect(parsed.complete).toBe(false);
    expect(parsed.notes.join(" ")).toContain(`${outputLimits.depth} is the limit`);
    expect(parseJson("[".repeat(65) + "]".repeat(65)).kind).toBe("too_deep");
  });

  test("a report that stops in the middle is incomplete and never green", () => {
    for (const name of ["vitest-junit", "oxlint-checkstyle", "eslint-sarif", "biome-rdjson"]) {
      const text = readFixture(name);
      const parsed = parseDiagnostics({ text: text.slice(0, Math.floor(text.length * 0.6)) });
      expect(parsed.complete, name).toBe(false);
      expect(parsed.outcome, name).not.toBe("passed");
    }
  });

  test("keys such as __proto__ are data", () => {
    const text =
      '{"source":{"name":"x"},"diagnostics":[{"__proto__":{"message":"no"},"message":"yes","location":{"path":"a.ts"}}]}';
    expect(parseDiagnostics({ text }).diagnostics).toMatchObject([{ file: "a.ts", message: "yes" }]);
  });

  // Each report with the word that names a severity or a count left open.
  const reports: [string, (word: string) => string][] = [
    [
      "SARIF",
      (level) =>
        JSON.stringify({
          version: "2.1.0",
          runs: [
            {
              results: [
                {
                  level,
                  message: { text: "m" },
                  locations: [{ physicalLocation: { artifactLocation: { uri: "a.ts" } } }],
                },
              ],
            },
          ],
        }),
    ],
    ["rdjson", (severity) => JSON.stringify({ diagnostics: [{ severity, message: "m", location: { path: "a.ts" } }] })],
    ["mypy", (severity) => JSON.stringify({ file: "a.py", line: 1, column: 1, message: "m", severity })],
    [
      "cargo",
      (level) =>
        JSON.stringify({
          reason: "compiler-message",
          message: { level, message: "m", spans: [{ is_primary: true, file_name: "a.rs", line_start: 1 }] },
        }),
    ],
    [
      "Checkstyle",
      (word) => `<checkstyle><file name="a.ts"><error line="1" severity="${word}" message="m"/></file></checkstyle>`,
    ],
    ["Azure Pipelines", (word) => `##vso[task.logissue type=${word};sourcepath=a.ts;linenumber=3]m`],
    ["shellcheck", (word) => `In a.sh line 3:\necho $1\n     ^-- SC2086 (${word}): m\n`],
    ["Vitest", (word) => ` Tests  1 failed | 2 ${word} (3)\n`],
    ["Jest", (word) => `Tests:       1 failed, 2 ${word}, 3 total\n`],
    ["pytest", (word) => `===== 1 failed, 2 ${word} in 0.3s =====\n`],
  ];
  test.each(reports)("%s: words that objects inherit are words that nobody knows", (_, report) => {
    const read = (word: string) => {
      const { evidence: _evidence, ...parsed } = parseDiagnostics({ text: report(word) });
      return JSON.stringify(parsed, (_key, value: unknown) => (typeof value === "function" ? "a function" : value));
    };
    for (const [word, unknown] of [
      ["constructor", "unheardof"],
      ["__proto__", "__other__"],
      ["valueOf", "otherOf"],
    ] as const) {
      expect(read(word).replaceAll(word, unknown), word).toBe(read(unknown));
    }
  });

  test("SARIF: suppressed and passing results are no findings, relative URIs join their base", () => {
    const result = (more: object) => ({
      ruleId: "r",
      message: { text: "m" },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: "src/a%20b.ts", uriBaseId: "ROOT" }, region: { startLine: 2 } },
        },
      ],
      ...more,
    });
    const log = {
      $schema: "sarif",
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "x" } },
          originalUriBaseIds: { ROOT: { uri: "file:///srv/shop/" } },
          results: [
            result({ level: "error" }),
            result({ kind: "pass" }),
            result({ suppressions: [{ kind: "inSource" }] }),
          ],
        },
      ],
    };
    expect(parseDiagnostics({ text: JSON.stringify(log), root: "/srv/shop" }).diagnostics).toMatchObject([
      { file: "src/a b.ts", line: 2, severity: "error", code: "r" },
    ]);
  });

  test("rdjsonl: one diagnostic a line", () => {
    const line = (path: string) =>
      JSON.stringify({
        message: "m",
        location: { path, range: { start: { line: 3, column: 4 } } },
        severity: "WARNING",
        code: { value: "c" },
      });
    expect(parseDiagnostics({ text: `${line("a.ts")}\n${line("b.ts")}\n` }).diagnostics).toMatchObject([
      { file: "a.ts", line: 3, column: 4, severity: "warning", code: "c" },
      { file: "b.ts" },
    ]);
  });

  test("reading XML never throws and takes character references", () => {
    expect(decodeXml("&lt;&#x41;&#66;&#xD800;&nope;")).toBe("<AB\ufffd&nope;");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."<>/!?-[]&;\"'=ab \n") }), (text) => {
        readXml(text, () => undefined);
        readXml(`<testsuites>${text}</testsuites>`, () => undefined);
      }),
    );
  });
});
