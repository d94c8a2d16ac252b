/**
 * One spelling for equal JSON values, in the manner of RFC 8785: no blanks, keys in the order of their UTF-16 units, numbers as
 * ECMAScript prints them. Members that are `undefined` do not exist; so `{ a: undefined }` and `{}` are equal.
 * Throws a TypeError for what JSON cannot hold: NaN, infinities, functions, symbols, bigints, and objects that are neither plain nor arrays.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`JSON has no number ${value}.`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item: unknown) => (item === undefined ? "null" : canonicalJson(item))).join(",")}]`;
  }
  if (typeof value === "object" && isPlain(value)) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  throw new TypeError(`JSON cannot hold a ${typeof value === "object" ? "class instance" : typeof value}.`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
