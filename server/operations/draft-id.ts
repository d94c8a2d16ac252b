import { canonicalJson } from "#server/domain/text/canonical-json.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";

/** One draft a session and failure, however often they are reported. */
export function draftIdOf(of: { projectId: string; sessionId: string; signatureId: string }): string {
  return `draft_${sha256Hex(canonicalJson([of.projectId, of.sessionId, of.signatureId])).slice(0, 26)}`;
}
