import "server-only";
import { headers } from "next/headers";

/** The origin that the reader's browser asked, for commands to copy. */
export async function requestOrigin(): Promise<string> {
  const given = await headers();
  const scheme = given.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https" ? "https" : "http";
  return `${scheme}://${given.get("host") ?? "127.0.0.1:3210"}`;
}
