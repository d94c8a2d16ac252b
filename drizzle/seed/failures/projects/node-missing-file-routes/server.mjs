import { routes } from "./src/routes";

console.log(routes.length);
