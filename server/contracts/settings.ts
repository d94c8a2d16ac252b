import { z } from "zod";
import { Instant, ProjectSlug, RequestId } from "./fields.ts";

export const providerNames = ["embeddings", "summaries", "brain"] as const;

/** What the environment set up. Never a secret: only whether a key was given, and the host that it is for. */
export const ProviderState = z.object({
  name: z.enum(providerNames),
  configured: z.boolean(),
  host: z.string().nullable(),
  model: z.string().nullable(),
  has_key: z.boolean(),
  /** The environment variables that set it up. */
  variables: z.array(z.string()),
});
export type Provider = z.infer<typeof ProviderState>;

export const SettingsOutput = z.object({
  version: z.string(),
  store: z.enum(["embedded", "postgres"]),
  /** Whether the texts of requests are kept; off keeps only their hashes. */
  store_prompts: z.boolean(),
  providers: z.array(ProviderState),
  retention: z.object({
    session_memory_days: z.number(),
    record_days: z.number(),
    request_text_days: z.number(),
    /** The policy that these come from. */
    policy_version: z.int(),
  }),
});

export const ListProjectsOutput = z.object({
  items: z.array(
    z.object({
      project: z.string(),
      is_demo: z.boolean(),
      created_at: Instant,
      memories: z.int(),
      lookups: z.int(),
      aliases: z.array(z.object({ alias: z.string(), created_at: Instant })),
      /** The commit whose graph is in use; null when the project was never indexed. */
      graph: z.object({ commit: z.string(), files: z.int(), indexed_at: Instant }).nullable(),
      policy_version: z.int(),
    }),
  ),
});

export const AddAliasInput = z.object({
  alias: ProjectSlug.describe("The other name, for example of an old remote."),
  project: ProjectSlug.describe("The project that it stands for."),
  request_id: RequestId.optional(),
});
export const AddAliasOutput = z.object({ alias: z.string(), project: z.string() });

export const RemoveAliasInput = z.object({ alias: ProjectSlug });
export const RemoveAliasOutput = z.object({ alias: z.string(), project: z.string() });
