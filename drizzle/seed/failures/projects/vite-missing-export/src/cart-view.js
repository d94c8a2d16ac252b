export function drawCart(root) {
  root.textContent = "empty";
}
