import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyMasks, maskedText } from "#server/domain/failure-signature/apply-masks.ts";
import { type MaskProfile, maskProfiles, maskRules } from "#server/domain/failure-signature/masks.ts";
import { unknownCheckout } from "#server/domain/failure-signature/repository-path.ts";

function masked(line: string, profile: MaskProfile): string {
  return maskedText(line, applyMasks(line, { rules: maskRules, profile, checkout: unknownCheckout }));
}

function rulesOf(line: string, profile: MaskProfile): string[] {
  return applyMasks(line, { rules: maskRules, profile, checkout: unknownCheckout }).map(({ rule }) => rule);
}

type Example = [rule: string, profile: MaskProfile, line: string, masked: string];

/** What each rule takes out. The rule named is one of those that fired. */
const examples: Example[] = [
  ["time", "prose", "at 2026-02-13 03:22:54,360 pool exhausted", "at <time> pool exhausted"],
  ["time", "prose", "at 13/Feb/2026:03:22:54 +0100 refused", "at <time> refused"],
  ["time", "prose", "on Tue, 12 Sep 2026 15:31:58 GMT refused", "on <time> refused"],
  ["time", "prose", "log 2026-08-02T18_23_46_192Z-debug-0.log lost", "log <time>-debug-0.log lost"],
  ["epoch", "prose", "started 1795983459540 lost", "started <time> lost"],
  ["uuid", "message", "job 654821d0-7fcd-9eb1-a7ca-d415366eb16f crashed", "job <uuid> crashed"],
  [
    "request_id",
    "message",
    "status code: 403, request id: 4F2AC1B09D77E0AA, host id: pQx0dJ9sT1zq8Kf2=",
    "status code: 403, request id: <id>, host id: <id>",
  ],
  ["digest", "message", "integrity sha512-abcDEF0123456789abcDEF== failed", "integrity <hash> failed"],
  ["truncated_id", "prose", "task billing(2f1e...) is late", "task <instance> is late"],
  ["object_identity", "message", "no bean com.acme.Cart@1b6d3586 here", "no bean com.acme.Cart@<address> here"],
  ["runtime_banner", "prose", "Node.js v20.20.2", "Node.js <version>"],
  ["address", "message", "segfault at 0x1449273d7cee", "segfault at <address>"],
  ["hash", "prose", "commit a78c49e broke the build", "commit <hash> broke the build"],
  ["ulid", "prose", "order 01ARZ3NDEKTSV4RRFFQ69G5FAV lost", "order <id> lost"],
  ["blob", "message", "denied: QXdPNaIegKKNwIX54FPmRmeyDRnNY5FRj5xftd0oRvzujmvM", "denied: <blob>"],
  ["pod", "message", "pod web-7d9c8b6f5-x2k4p failed", "pod web-<pod> failed"],
  ["long_number", "prose", "block blk_38865049064139660 missing", "block blk_<id> missing"],
  ["email", "message", "no account for ana@example.org", "no account for <email>"],
  ["ipv4", "message", "connect ETIMEDOUT 151.101.0.162:443", "connect ETIMEDOUT <host>:https"],
  ["ipv4", "message", "connect ECONNREFUSED 10.0.0.7:5433", "connect ECONNREFUSED <host>:postgres"],
  ["ipv6", "message", "connect ETIMEDOUT 2001:db8::f307:590d", "connect ETIMEDOUT <host>"],
  ["ipv6", "message", "address already in use :::54024", "address already in use <host>:<port>"],
  ["localhost", "message", "cannot reach localhost:43121", "cannot reach <host>:<port>"],
  ["port", "message", "server on port 43121 is gone", "server on port <port> is gone"],
  ["mac", "message", "no lease for 00:1a:2b:3c:4d:5e", "no lease for <mac>"],
  ["cloud_host", "message", "lost ip-10-0-0-7.ec2.internal", "lost <host>"],
  [
    "url",
    "message",
    "GET https://api.example/v1/orders?token=abc#x failed",
    "GET https://api.example/v1/orders failed",
  ],
  [
    "built_file",
    "frame",
    "at https://cdn.example/assets/checkout-4f9a1c.js:1:88231",
    "at https://cdn.example/assets/checkout-<hash>.js",
  ],
  [
    "built_file",
    "frame",
    "at https://cdn.example/assets/index-BQtPeKRz.js:1:88231",
    "at https://cdn.example/assets/index-<hash>.js",
  ],
  ["path", "message", "cannot read /home/runner/work/shop/shop/config/shop.json", "cannot read config/shop.json"],
  ["path", "message", "cannot link /tmp/ccfYbhbc.o", "cannot link <tmp>.o"],
  [
    "release_folder",
    "frame",
    "at https://cdn.example/client/1.2.3/app.js:1:5",
    "at https://cdn.example/client/<release>/app.js",
  ],
  ["code_place", "frame", "at total (shop/cart/total.py)", "at total (total.py)"],
  ["json_position", "message", "bad JSON at position 88 (line 4 column 2)", "bad JSON at position <n>"],
  [
    "advice",
    "message",
    "self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca",
    "self-signed certificate",
  ],
  [
    "importer_quotes",
    "message",
    "Cannot find module 'x' imported from 'src/a.js'",
    "Cannot find module 'x' imported from src/a.js",
  ],
  ["position", "diagnostic", "src/a.ts(3,5): error: x", "src/a.ts: error: x"],
  ["position", "diagnostic", "Demo.java:[107,38] cannot find symbol", "Demo.java cannot find symbol"],
  ["line_number", "message", "syntax error at line 12, column 5", "syntax error at line <n>, column <n>"],
  ["line_number", "message", "Syntaxfehler in Zeile 12", "Syntaxfehler in Zeile <n>"],
  ["duration", "message", "timed out after 1m 30s", "timed out after <duration>"],
  ["duration_value", "message", "slow: duration_ms: 12.5", "slow: duration_ms: <duration>"],
  ["size", "message", "heap used 293.4 MB of limit", "heap used <size> of limit"],
  ["progress_bar", "prose", "stalled [====>   ] there", "stalled <bar> there"],
  ["percent", "prose", "stalled at 96%", "stalled at <n>%"],
  ["process", "message", "goroutine 221 panicked", "goroutine <pid> panicked"],
  ["process", "message", "(node:15714) failed", "(node:<pid>) failed"],
  ["attempt", "message", "attempt 2 of 5 failed", "attempt <n> failed"],
  ["seed", "message", "failed with seed=346992477", "failed with seed=<seed>"],
  ["package_version", "message", "peer react@17.0.2 refused", "peer react@17.x refused"],
  ["version", "message", "agent 4.12.1 refused", "agent 4.x refused"],
  ["person", "message", "invalid user 'ana maria' from gate", "invalid user <name> from gate"],
  ["list", "prose", "unknown columns ['a', 'b']", "unknown columns <list>"],
  ["quoted_words", "prose", "no page 'About our shop'", "no page <quoted>"],
  ["instance", "message", "503 from mirror-12", "503 from mirror-<n>"],
  ["cut_address", "assertion", "assert [<shop.Cart...b60048750>] == []", "assert [<shop.Cart...<address>>] == []"],
  ["number", "prose", "worker lost 17 rows", "worker lost <n> rows"],
];

