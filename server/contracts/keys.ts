import { z } from "zod";
import { Instant, ProjectSlug, saidText } from "./fields.ts";

export const keyAccess = ["read", "write"] as const;
export const keyStates = ["usable", "expired", "revoked"] as const;

export const KeyId = z.string().regex(/^[a-z2-7]{16}$/, { message: "16 of a-z 2-7, the part after whk_" });

export const CreateKeyInput = z.object({
  name: saidText(100).describe("What or who uses it, for example ci or laptop."),
  access: z.enum(keyAccess).default("read").describe("read looks things up; write also stores, replaces and deletes."),
  projects: z
    .array(ProjectSlug)
    .min(1, { message: "1 to 100 projects, or leave the field out for all" })
    .max(100, { message: "1 to 100 projects, or leave the field out for all" })
    .optional()
    .describe("The only projects it may see. Without the field: all of the workspace, present and future."),
  expires_in_days: z
    .int()
    .min(1, { message: "1 to 3650" })
    .max(3650, { message: "1 to 3650" })
    .optional()
    .describe("Days until it stops working. Without the field: until it is revoked."),
});

export const KeySummary = z.object({
  id: z.string(),
  name: z.string(),
  /** `whk_<id>`: enough to find a key in a configuration, not enough to use it. */
  prefix: z.string(),
  last_four: z.string(),
  access: z.enum(keyAccess),
  /** Null: all. */
  projects: z.array(z.string()).nullable(),
  state: z.enum(keyStates),
  created_at: Instant,
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  /** To the minute; null when it was never used. */
  last_used_at: Instant.nullable(),
});

/** The one time that the whole key is told. */
export const CreateKeyOutput = KeySummary.extend({ key: z.string() });

export const ListKeysOutput = z.object({ items: z.array(KeySummary), next_cursor: z.null() });

export const RevokeKeyInput = z.object({ id: KeyId });
export const RevokeKeyOutput = KeySummary;
