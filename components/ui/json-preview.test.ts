import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPreview } from "./json-preview.ts";

test("what fits is shown whole, as the JSON that it is", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const { text, isCut } = jsonPreview(value, { maxNodes: 1e6, maxStringLength: 1e6, maxCharacters: 1e7 });
      expect(isCut).toBe(false);
      expect(text).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test("a million nodes and a string of five million characters are cut, and the cut is named", () => {
  const wide = jsonPreview({ items: Array.from({ length: 1_000_000 }, (_, index) => index) });
  expect(wide.text.length).toBeLessThan(100_000);
  expect(wide.text).toContain("995,002 more");
  const long = jsonPreview({ log: "ab ".repeat(1_700_000) });
  expect(long.text.length).toBeLessThan(3_000);
  expect(long.text).toContain("5,098,000 more characters");
});

test("a base64 image is named by its size and not printed", () => {
  const { text } = jsonPreview({ image: `data:image/png;base64,${"iVBORw0KGgo".repeat(1_000)}` });
  expect(text).toBe('{\n  "image": "… 10.8 KiB of base64 …"\n}');
});
