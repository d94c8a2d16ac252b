export const hookHosts = ["claude-code", "cursor", "codex", "gemini"] as const;
export type HookHost = (typeof hookHosts)[number];

/** What a host told, in the product's own words. Every text of it is untrusted. */
export type HookEvent = {
  /** The host's own id of the session. */
  session: string;
  /** Absolute folder in which the agent works. */
  folder: string;
} & (
  | { kind: "session_start" }
  | { kind: "prompt"; prompt: string }
  | {
      kind: "run";
      run: RunEvent;
      /** The transcript tells it again at the end of the turn. */
      isToldLater: boolean;
    }
  | { kind: "edits"; edits: EditEvent[] }
  | { kind: "turn_end"; transcript: string | null; ended: boolean }
);

export type RunEvent = {
  id: string;
  command: string;
  /** `unknown` where the host does not say how a command ended. */
  verdict: "pass" | "fail" | "unknown";
  output: string;
  at?: string;
};

export type EditEvent = {
  id: string /** As the host names it, absolute or relative. */;
  path: string;
  diff: string;
  at?: string;
};

/** One agent host: how its hooks speak. */
export type HookAdapter = {
  /** Null for what is none of our business: another tool, an interrupted call, an event we do not follow. */
  read(event: string, input: unknown): HookEvent | null;
  /** The host's own format for additional context, or for a line to the person; empty for nothing to say. */
  answer(event: string, said: { context?: string; message?: string }): string;
};
