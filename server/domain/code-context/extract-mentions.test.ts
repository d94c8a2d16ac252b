import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractMentions } from "./extract-mentions.ts";

describe("what a task names", () => {
  test("paths with positions, frames and quotes lose what is not theirs", () => {
    const task =
      'See src/core/repoMap.ts:12:3 and (docs/guide.md). File "/srv/app/django/utils/http.py", line 186, in parse\n./lib/a.js, "my file.ts", https://example.com/x/y.ts';
    expect(extractMentions(task).paths).toEqual([
      "src/core/repoMap.ts",
      "docs/guide.md",
      "srv/app/django/utils/http.py",
      "lib/a.js",
      "file.ts",
      "my file.ts",
    ]);
  });

  test("C23: brackets and braces of a path are its own", () => {
    const { paths } = extractMentions("Fix src/app/(site)/[slug]/page.tsx and src/{a,b}.ts");
    expect(paths).toContain("src/app/(site)/[slug]/page.tsx");
  });

  test("C20: a path is compared in one normal form, whichever it was typed in", () => {
    const [composed] = extractMentions("change résumé.ts".normalize("NFC")).paths;
    const [decomposed] = extractMentions("change résumé.ts".normalize("NFD")).paths;
    expect(decomposed).toBe(composed);
  });

  test("dotted names and identifiers of code are told from words", () => {
    const { dotted, identifiers } = extractMentions(
      "django.utils.http.parse_http_date fails; call render() or `x.flush`, not Everyday Words. HTTPServer and loadAll2",
    );
    expect(dotted).toEqual(["django.utils.http.parse_http_date", "x.flush"]);
    expect(identifiers).toEqual(["parse_http_date", "render", "flush", "HTTPServer", "loadAll2"]);
  });

  test("C16: values that could be options or commands are text like any other", () => {
    for (const value of ["--output=/tmp/pwn", "$(id)", "`touch x`", "; rm -rf", "HEAD --not", "a\u0000b"]) {
      expect(() => extractMentions(value)).not.toThrow();
    }
  });

  test("any text is read without failing, in bounded lists", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const { paths, dotted, identifiers } = extractMentions(text);
        for (const list of [paths, dotted, identifiers]) expect(new Set(list).size).toBe(list.length);
      }),
    );
    const long = `${"a.b/".repeat(50_000)} ${"x_y(".repeat(50_000)}`;
    expect(extractMentions(long).identifiers.length).toBeLessThanOrEqual(400);
  });
});
