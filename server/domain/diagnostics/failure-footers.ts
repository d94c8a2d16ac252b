/** A line by which a runner repeats that something above failed. It is no finding of its own. */
export type FailureFooter = { name: string; pattern: RegExp };

export const failureFooters: readonly FailureFooter[] = [
  { name: "npm", pattern: /^npm (?:ERR!|error)(?: |$)/ },
  { name: "yarn", pattern: /^(?:error|➤ YN\d{4}:) .*Command failed with exit code \d+|^error Command failed/ },
  { name: "pnpm", pattern: /\bELIFECYCLE\b|^\s*ERR_PNPM_/ },
  { name: "lerna", pattern: /^lerna (?:ERR!|error)/ },
  { name: "turbo", pattern: /^\s*ERROR {2}run failed|^.*ERROR: command finished with error/ },
  { name: "nx", pattern: /^\s*(?:NX {3}Ran target .* failed|Failed tasks:)/ },
  {
    name: "github_actions",
    pattern: /^(?:##\[error\]|Error: )(?:Process completed with exit code|The process '.*' failed with exit code) \d+/,
  },
  { name: "make", pattern: /^(?:g?make|ninja)(?:\[\d+\])?: \*\*\* .*Error \d+|^ninja: build stopped/ },
  { name: "go", pattern: /^exit status \d+$/ },
  { name: "shell", pattern: /^(?:Command|The command) .*(?:failed|exited with code) \d*/ },
  { name: "bazel", pattern: /^ERROR: Build did NOT complete successfully|^FAILED: Build did NOT/ },
];

/** Lines that look like a summary or a failure. Where no parser took one, it is shown as unread. */
export const alarmingLine =
  /^\s*(?:Tests?|Test Files|Test Suites|Specs?|Suites?):?\s+\d|\b[1-9]\d* (?:tests? |specs? |examples? |checks? )?(?:failed|failing|failures?|errors?)\b|^\s*(?:error|fatal|failed|failure|panic|E\d{3,4})(?:\W|$)|\b[A-Z]\w*(?:Error|Exception): /i;
