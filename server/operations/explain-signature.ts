import { succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import { ExplainSignatureInput, ExplainSignatureOutput } from "#server/contracts/signatures.ts";
import { cleanedBlocks } from "#server/domain/failure-signature/clean-log.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { defineRead } from "./operation.ts";

/** What the normaliser makes of a text, and why; stores nothing. */
export const explainSignature = defineRead({
  name: "signature.explain",
  summary: "Which failure a log holds: what was masked by which rule, and what identifies it.",
  input: ExplainSignatureInput,
  output: ExplainSignatureOutput,
  async run({ borderNotes, rulesets }, { text, tool, signature_key: signatureKey }) {
    const explained = explainWith(rulesets[0], {
      cleaned: cleanedBlocks(text),
      ...(tool === undefined ? {} : { givenTool: tool.toLowerCase() }),
      ...(signatureKey === undefined ? {} : { signatureKey }),
    });
    const notes = [...borderNotes, ...explained.notes];
    if (explained.kind === "none") {
      return succeed({
        id: null,
        reason: explained.reason,
        tool: tool?.toLowerCase() ?? null,
        inferred: false,
        masked: "",
        cleaned: explained.cleaned,
        masks: [],
        parts: [],
        evidence: [],
        notes,
      });
    }
    return succeed({
      id: explained.id,
      tool: explained.tool,
      inferred: explained.inferred,
      ...(explained.givenTool === undefined ? {} : { given_tool: explained.givenTool }),
      masked: cutText(explained.masked, limits.maskedShownPoints),
      cleaned: explained.cleaned,
      masks: explained.masks,
      parts: explained.parts.map(({ id, tool: partTool, masked }) => ({
        id,
        tool: partTool,
        masked: cutText(masked, limits.maskedShownPoints),
      })),
      evidence: explained.evidence,
      notes,
    });
  },
});
