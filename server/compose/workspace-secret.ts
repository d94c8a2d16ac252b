import { randomBytes } from "node:crypto";

/** 256 bits in hex: keys the markers of the untrusted block. */
export function newWorkspaceSecret(): string {
  return randomBytes(32).toString("hex");
}
