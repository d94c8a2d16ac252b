import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import type { CountTokens } from "#server/operations/ports.ts";

/** o200k_base tokens. Text that looks like a special token (`<|endoftext|>`) is counted as the ordinary text it is. */
export const countTokens: CountTokens = (text) =>
  countO200k(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() });
