import { parseAsFloat, parseAsString } from "nuqs/server";

/** What a reader tries on a run, in its URL; absent means the suggestion, else the policy in force. */
export const thresholdParsers = { floor: parseAsFloat, gap: parseAsFloat, with: parseAsString };
