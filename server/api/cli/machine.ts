/** What commands ask of the machine that they run on; the composition says how. */
export type Machine = {
  /** Runs a command, passing its input and output through unchanged. */
  runCommand(command: readonly string[], folder: string): Promise<CommandEnd>;
  /** The checkout that a folder lies in; null when it lies in none, or one that must not be read. */
  findCheckout(folder: string): Promise<Checkout | null>;
  /**
   * Copies the commit of the checkout to a folder of its own, applies the diff there, runs, and removes it again. The
   * checkout itself and its repository are not touched. Rejects, naming the reason, when the diff does not apply.
   */
  inThrowawayTree<Result>(
    folder: string,
    diff: string,
    run: (tree: { root: string; folder: string }) => Promise<Result>,
  ): Promise<Result>;
};

export type Checkout = {
  project: string;
  /** Absolute. */
  root: string;
  /** From `root` to the folder that was asked about, with `/`; empty at the top. */
  folder: string;
  commit: string;
};

export type CommandEnd = { exitCode: number; output: Buffer; leftOutBytes: number };
