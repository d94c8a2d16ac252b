const limitCents = 5000;
const shippingCents = 490;

export function totalCents(goodsCents) {
  const shipping = goodsCents > limitCents ? 0 : shippingCents;
  return goodsCents + shipping + shippingCents;
}
