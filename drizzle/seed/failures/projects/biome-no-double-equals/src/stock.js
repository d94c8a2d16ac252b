export function isSoldOut(stock) {
  return stock == 0;
}
