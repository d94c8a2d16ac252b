/** What turns an answer into words for a model. */
export type WordTools = { secret: Uint8Array; countTokens: (text: string) => number };

/**
 * How an operation appears to a model over MCP. Declared with the operation; the tool list is derived from the catalogue.
 * All tools together may take 12 entries and 20,000 bytes of compact `tools/list`, so be brief.
 */
export type ToolDeclaration<Body> = {
  /** `[a-z_]`, as DESIGN section 6 names it. */
  name: string;
  title: string;
  /** Starts with when to call it: "When a command failed: …". At most 1,024 characters. */
  description: string;
  /** Input fields that mean nothing to a model; they stay out of the schema. */
  hides?: readonly string[];
  /**
   * `changes: "nothing"` for a tool that only reads, `"adds"` for one that never removes, `"replaces"` for one whose
   * effect takes something out of later answers. `isRepeatable`: the same call twice has the effect of one.
   */
  changes: "nothing" | "adds" | "replaces";
  isRepeatable: boolean;
  /**
   * The answer for a reader that sees no structured content. Text from other sessions goes into the untrusted block.
   * Without it, all fields of the body are rendered inside such a block.
   */
  inWords?(body: Body, tools: WordTools): string;
};

/** The same after the operation's types are erased: parses the body first. */
export type ErasedTool = Omit<ToolDeclaration<unknown>, "inWords"> & {
  inWords: ((body: unknown, tools: WordTools) => string) | null;
};
