import { EventEmitter } from "node:events";

export const checkout = new EventEmitter();

export function pay(): void {
  checkout.emit("payed");
}
