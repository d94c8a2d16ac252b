import ipaddr from "ipaddr.js";

/** Where cloud machines hand out credentials; nothing that anybody would run a provider on. */
const metadataAddresses = new Set(["100.100.100.200", "fd00:ec2::254"]);

/**
 * Why an address must not be asked, or null; null for a name as well, which is judged by what it resolves to. Every
 * spelling of an address (decimal, octal, hexadecimal, mapped) is judged by what it means.
 */
export function refusedAddress(host: string): string | null {
  const bare = host.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(bare)) return null;
  const address = ipaddr.process(bare);
  const isMetadata = address.range() === "linkLocal" || metadataAddresses.has(address.toString());
  return isMetadata ? "must not be a link-local or metadata address" : null;
}