describe("every mask takes out what it says", () => {
  test.each(examples)("%s in a %s: %s", (rule, profile, line, expected) => {
    expect(masked(line, profile)).toBe(expected);
    expect(rulesOf(line, profile)).toContain(rule);
  });

  test("each rule that masks has an example here, and each says why it is there and what it costs", () => {
    expect(new Set(examples.map(([rule]) => rule))).toEqual(
      new Set(maskRules.filter((rule) => !rule.keeps).map(({ name }) => name)),
    );
    for (const { reason, tradeOff } of maskRules) {
      expect(reason.length).toBeGreaterThan(20);
      expect(tradeOff.length).toBeGreaterThan(5);
    }
    expect(new Set(maskRules.map(({ name }) => name)).size).toBe(maskRules.length);
  });
});

describe("no mask takes out what identifies", () => {
  test.each([
    ["the parameters of a test", "FAILED tests/test_cart.py::test_total[3-4] - ValueError: bad rate"],
    ["an exit code", "Process completed with exit code 137."],
    ["an HTTP status", "request failed with status 404"],
    ["an SQLSTATE of digits", "SQLSTATE[42703]: Undefined column"],
    ["an SQLSTATE in brackets", "ERROR 1045 (28000): Access denied"],
    ["an OpenSSL code", "error:0A000086:SSL routines::certificate verify failed"],
    ["an HRESULT", "failed with 0x80070005"],
    ["an errno", "[Errno 111] Connection refused"],
    ["a curl code", "curl: (6) Could not resolve host"],
    ["a CVE", "CVE-2024-12345 found"],
    ["a section number", "rule 1.2.3.4.5 violated"],
    ["a version that is the failure", "unsupported engine: needs node 18.20.1"],
    ["a word of the letters a to f", "cannot resolve facade"],
    ["a scope in code", "Foo::bar() is not callable"],
    ["one word in quotes", "relation 'orders' does not exist"],
    ["a relative module", "Cannot find module './config'"],
    ["an encoding", "invalid utf-8 sequence"],
    ["a token that a parser did not expect", "SyntaxError: Unexpected token '}'"],
    ["how many arguments", "takes 2 positional arguments but 3 were given"],
  ])("%s: %s", (_, line) => {
    expect(masked(line, "message")).toBe(line);
  });

  test("each rule that keeps has an example that the masks after it would take", () => {
    const kept: Record<string, string> = {
      sqlstate: "failed with SQLSTATE[42703]: Undefined column",
      openssl_code: "error:0A000086:SSL routines::certificate verify failed",
      result_code: "curl: (6) Could not resolve host",
      coordinates: "Could not find artifact com.acme:lib:jar:2.0 in central",
      pytest_test: "FAILED tests/test_cart.py::test_total[3-4] - ValueError: bad rate",
    };
    expect(Object.keys(kept)).toEqual(maskRules.filter((rule) => rule.keeps).map(({ name }) => name));
    for (const [name, line] of Object.entries(kept)) {
      const without = maskRules.filter((rule) => rule.name !== name);
      const of = (rules: typeof maskRules) =>
        maskedText(line, applyMasks(line, { rules, profile: "message", checkout: unknownCheckout }));
      expect(of(maskRules)).toBe(line);
      expect(of(without)).not.toBe(line);
    }
  });

  test("an assertion keeps its values and a compiler its numbers", () => {
    for (const profile of ["assertion", "diagnostic"] as const)
      expect(masked("expected 1 to be 2 for 'a b'", profile)).toBe("expected 1 to be 2 for 'a b'");
  });
});

