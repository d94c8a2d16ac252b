export function reserve(sku, done) {
  if (sku === "") done(new Error("no sku"));
}
