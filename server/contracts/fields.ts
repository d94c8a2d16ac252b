import { z } from "zod";
import { limits } from "./limits.ts";

/**
 * Field types that several contracts share. Text limits count Unicode code points, log limits UTF-8 bytes, because that
 * is what the store and the wire hold; a string's `length` counts neither.
 */

const encoder = new TextEncoder();

function countPoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A text of at most `maxPoints` code points. */
export function pointsText(maxPoints: number) {
  return (
    z
      .string()
      // A string never has more code points than UTF-16 units, so the cheap test comes first.
      .refine((text) => text.length <= maxPoints || countPoints(text) <= maxPoints, {
        message: `at most ${maxPoints.toLocaleString("en")} code points`,
      })
  );
}

/** A text of at most `maxBytes` bytes of UTF-8. */
export function bytesText(maxBytes: number) {
  return z.string().refine((text) => text.length * 3 <= maxBytes || encoder.encode(text).length <= maxBytes, {
    message: `at most ${maxBytes.toLocaleString("en")} bytes of UTF-8`,
  });
}

const seen = /[^\s\p{Default_Ignorable_Code_Point}\p{Control}]/u;

/** A text that says something: not empty once blanks and what nobody sees are gone. */
export function saidText(maxPoints: number) {
  return pointsText(maxPoints).refine((text) => seen.test(text), { message: "must not be empty" });
}

export const LogText = bytesText(limits.logBytes);

export const GivenId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { message: "1 to 64 of A-Z a-z 0-9 _ -" })
  .describe("Your own id for this, 1 to 64 of A-Z a-z 0-9 _ -. The same id with other content is refused.");

/** A request id is compared byte by byte. */
export const RequestId = z
  .string()
  .min(1, { message: "1 to 255 characters" })
  .max(limits.nameBytes, { message: "1 to 255 characters" })
  .describe("Makes a retry safe: the same id answers with the first answer for at least 24 hours.");

export const ProjectSlug = z
  .string()
  .min(1, { message: "must not be empty" })
  .max(limits.nameBytes, { message: `at most ${limits.nameBytes} characters` })
  .refine((slug) => !/[\s\p{Cc}]/u.test(slug), { message: "must hold no blanks and no control characters" })
  .describe("Repository as host/owner/name, for example github.com/acme/shop.");

export const SessionName = z
  .string()
  .min(1, { message: "must not be empty" })
  .max(limits.nameBytes, { message: `at most ${limits.nameBytes} characters` })
  .describe("Name of your run. Reuse it for all calls of one run.");

export const ToolName = z
  .string()
  .min(1, { message: "must not be empty" })
  .max(64, { message: "at most 64 characters" })
  .describe("Tool that failed or is about to be used, for example npm, tsc, github-actions.");

export const Ground = z
  .array(pointsText(1_000).refine((node) => node !== "", { message: "must not be empty" }))
  .max(limits.groundNodes, { message: `at most ${limits.groundNodes} nodes` });

export const Scope = z
  .enum(["project", "all-projects"])
  .describe("Where to search: the given project, or all that you may read.");
export const Origin = z.enum(["asked", "injected"]);

/** Opaque keyset cursor: base64url of a JSON pair. */
export const Cursor = z.string().max(500, { message: "at most 500 characters" });
export const PageLimit = z.coerce
  .number()
  .int()
  .min(1, { message: `1 to ${limits.pageSizeMax}` })
  .max(limits.pageSizeMax, { message: `1 to ${limits.pageSizeMax}` })
  .default(limits.pageSize);

export const Instant = z.iso.datetime();
