const reduced = 0.07;

export function taxCents(cents, kind) {
  const rate = kind === "book" ? reduced + reduced : 0.19;
  return Math.round(cents * rate);
}
