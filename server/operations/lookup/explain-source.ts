import { cleanedBlocks, cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import type { Explanation } from "#server/domain/failure-signature/explain-failure.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import type { LegLog } from "./leg-log.ts";

/**
 * The failure in a log, or why there is none; null without a log.
 * The signature is a leg like the others: a log that the normaliser cannot read still feeds the search, and says so.
 */
export function explainSource(
  context: OperationContext,
  asked: { signature_source?: string | undefined; tool?: string | undefined; signature_key?: string | undefined },
  legs: Pick<LegLog, "degrade">,
): Explanation | null {
  const text = asked.signature_source;
  if (text === undefined || text.trim() === "") return null;
  try {
    return explainWith(context.rulesets[0], {
      cleaned: cleanedBlocks(text),
      ...(asked.tool === undefined ? {} : { givenTool: asked.tool.toLowerCase() }),
      ...(asked.signature_key === undefined ? {} : { signatureKey: asked.signature_key }),
    });
  } catch (error) {
    context.log.error({ error: error instanceof Error ? error.name : "unknown" }, "the normaliser failed");
    legs.degrade("signature", "failed");
    return { kind: "none", reason: "no_failure_found", cleaned: cleanLog(text), notes: [] };
  }
}
