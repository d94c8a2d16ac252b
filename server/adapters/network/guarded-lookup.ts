import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { refusedAddress } from "./refused-address.ts";

type Resolve = (host: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const bySystem: Resolve = (host, answer) => lookup(host, { all: true }, answer);

/**
 * Resolves a name for a connection and refuses it when any of its addresses must not be asked. The connection is made to
 * exactly what was judged here, so a name that answers otherwise the next time (rebinding) gains nothing.
 */
export function guardedLookup(resolve: Resolve = bySystem): LookupFunction {
  return (host, options, answer) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || first === undefined) return answer(error ?? new Error(`${host} has no address.`), "", 0);
      const reason = addresses.map(({ address }) => refusedAddress(address)).find((found) => found !== null);
      if (reason) return answer(new Error(`${host} ${reason}`), "", 0);
      if (options.all) return answer(null, addresses);
      answer(null, first.address, first.family);
    });
  };
}
