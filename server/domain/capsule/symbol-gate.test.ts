import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { summaryOfBody, withSummary, writeContextBody } from "./context-body.ts";
import { readExternalId, writeExternalId } from "./external-id.ts";
import { namedSymbols, unknownSymbols } from "./symbol-gate.ts";

describe("the symbols that a summary names", () => {
  test("an identifier in backticks or before () is a symbol, dots allowed, each once and in order", () => {
    const text = "`buildRepoMap` calls rankFiles() and `Map.prototype.get()`, then ``rankFiles`` and größe().";
    expect(namedSymbols(text)).toEqual(["buildRepoMap", "rankFiles", "Map.prototype.get", "größe"]);
  });

  test("paths, file names, flags, texts with blanks, literals and fenced code name no symbol", () => {
    const text = [
      "`src/core/repoMap.ts`, `repoMap.ts`, `./run`, `--fix`, `-v`, `two words`, `null`, `string`, `a-b`, `1st`, src/run(), --go().",
      "```ts",
      "`hidden` and hidden()",
      "```",
      "plainWord and call(argument)",
    ].join("\n");
    expect(namedSymbols(text)).toEqual([]);
  });

  test("only the Summary section speaks; signatures and related files quote what they like", () => {
    const body = writeContextBody({
      path: "src/a.ts",
      language: "typescript",
      signatures: ["function `odd`()"],
      summary: "Entry is `known`, and `gone` is not.",
      related: ["src/`b`.ts"],
    });
    expect(unknownSymbols(body, ["known"])).toEqual(["gone"]);
    expect(unknownSymbols(body, ["known", "gone"])).toEqual([]);
  });

  test("a body without a Summary section is prose as a whole", () => {
    expect(unknownSymbols("src/a.ts\n\nUses `gone`.\n\n## Signatures\n`other`", [])).toEqual(["gone"]);
    expect(unknownSymbols("src/a.ts\n\n## Notes\nUses `gone`.", [])).toEqual(["gone"]);
  });

  test("a symbol passes under its own name only: a part of it proves nothing", () => {
    expect(unknownSymbols("Uses `Cart.total`.", ["Cart", "total"])).toEqual(["Cart.total"]);
    expect(unknownSymbols("Uses `Cart.total`.", ["Cart.total"])).toEqual([]);
  });

  test("any text is read in linear time, and never throws", () => {
    for (const part of ["`", "``a`", "a.", "()", "a()", "`a` "]) namedSymbols(part.repeat(100_000));
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => Array.isArray(namedSymbols(text))));
  });

  test("every symbol of the list passes, whatever else stands around it", () => {
    const name = fc.stringMatching(/^[a-z][A-Za-z0-9]{3,12}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.array(fc.lorem()), (names, words) => {
        const summary = [...names.map((one) => `\`${one}\``), ...words].join(" ");
        expect(unknownSymbols(`a.ts\n\n## Summary\n${summary}`, names)).toEqual([]);
      }),
    );
  });
});

describe("the body of a context", () => {
  test("its summary is read back as written, also after another took its place", () => {
    const body = writeContextBody({
      path: "src/a.ts",
      language: "typescript",
      signatures: ["export function go(): void"],
      summary: "Goes.",
      related: ["src/b.ts"],
    });
    expect(body).toBe(
      "src/a.ts\nlang: typescript\n\n## Signatures\nexport function go(): void\n\n## Summary\nGoes.\n\n## Related\nsrc/b.ts",
    );
    expect(summaryOfBody(body)).toBe("Goes.");
    const other = withSummary(body, "Goes further.");
    expect(summaryOfBody(other)).toBe("Goes further.");
    expect(other.endsWith("\n\n## Related\nsrc/b.ts")).toBe(true);
  });

  test("a heading inside a fence opens no section", () => {
    expect(summaryOfBody("a.md\n\n## Summary\nSays:\n```\n## Related\n```\nand more.")).toContain("and more.");
  });
});

describe("external ids", () => {
  test("project and path come back whole, with a port, a colon or a line break in them", () => {
    for (const file of [
      { project: "github.com/acme/agent-solution", path: "src/core/repoMap.ts" },
      { project: "git.acme.dev:8443/team/shop", path: "a:b/c.ts" },
      { project: "local/app-1a2b3c4d", path: "odd\nname.ts" },
    ]) {
      expect(readExternalId(writeExternalId(file))).toEqual(file);
    }
    for (const other of ["note:1", "code:", "code:github.com/a/b", "code:plain:src/a.ts", "code:a b/c:d"]) {
      expect(readExternalId(other)).toBeNull();
    }
  });
});
