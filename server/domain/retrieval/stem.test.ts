import { expect, test } from "vitest";
import { stem } from "#server/domain/retrieval/stem.ts";

test.each([
  ["retry", "retries", "retried", "retrying"],
  ["cache", "caches", "cached", "caching"],
  ["fix", "fixes", "fixed", "fixing"],
  ["stop", "stops", "stopped", "stopping"],
  ["create", "creates", "created", "creating"],
  ["expect", "expects", "expected", "expecting"],
])("the forms of %s have one stem", (...forms) => {
  expect(new Set(forms.map(stem)).size).toBe(1);
});

test("short words, codes, other alphabets and words that only look like a form keep their difference", () => {
  for (const word of ["bus", "ts2322", "prüfsummen", "证书", "class", "status", "string", "feed"])
    expect(stem(word), word).toBe(word);
  expect(stem("need")).not.toBe(stem("net"));
});
