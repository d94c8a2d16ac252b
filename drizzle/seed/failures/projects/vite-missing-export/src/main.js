import { renderCart } from "./cart-view.js";

renderCart(document.querySelector("#root"));
