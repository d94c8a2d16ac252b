import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { base32 } from "#server/domain/text/base32.ts";
import type { KeySecrets } from "#server/operations/ports.ts";

export const nodeKeySecrets: KeySecrets = {
  newKey: () => ({ id: base32(randomBytes(10)), secret: base32(randomBytes(32)) }),
  digest: (secret, workspaceSecret) => createHmac("sha256", workspaceSecret).update(secret).digest("hex"),
  isSame(a, b) {
    const [left, right] = [Buffer.from(a, "hex"), Buffer.from(b, "hex")];
    return left.length === right.length && timingSafeEqual(left, right);
  },
};
