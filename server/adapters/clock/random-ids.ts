import { randomBytes } from "node:crypto";
import { base32 } from "#server/domain/text/base32.ts";
import type { IdSource } from "#server/operations/ports.ts";

/** 128 random bits behind a prefix that says what the id names. */
export const randomIds: IdSource = (prefix) => `${prefix}_${base32(randomBytes(16))}`;
