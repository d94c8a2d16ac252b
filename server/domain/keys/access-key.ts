/** What a caller sends: `whk_<id>_<secret>`. The prefix lets scanners and our own masking recognise a leaked one. */
export type AccessKeyParts = { id: string; secret: string };

/** 80 bits name a key, 256 bits prove it; both as lower-case base32. */
export const accessKeyShape = /^whk_([a-z2-7]{16})_([a-z2-7]{52})$/;

export function formatAccessKey({ id, secret }: AccessKeyParts): string {
  return `whk_${id}_${secret}`;
}

/** Null for anything else, however long: the shape is anchored and of one length. */
export function parseAccessKey(text: string): AccessKeyParts | null {
  const [, id, secret] = accessKeyShape.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** What may be shown of a key for good. */
export function lastFourOf(secret: string): string {
  return secret.slice(-4);
}