describe("masking", () => {
  const words = fc.constantFrom(
    ...examples.map(([, , line]) => line),
    "127.0.0.1",
    ":",
    "::1",
    "/",
    "\\",
    "a@b.c",
    "1.2.3",
    "12",
    "0x1f",
    "'x y'",
    "[",
    "]",
    "(",
    ")",
    "<n>",
    "<host>",
    "error",
    "user",
    "port ",
    "at ",
    "🔥",
    "é",
    "C:\\a\\b.cs",
    "https://",
    "?",
    "=",
    "%",
    "-",
    "_",
    ".x",
  );
  const lines = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(" ").replace(/\s+/g, " ").trim());
  const glued = fc
    .array(fc.oneof(words, fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 8 })
    .map((parts) => parts.join(""));

  test("twice changes nothing more", () => {
    fc.assert(
      fc.property(lines, fc.constantFrom(...maskProfiles), (line, profile) => {
        const once = masked(line, profile);
        expect(masked(once, profile)).toBe(once);
      }),
      { numRuns: 1_500 },
    );
  });

  test("names parts of the line that do not overlap, and puts them in again where they were", () => {
    fc.assert(
      fc.property(glued, fc.constantFrom(...maskProfiles), (line, profile) => {
        const masks = applyMasks(line, { rules: maskRules, profile, checkout: unknownCheckout });
        let rebuilt = "";
        let copied = 0;
        for (const { start, end } of masks) {
          expect(start).toBeGreaterThanOrEqual(copied);
          expect(end).toBeGreaterThan(start);
          rebuilt += line.slice(copied, end);
          copied = end;
        }
        expect(rebuilt + line.slice(copied)).toBe(line);
      }),
      { numRuns: 1_500 },
    );
  });
});
