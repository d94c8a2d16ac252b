import { formatCents } from "./money.js";

export function total(lines) {
  return lines.reduce((sum, line) => sum + line.cents, 0);
}
