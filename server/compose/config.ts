import { z } from "zod";
import type { Provider } from "#server/contracts/settings.ts";
import { type EnvironmentName, unknownVariables } from "./environment-names.ts";
import { refusedProviderUrl } from "./provider-url.ts";

const ProviderUrl = z
  .string()
  .superRefine((text, found) => {
    const reason = refusedProviderUrl(text);
    if (reason !== null) found.addIssue({ code: "custom", message: reason });
  })
  .optional();
const OptionalUrl = z.url({ protocol: /^https?$/ }).optional();

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3210),
  HOST: z.string().min(1).default("127.0.0.1"),
  WHENCE_DATA_DIR: z.string().min(1).optional(),
  WHENCE_DEMO: z.enum(["auto", "off"]).default("auto"),
  WHENCE_STORE_PROMPTS: z.enum(["on", "off"]).default("on"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  WHENCE_EMBEDDINGS_URL: ProviderUrl,
  WHENCE_EMBEDDINGS_MODEL: z.string().min(1).optional(),
  WHENCE_EMBEDDINGS_KEY: z.string().min(1).optional(),
  WHENCE_LLM_URL: ProviderUrl,
  WHENCE_LLM_MODEL: z.string().min(1).optional(),
  WHENCE_LLM_KEY: z.string().min(1).optional(),
  WHENCE_BRAIN_URL: ProviderUrl,
  WHENCE_BRAIN_KEY: z.string().min(1).optional(),
  WHENCE_URL: OptionalUrl,
  WHENCE_KEY: z.string().min(1).optional(),
} satisfies Record<EnvironmentName, z.ZodType>);

export type Config = {
  port: number;
  host: string;
  dataDir: string | undefined;
  databaseUrl: string | undefined;
  isDemoWanted: boolean;
  storePrompts: boolean;
  embeddings: { url: string; model: string; key: string | undefined } | null;
  /** Any OpenAI-compatible endpoint, for re-ranking and summaries; null leaves everything on this machine. */
  llm: { url: string; model: string; key: string | undefined } | null;
  /** A team server that is asked beside this store, and told of each capsule; null keeps everything here. */
  brain: { url: string; key: string | undefined } | null;
  /** The same as the settings page may show it: hosts, never keys. */
  providers: Provider[];
  /** Of a server that a client forwards to. */
  serverUrl: string | undefined;
  serverKey: string | undefined;
};

/** A variable that stops the start. The message names it and never repeats its value, which may be a secret. */
export class BadEnvironment extends Error {
  override readonly name = "BadEnvironment";
}

/**
 * The environment, parsed once. An unknown `WHENCE_*` variable is as wrong as a bad value: it is most likely a
 * misspelt one, and a setting that silently does nothing is worse than a start that stops.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const unknown = unknownVariables(environment);
  if (unknown.length > 0) throw new BadEnvironment(`Unknown environment variable: ${unknown.join(", ")}.`);
  // An empty value is how a shell script says "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const named = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new BadEnvironment(`Bad environment variable. ${named.join("; ")}.`);
  }
  const env = parsed.data;
  if (env.WHENCE_EMBEDDINGS_URL !== undefined && env.WHENCE_EMBEDDINGS_MODEL === undefined) {
    throw new BadEnvironment("WHENCE_EMBEDDINGS_MODEL: needed with WHENCE_EMBEDDINGS_URL.");
  }
  if (env.WHENCE_LLM_URL !== undefined && env.WHENCE_LLM_MODEL === undefined) {
    throw new BadEnvironment("WHENCE_LLM_MODEL: needed with WHENCE_LLM_URL.");
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.WHENCE_DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    isDemoWanted: env.WHENCE_DEMO === "auto",
    storePrompts: env.WHENCE_STORE_PROMPTS === "on",
    embeddings:
      env.WHENCE_EMBEDDINGS_URL === undefined || env.WHENCE_EMBEDDINGS_MODEL === undefined
        ? null
        : { url: env.WHENCE_EMBEDDINGS_URL, model: env.WHENCE_EMBEDDINGS_MODEL, key: env.WHENCE_EMBEDDINGS_KEY },
    llm:
      env.WHENCE_LLM_URL === undefined || env.WHENCE_LLM_MODEL === undefined
        ? null
        : { url: env.WHENCE_LLM_URL, model: env.WHENCE_LLM_MODEL, key: env.WHENCE_LLM_KEY },
    brain: env.WHENCE_BRAIN_URL === undefined ? null : { url: env.WHENCE_BRAIN_URL, key: env.WHENCE_BRAIN_KEY },
    providers: [
      provider("embeddings", "WHENCE_EMBEDDINGS", env.WHENCE_EMBEDDINGS_URL, env.WHENCE_EMBEDDINGS_KEY, {
        model: env.WHENCE_EMBEDDINGS_MODEL,
      }),
      provider("summaries", "WHENCE_LLM", env.WHENCE_LLM_URL, env.WHENCE_LLM_KEY, { model: env.WHENCE_LLM_MODEL }),
      provider("brain", "WHENCE_BRAIN", env.WHENCE_BRAIN_URL, env.WHENCE_BRAIN_KEY, null),
    ],
    serverUrl: env.WHENCE_URL,
    serverKey: env.WHENCE_KEY,
  };
}

/** `modelled` is null for a provider that knows no models. A URL may carry a password, so only its host is told. */
function provider(
  name: Provider["name"],
  prefix: string,
  url: string | undefined,
  key: string | undefined,
  modelled: { model: string | undefined } | null,
): Provider {
  return {
    name,
    configured: url !== undefined,
    host: url === undefined ? null : new URL(url).host,
    model: modelled?.model ?? null,
    has_key: key !== undefined,
    variables: [`${prefix}_URL`, ...(modelled === null ? [] : [`${prefix}_MODEL`]), `${prefix}_KEY`],
  };
}
