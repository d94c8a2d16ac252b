/** The bytes of a text of hex digit pairs; stops at the first pair that is none. */
export function hexToBytes(hex: string): Uint8Array {
  const pairs = /^(?:[0-9a-f]{2})*/i.exec(hex)?.[0].match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}
