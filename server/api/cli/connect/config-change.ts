/** What becomes of one configuration file. `after` null removes it; equal texts leave it alone. */
export type ConfigChange = { file: string; before: string | null; after: string | null };

/** A file that cannot be read for what it should be. Nothing is written then. */
export class UnreadableConfig extends Error {
  override readonly name = "UnreadableConfig";
}
