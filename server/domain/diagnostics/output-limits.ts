/**
 * Bounds of what is read, so that any input takes linear time and bounded memory. Whatever is left out is named in `notes`.
 * Characters are UTF-16 units. Set on 2026-07-28 from the largest public build log at hand (6 MB) with room to spare.
 */
export const outputLimits = {
  /** The end of the output is kept: that is where tools summarise. */
  characters: 16_777_216,
  /** Patterns see no more of one line than this; documents in one line (JSON, XML) are read whole. */
  lineCharacters: 8_192,
  diagnostics: 10_000,
  /** Diagnostics of one answer. Nobody reads more, and the first ones cause the rest. */
  listedDiagnostics: 1_000,
  messageCharacters: 8_000,
  frameLines: 60,
  traceFrames: 20,
  related: 20,
  unparsed: 20,
  evidence: 20,
  /** Nesting of JSON and XML documents. Real reports stay below 20. */
  depth: 64,
} as const;
