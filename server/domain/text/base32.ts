const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** RFC 4648 base32 in lower case without padding: 5 bits a character, safe in URLs and file names that ignore case. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let pending = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff;
    pendingBits += 8;
    while (pendingBits >= 5) {
      pendingBits -= 5;
      text += alphabet.charAt((pending >> pendingBits) & 31);
    }
  }
  if (pendingBits > 0) text += alphabet.charAt((pending << (5 - pendingBits)) & 31);
  return text;
}
