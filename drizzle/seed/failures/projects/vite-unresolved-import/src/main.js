import { drawSales } from "chart-kit";

drawSales(document.querySelector("#root"));
