import { fieldLines } from "#server/domain/rendering/field-lines.ts";
import { renderUntrustedBlock, type UntrustedItem } from "#server/domain/rendering/untrusted-block.ts";
import type { WordTools } from "../tool-declaration.ts";

/**
 * Any body inside the untrusted block, each field an item of its own when `budgetTokens` may have to leave some out.
 * `kind` says what the body is, in a word or two.
 */
export function bodyInWords(
  body: unknown,
  { secret, countTokens, kind, budgetTokens = null }: WordTools & { kind: string; budgetTokens?: number | null },
): string {
  const fields = typeof body === "object" && body !== null ? Object.entries(body) : [["answer", body] as const];
  const item = (lines: string[]): UntrustedItem => ({ session: null, project: null, lines });
  const items =
    budgetTokens === null
      ? [item(fieldLines(body))]
      : fields.map(([field, value]) => item(fieldLines({ [field]: value })));
  return renderUntrustedBlock({ items, secret, kind, budgetTokens, countTokens }).text;
}
