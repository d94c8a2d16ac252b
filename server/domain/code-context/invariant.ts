/** What a rule forbids, where it is written plainly enough to be checked. `within` is a folder it is limited to. */
export type InvariantCheck =
  | { kind: "forbidden_import"; value: string; within: string | null }
  | { kind: "forbidden_symbol"; value: string; within: string | null }
  | { kind: "forbidden_path"; value: string };

export const invariantStates = ["holds", "violated", "symbol_missing", "unchecked"] as const;
export type InvariantState = (typeof invariantStates)[number];

/** A rule that a repository gives to whoever works on it. */
export type Invariant = {
  /** One sentence or list item, plain text, at most 300 code points. */
  rule: string;
  /** Instruction file, and the 1-based line in it. */
  source: { path: string; line: number };
  /** Name of code that the rule speaks of. */
  symbol: string | null;
  check: InvariantCheck | null;
};

/** `evidence` are at most five paths that violate it. */
export type JudgedInvariant = Invariant & { state: InvariantState; evidence: string[] };

/** Files in which teams tell agents how to work, as they lie in a repository. */
const wholeNames =
  /^(?:.*\/)?(?:CLAUDE|AGENTS?|GEMINI|CONVENTIONS|CODEX)\.md$|^\.(?:cursorrules|windsurfrules|clinerules|goosehints)$|^\.github\/copilot-instructions\.md$|^\.junie\/guidelines\.md$/i;
const ruleFolders =
  /^(?:.*\/)?\.cursor\/rules\/.+\.mdc?$|^\.github\/instructions\/.+\.md$|^\.(?:clinerules|windsurf\/rules|claude\/rules|augment\/rules|amazonq\/rules|kiro\/steering)\/.+\.mdc?$/i;

export function isInstructionFile(path: string): boolean {
  return wholeNames.test(path) || ruleFolders.test(path);
}
