export function remember(cart) {
  localStorage.setItem("cart", JSON.stringify(cart));
}
