import { routes } from "./generated/routes";

export const paths = routes.map((route) => route.path);
