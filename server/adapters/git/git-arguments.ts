import { isAbsolute } from "node:path";
import { z } from "zod";

/**
 * What may reach git as a value. Anything that git could read as an option is refused here, before a process starts;
 * `--end-of-options` and `--` stand in front of it all the same.
 */

/** Full object id of a SHA-1 or SHA-256 repository, lower case. */
export const ObjectId = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "must be a full commit id: 40 or 64 lower-case hex digits");

/** The commit that is checked out, or one by its full id. Names of branches never reach git. */
export const Revision = z.union([z.literal("HEAD^{commit}"), ObjectId]);

/** Path below the repository's top, used literally. A name that begins with a dash is real in a tree but no argument. */
export const GitPath = z
  .string()
  .min(1, "must not be empty")
  .max(4_096, "must be at most 4,096 characters")
  .refine((path) => !path.startsWith("-"), "must not begin with a dash")
  .refine((path) => !path.includes("\u0000"), "must not contain a NUL character")
  .refine((path) => !isAbsolute(path), "must be relative to the repository")
  .refine((path) => !path.split("/").includes(".."), "must stay inside the repository");

/** Folder on this machine in which a repository is looked for. */
export const RepositoryFolder = z
  .string()
  .min(1, "must not be empty")
  .max(4_096, "must be at most 4,096 characters")
  .refine((path) => !path.startsWith("-"), "must not begin with a dash; write ./ in front of such a folder")
  .refine((path) => !path.includes("\u0000"), "must not contain a NUL character");
