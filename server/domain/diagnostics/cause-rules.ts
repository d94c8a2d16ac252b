import type { Diagnostic } from "#server/domain/diagnostics/diagnostic.ts";

/**
 * What kind of failure a finding is, from root cause to consequence: a broken build file keeps everything from running, a file that does
 * not parse hides what it declares, a missing module takes its names along, and a test fails over any of these.
 */
export const causeKinds = [
  "build_file",
  "syntax",
  "missing_module",
  "missing_name",
  "compile",
  "crash",
  "test",
  "lint",
] as const;
export type CauseKind = (typeof causeKinds)[number];

export type CauseRule = {
  kind: CauseKind;
  /** Said to the reader before the finding. */
  label: string;
  file?: RegExp;
  code?: RegExp;
  message?: RegExp;
};

/** Ordered, first match wins. A rule matches when any of its patterns does. */
export const causeRules: readonly CauseRule[] = [
  {
    kind: "build_file",
    label: "build file",
    file: /(?:^|\/)(?:package\.json|[jt]sconfig[^/]*\.json|Cargo\.toml|go\.(?:mod|work)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|pyproject\.toml|setup\.(?:py|cfg)|conftest\.py|CMakeLists\.txt|Makefile|[\w.-]+\.config\.[cm]?[jt]s)$/,
    code: /^TS(?:18003|5\d{3}|6053)$/,
  },
  {
    kind: "syntax",
    label: "does not parse",
    code: /^(?:TS1\d{3}|SyntaxError|invalid-syntax|E999|E9\d\d|parse)$/,
    message:
      /^(?:\w*Error: )?(?:SyntaxError|IndentationError|TabError|Parsing error|Parse error|syntax error|Unexpected token|Unexpected end|unexpected end of file|reached end of file while parsing|unterminated|mismatched closing|this file contains an unclosed delimiter)|^'?[^\w\s]'? expected|^(?:class, interface|illegal start of)|^expected (?:one of|[`‘'"]|expression|identifier|pattern|item)|Cannot parse|Transform failed/i,
  },
  {
    kind: "missing_module",
    label: "missing module",
    code: /^(?:TS(?:2307|2792|7016|2732)|E0432|E0433|E0463|E0583|import-not-found|import|import\/no-unresolved)$/,
    message:
      /Cannot find (?:module|package)|Failed to (?:resolve import|load url)|Could not resolve|Module not found|ModuleNotFoundError|ImportError|No module named|package [\w.]+ does not exist|no required module provides|is not in (?:GOROOT|std)|cannot find package|No such file or directory|file not found|unresolved import|ERR_MODULE_NOT_FOUND|Cannot open|can't find crate/i,
  },
  {
    kind: "missing_name",
    label: "missing name",
    code: /^(?:TS(?:2304|2305|2318|2339|2503|2551|2552|2614|2694|2724)|E0405|E0412|E0425|E0599|name-defined|attr-defined|F821|no-undef|reportUndefinedVariable|reportAttributeAccessIssue)$/,
    message:
      /^cannot find (?:symbol|value|type|function|macro)|^undefined: |undeclared|has no (?:exported )?member|not (?:exported|declared)|No matching export|is not defined|NameError|undefined reference|unresolved reference|does not (?:exist|provide an export)|implicit declaration/i,
  },
];

const labels = {
  compile: "error",
  crash: "crash",
  test: "failing test",
  lint: "finding",
} as const;

/** Parsers that report nothing but tests, also where a failure belongs to no single test. */
const testReporters: ReadonlySet<string> = new Set([
  "vitest",
  "jest",
  "mocha",
  "node_test",
  "tap",
  "playwright",
  "pytest",
  "junit_xml",
]);

/** The kind of a finding, its rank (0 is the root) and how it is called. */
export function causeOf(diagnostic: Diagnostic): { kind: CauseKind; rank: number; label: string } {
  const { file, code, message, severity, test, parser } = diagnostic;
  if (severity === "error") {
    const rule = causeRules.find(
      (one) =>
        (file !== null && one.file?.test(file)) ||
        (code !== null && one.code?.test(code)) ||
        (one.message?.test(message) ?? false),
    );
    // A passing mention of a missing name in an assertion is no missing name: only what keeps a test file from loading counts.
    if (rule !== undefined && (test === undefined || rule.kind === "syntax" || rule.kind === "missing_module")) {
      return { kind: rule.kind, rank: causeKinds.indexOf(rule.kind), label: rule.label };
    }
  }
  const isTest = test !== undefined || testReporters.has(parser);
  const kind = severity !== "error" ? "lint" : isTest ? "test" : parser === "stack_trace" ? "crash" : "compile";
  return { kind, rank: causeKinds.indexOf(kind), label: labels[kind] };
}
