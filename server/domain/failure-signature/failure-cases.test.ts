import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseDiagnostics } from "#server/domain/diagnostics/parse-diagnostics.ts";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { decodeLog } from "#server/domain/failure-signature/decode-log.ts";
import { type Explanation, explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import pairs from "#server/testing/cases/B-pairs.json" with { type: "json" };

const controlCharacters = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;

function failureOf(text: string, signatureKey?: string): Extract<Explanation, { kind: "failure" }> {
  const explanation = explainFailure({ text, ...(signatureKey === undefined ? {} : { signatureKey }) });
  if (explanation.kind !== "failure") throw new Error(`no failure (${explanation.reason}) in: ${text}`);
  return explanation;
}

function idsOf(texts: readonly string[]): string[] {
  return texts.map((text) => failureOf(text).id);
}

function membersOf(name: string): string[] {
  const set = pairs.find((candidate) => candidate.set === name);
  if (!set) throw new Error(`no set ${name}`);
  return set.members;
}

function caseFile(name: string): Uint8Array {
  return readFileSync(new URL(`../../testing/cases/${name}`, import.meta.url));
}

describe("B01: one failure is not split by ids and values", () => {
  test("other ids, durations, attempts and worker numbers are one signature", () => {
    expect(new Set(idsOf(membersOf("same-1"))).size).toBe(1);
  });
});

describe("B02: a value that parts failures can be given by the caller", () => {
  const members = membersOf("id-matters");

  test("failures that differ in the id of the failing unit are one by default", () => {
    expect(new Set(idsOf(members)).size).toBe(1);
  });

  test("an explicit key separates them, and the same key joins them again", () => {
    const [billing = "", search = ""] = members;
    expect(failureOf(billing, "billing").id).not.toBe(failureOf(search, "search").id);
    expect(failureOf(billing, "billing").id).toBe(failureOf(search, "billing").id);
    expect(failureOf(billing, "billing").id).not.toBe(failureOf(billing).id);
  });

  test("the masked form and the names of the masks show what was taken out", () => {
    const { masked, masks, cleaned } = failureOf(members[0] ?? "");
    expect(masked).toBe("sync task <instance> has not finished");
    expect(masks).toEqual([
      { rule: "truncated_id", raw: "billing(2f1e...)", placeholder: "<instance>", start: 10, end: 26 },
    ]);
    expect(cleaned.slice(10, 26)).toBe("billing(2f1e...)");
  });
});

describe("B04: dotted numbers are told apart", () => {
  test("addresses of every form, with a port of one service, are masked whole", () => {
    expect(new Set(idsOf(membersOf("dots-same"))).size).toBe(1);
  });

  test("versions and section numbers stay, and :: in code is no address", () => {
    const members = membersOf("dots-diff");
    expect(new Set(idsOf(members)).size).toBe(members.length);
    expect(members.map((text) => failureOf(text).masked)).toEqual(members);
  });

  test("a time is neither an address nor a version", () => {
    expect(failureOf("backup failed at 10:20:30 on host::a").masked).toBe("backup failed at <time> on host::a");
  });
});

describe("B05: words are not taken for hashes", () => {
  test("words of the letters a to f stay", () => {
    const members = membersOf("hexwords");
    expect(members.map((text) => failureOf(text).masked)).toEqual(members);
  });

  test("ids with a digit and a letter are hashes", () => {
    expect(new Set(idsOf(membersOf("hex-same"))).size).toBe(1);
  });

  test.each([
    ["0x values", "cannot read 0x7ffd2c", "cannot read 0x10aa"],
    ["all-digit ids", "cannot find order 1234567", "cannot find order 7654321"],
    [
      "base64",
      "invalid token QXdPNaIegKKNwIX54FPmRmeyDRnNY5FRj5xftd0oRvzujmvM",
      "invalid token Zm9vYmFyQmF6UXV4MTIzNDU2Nzg5MGFiY2RlZkdISktMTU5P",
    ],
    ["letters that look like an exponent", "object 5e90934 missing", "object 90934e5 missing"],
  ])("%s vary", (_, left, right) => {
    expect(failureOf(left).id).toBe(failureOf(right).id);
  });
});

describe("B07: a change of the rules", () => {
  test("an id carries the version of the rules it was made with", () => {
    expect(failureOf("error: lease lost").id).toMatch(/^v1:[0-9a-f]{64}$/);
  });
});

describe("B08: an extra word does not change the template", () => {
  test("names of one, two and three words are one placeholder", () => {
    expect(new Set(idsOf(membersOf("words"))).size).toBe(1);
  });

  test("quoted lists of one and five members are one placeholder", () => {
    const one = failureOf("ERROR unknown columns ['a'] in import");
    expect(failureOf("ERROR unknown columns ['a', 'b', 'c', 'd', 'e'] in import").id).toBe(one.id);
    expect(one.masked).toBe("ERROR unknown columns <list> in import");
  });

  test("one word in quotes stays, because it names a module, a table or a variable", () => {
    expect(failureOf("cannot find table 'orders'").id).not.toBe(failureOf("cannot find table 'users'").id);
  });
});

describe("B10: build hashes in bundle names", () => {
  const members = membersOf("bundles");

  test("content hash, query, line and column of a built file take no part", () => {
    expect(new Set(idsOf(members)).size).toBe(1);
  });

  test("what is shown beside the masked frame keeps them", () => {
    const { masks, cleaned } = failureOf(members[2] ?? "");
    expect(masks.map(({ raw }) => raw)).toContain("-c0ffee");
    expect(cleaned).toContain("checkout-c0ffee.js?v=3:2:17");
  });

  test("the name of the bundle and the message still tell failures apart", () => {
    const [first = ""] = members;
    expect(failureOf(first.replace("checkout-", "cart-")).id).not.toBe(failureOf(first).id);
    expect(failureOf(first.replace("t is not a function", "n is not a function")).id).not.toBe(failureOf(first).id);
  });
});

describe("B11: install paths and product versions in frames", () => {
  test("home folders, CI workspaces, drive letters and file URLs are one frame", () => {
    expect(new Set(idsOf(membersOf("roots"))).size).toBe(1);
  });

  test.each([
    "d:\\agent\\_work\\9\\s\\src\\lease.ts",
    "D:/agent/_work/9/s/src/lease.ts",
    "file:///D:/agent/_work/7/s/src/lease.ts",
    "\\\\?\\C:\\Users\\Ben\\app\\src\\lease.ts",
    "/__w/app/app/src/lease.ts",
    "/app/src/lease.ts",
  ])("%s is the same frame, whatever the slashes and the case of the drive", (path) => {
    expect(failureOf(`Error: bad lease\n at renew (${path}:9:2)`).id).toBe(failureOf(membersOf("roots")[0] ?? "").id);
  });

  test("the release number in the path of a frame takes no part", () => {
    const frame = (version: string) =>
      `TypeError: t is not a function\n  at https://cdn.example/client/${version}/build/app.js:1:88231`;
    expect(failureOf(frame("1.2.3")).id).toBe(failureOf(frame("1.9.0")).id);
  });

  test("another file of the repository is another failure", () => {
    const [first = ""] = membersOf("roots");
    expect(failureOf(first.replace("lease.ts", "renew.ts")).id).not.toBe(failureOf(first).id);
  });
});

describe("B13: groups and loops in a chain of causes", () => {
  const [first = "", second = "", empty = ""] = membersOf("aggregate");

  test("the own message and the first member decide", () => {
    expect(failureOf(first).id).toBe(failureOf(second).id);
    expect(failureOf(first).id).not.toBe(failureOf(empty).id);
    expect(failureOf(first.replace("all mirrors", "all brokers")).id).not.toBe(failureOf(first).id);
    expect(failureOf(first.replace("503", "404")).id).not.toBe(failureOf(first).id);
  });

  test("an error that contains itself ends, and the notes say that it did", () => {
    const loop =
      "Error: outer\n    at a (src/a.js:1:1) {\n  [cause]: Error: inner\n      at b (src/b.js:1:1) {\n    [cause]: [Circular *1]\n  }\n}";
    expect(failureOf(loop).notes).toContain("the chain of causes refers back to itself");
  });

  const mirrors = (head: string, [root, other]: [string, string], last = "") =>
    `${head}AggregateError: all mirrors failed\n    at f (src/a.js:1:1) {\n  [errors]: [\n    Error: fetch failed\n        at g (src/b.js:1:1) {\n      [cause]: Error: ${root}\n          at h (src/c.js:1:1)\n    },\n    Error: ${other}\n        at g (src/b.js:1:1)${last}\n  ]\n}`;

  test("the root of the first member decides, and the other members do not", () => {
    const refused = failureOf(mirrors("", ["connect ECONNREFUSED 10.0.0.1:5432", "no route"]));
    expect(failureOf(mirrors("", ["connect ECONNREFUSED 10.0.0.2:5432", "no name"])).id).toBe(refused.id);
    expect(failureOf(mirrors("", ["connect ETIMEDOUT 10.0.0.1:5432", "no route"])).id).not.toBe(refused.id);
  });

  test("a group that holds itself, as Node prints it, is the group without that member", () => {
    const roots: [string, string] = ["connect ECONNREFUSED 10.0.0.1:5432", "no route"];
    const looped = failureOf(mirrors("<ref *1> ", roots, ",\n    [Circular *1]"));
    expect(looped.id).toBe(failureOf(mirrors("", roots)).id);
  });

  test("a chain of 400 levels is cut, in time, and the notes say where", () => {
    const deep = Array.from(
      { length: 400 },
      (_, level) =>
        `${"  ".repeat(level)}${level === 0 ? "" : "[cause]: "}Error: level ${level}\n${"  ".repeat(level)}    at f (src/a.js:1:1) {`,
    ).join("\n");
    failureOf(deep);
    const before = process.cpuUsage();
    const { notes } = failureOf(deep);
    const spent = process.cpuUsage(before);
    expect((spent.user + spent.system) / 1_000).toBeLessThan(50);
    expect(notes).toContain("the chain of causes is cut after 50 levels");
  });
});

describe("B14: colour codes and runner prefixes do not hide the error line", () => {
  const noisy = decodeLog(caseFile("B14-ansi.log")).text;
  const clean = decodeLog(caseFile("B14-clean.log")).text;

  test("a decorated log has the signature of its clean twin", () => {
    expect(failureOf(noisy).id).toBe(failureOf(clean).id);
    expect(failureOf(noisy).tool).toBe("tsc");
  });

  test("nothing that is shown holds a control character", () => {
    const { cleaned, masked, masks, parts } = failureOf(noisy);
    for (const text of [cleaned, masked, ...masks.map(({ raw }) => raw), ...parts.map((part) => part.masked)])
      expect(text.replaceAll("\n", "")).not.toMatch(controlCharacters);
  });

  test.each([
    "\x1b[31m",
    "\x9b31m",
    "^[[31m",
    "\u241b[31m",
    "\\x1b[31m",
    "\\u001b[31m",
    "\\033[31m",
    "\\e[1;38;2;255;100;0m",
  ])("%j before the error word changes nothing", (sequence) => {
    const plain = "src/a.ts(1,1): error TS2304: Cannot find name 'x'.";
    expect(failureOf(plain.replace("error", `${sequence}error`)).id).toBe(failureOf(plain).id);
  });

  test("text that reads like a pattern is only text", () => {
    const text = "error: cannot match (a+)+$ [z-a] \\ (?<n>x){1,1000000}";
    expect(failureOf(text).masked).toContain("(a+)+$ [z-a]");
  });
});

describe("B16: compiler text in another language", () => {
  const members = membersOf("locales");

  test("a code decides in every language", () => {
    expect(new Set(idsOf(members.slice(0, 3))).size).toBe(1);
  });

  test("errors in other languages are errors, and the language is kept as an attribute", () => {
    const explained = members.slice(3).map((text) => failureOf(text));
    expect(explained.map(({ tool, language }) => ({ tool, language }))).toEqual([
      { tool: "gcc", language: "de" },
      { tool: "gcc", language: "fr" },
      { tool: "gcc", language: "zh" },
    ]);
    expect(new Set(explained.map(({ evidence }) => evidence[0]?.rule))).toEqual(new Set(["compiler_diagnostic"]));
  });

  test("the language of a coded message does not enter its id, and is named", () => {
    expect(members.slice(0, 3).map((text) => failureOf(text).language)).toEqual([undefined, "de", "ja"]);
  });

  test("an unknown word before the message of a compiler is an error; a known remark is none", () => {
    expect(failureOf("t.cpp:3:1: кате: 'weird' ist kein Typ").tool).toBe("gcc");
    expect(explainFailure({ text: "t.cpp:3:1: Warnung: »weird« ist veraltet" }).kind).toBe("none");
  });

  test("MSBuild and npm in other languages are told apart by their codes", () => {
    expect(failureOf("a.cpp(3): error C2065: 'x': undeclared identifier").id).toBe(
      failureOf('a.cpp(9): Fehler C2065: "x": nichtdeklarierter Bezeichner').id,
    );
    expect(failureOf("npm error code ERESOLVE\nnpm error Found: react@18.2.0").id).not.toBe(
      failureOf("npm error code EUSAGE\nnpm error Found: react@18.2.0").id,
    );
  });

  test("digits of any script are a position", () => {
    expect(failureOf("src/a.ts(\u06f4,\u06f7): error TS2304: Cannot find name 'x'.").id).toBe(
      failureOf("src/a.ts(4,7): error TS2304: Cannot find name 'x'.").id,
    );
  });
});

describe("B17: NUL, broken UTF-8 and non-characters", () => {
  const decoded = decodeLog(caseFile("B17-bytes.log"));

  test("the failure is found, and the bytes show as visible placeholders", () => {
    const { cleaned, parts } = failureOf(decoded.text);
    expect(parts.map(({ masked }) => masked)).toContain("Error: BinaryMismatch at src/bin.ts");
    expect(cleaned).toContain("assert failed: got \u2400\u2401\u2402 want abc");
    expect(cleaned).toContain("wide text");
    expect(cleaned.isWellFormed()).toBe(true);
    expect(cleaned.replaceAll("\n", "")).not.toMatch(controlCharacters);
    expect(cleaned).not.toMatch(/[\uFFFE\uFFFF]/);
  });

  test("what was repaired is named", () => {
    expect(decoded.notes).toEqual([
      "showed NUL bytes as ␀",
      "replaced bytes that are no UTF-8",
      "decoded a part as utf-16le",
    ]);
  });

  test("what is stored reads back equal and explains equal", () => {
    const { cleaned, id } = failureOf(decoded.text);
    const stored = decodeLog(new TextEncoder().encode(cleaned));
    expect(stored).toEqual({ text: cleaned, notes: [] });
    expect(failureOf(stored.text).id).toBe(id);
  });
});

describe("B19: carriage returns", () => {
  const members = membersOf("crlf");

  test("CRLF, CR alone, a mixture and trailing blanks are one signature", () => {
    expect(new Set(idsOf(members)).size).toBe(1);
  });

  test("no carriage return is left anywhere", () => {
    for (const text of members) expect(JSON.stringify(failureOf(text))).not.toContain("\\r");
    expect(cleanLog("a\r\nb\rc\r\n")).toBe("a\nb\nc");
  });

  test("the parser reads the same file, line and message of each, without a carriage return in any field", () => {
    const read = members.map((text) => parseDiagnostics({ text }));
    for (const output of read) {
      expect(output.diagnostics.map(({ file, line, message }) => ({ file, line, message }))).toEqual([
        { file: "src/lease.ts", line: 9, message: "Error: bad lease" },
      ]);
      expect(JSON.stringify(output)).not.toContain("\\r");
    }
  });

  test.each([
    ["tsc", "src/a.ts(3,5): error TS2304: Cannot find name 'x'.", { file: "src/a.ts", line: 3 }],
    ["gcc", "src/a.c:7:3: error: 'x' undeclared", { file: "src/a.c", line: 7 }],
    ["pytest", "E   ValueError: bad lease\n\ntests/test_a.py:4: ValueError", { file: "tests/test_a.py", line: 4 }],
    ["go vet", "./main.go:5:2: undefined: x", { file: "main.go", line: 5 }],
  ])("%s reads alike under every line end", (_, text, place) => {
    const ends = ["\n", "\r\n", "\r", "  \r\n"];
    const written = ends.map((end) => text.split("\n").join(end) + end);
    const read = written.map((one) => parseDiagnostics({ text: one }).diagnostics);
    expect(read[0]?.[0]).toMatchObject(place);
    for (const diagnostics of read) {
      expect(diagnostics).toEqual(read[0]);
      expect(JSON.stringify(diagnostics)).not.toContain("\\r");
    }
    expect(new Set(idsOf(written)).size).toBe(1);
  });
});

describe("B20: messages in another order", () => {
  const members = membersOf("orders");

  test("every order has one signature, and all messages are kept as parts in one order", () => {
    const explained = members.map((text) => failureOf(text));
    expect(new Set(explained.map(({ id }) => id)).size).toBe(1);
    // Where a part stands in the log is its own; what it is must not depend on it.
    const inOrder = explained.map(({ parts }) => JSON.stringify(parts.map(({ id, tool, lines }) => [id, tool, lines])));
    expect(new Set(inOrder).size).toBe(1);
    expect(explained[0]?.parts.map(({ masked }) => masked)).toEqual([
      "a.ts: error TS2304: Cannot find name 'x'.",
      "b.ts: error TS2322: Type mismatch.",
      "c.ts: error TS7006: Parameter 'p' implicitly has an 'any' type.",
    ]);
  });

  test("a part has the id that it has alone", () => {
    const [, second] = failureOf(members[0] ?? "").parts;
    expect(second?.id).toBe(failureOf("b.ts(2,2): error TS2322: Type mismatch.").id);
  });
});
