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

  test("the files of a stack trace come innermost first, whatever end its runtime prints first", () => {
    const python =
      'Traceback (most recent call last):\n  File "/srv/shop/run.py", line 3, in main\n    total()\n  File "shop/cart.py", line 9, in total\n    raise\nKeyError: 1';
    const java =
      "java.lang.IllegalStateException: no\n\tat com.acme.Cart.total(Cart.java:9)\n\tat com.acme.Run.main(Run.java:3)";
    const node = "Error: no\n    at total (/srv/shop/cart.js:9:3)\n    at async main (/srv/shop/run.js:3:1)";
    const ipython =
      "~/shop/run.py in main()\n      1 def main():\n----> 2     total()\n\n~/shop/cart.py in total(self)\n----> 9 raise";
    const pytest = "shop/run.py:3: in main\n    total()\nshop/cart.py:9: KeyError";
    const ruby = "lib/cart.rb:9:in `total': no (KeyError)\n\tfrom lib/run.rb:3:in `main'";
    const go =
      "goroutine 1 [running]:\nmain.total()\n\t/srv/shop/cart.go:9 +0x1d\nmain.main()\n\t/srv/shop/run.go:3 +0x1c";
    for (const [trace, ...files] of [
      [python, "shop/cart.py", "srv/shop/run.py"],
      [java, "com/acme/Cart.java", "com/acme/Run.java"],
      [node, "srv/shop/cart.js", "srv/shop/run.js"],
      [ipython, "~/shop/cart.py", "~/shop/run.py"],
      [pytest, "shop/cart.py", "shop/run.py"],
      [ruby, "lib/cart.rb", "lib/run.rb"],
      [go, "srv/shop/cart.go", "srv/shop/run.go"],
    ]) {
      const { traces, paths } = extractMentions(`It fails since lib/other.ts moved:\n\n${trace}\n`);
      expect({ traces, paths }).toEqual({ traces: [files], paths: ["lib/other.ts"] });
    }
  });

  test("an error raised while another is handled, and a cause, have traces of their own", () => {
    const python = (file: string) =>
      `Traceback (most recent call last):\n  File "${file}", line 1, in f\n    x\nError: x`;
    const { traces } = extractMentions(
      `${python("a.py")}\n\nDuring handling of the above exception, another exception occurred:\n\n${python("b.py")}`,
    );
    expect(traces).toEqual([["a.py"], ["b.py"]]);
    const java = "E: x\n\tat a.B.c(B.java:1)\nCaused by: F: y\n\tat a.D.e(D.java:2)\n\t... 1 more";
    expect(extractMentions(java).traces).toEqual([["a/B.java"], ["a/D.java"]]);
  });

  test("a list of findings is no stack trace", () => {
    const { traces, paths } = extractMentions(
      "shop/a.py:1: error: wrong type\nshop/b.py:2: E501 too long\nsrc/c.ts(1,2): error",
    );
    expect({ traces, paths }).toEqual({ traces: [], paths: ["shop/a.py", "shop/b.py", "src/c.ts"] });
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
    const frames = extractMentions(`  File "a/b.py", line 1, in f\n`.repeat(4_000));
    expect(frames.traces.flat().length).toBeLessThanOrEqual(100);
    const long = `${"a.b/".repeat(50_000)} ${"x_y(".repeat(50_000)}`;
    expect(extractMentions(long).identifiers.length).toBeLessThanOrEqual(400);
  });
});
