/** Every variable that Whence reads. In a file of its own, so that a client can look for misspelt ones without the parser. */
export const environmentNames = [
  "PORT",
  "HOST",
  "WHENCE_DATA_DIR",
  "WHENCE_DEMO",
  "WHENCE_STORE_PROMPTS",
  "DATABASE_URL",
  "WHENCE_EMBEDDINGS_URL",
  "WHENCE_EMBEDDINGS_MODEL",
  "WHENCE_EMBEDDINGS_KEY",
  "WHENCE_LLM_URL",
  "WHENCE_LLM_MODEL",
  "WHENCE_LLM_KEY",
  "WHENCE_BRAIN_URL",
  "WHENCE_BRAIN_KEY",
  "WHENCE_URL",
  "WHENCE_KEY",
] as const;

export type EnvironmentName = (typeof environmentNames)[number];

/** `WHENCE_*` variables that mean nothing: most likely misspelt ones. */
export function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known: ReadonlySet<string> = new Set(environmentNames);
  return Object.keys(environment).filter((name) => name.startsWith("WHENCE_") && !known.has(name));
}
