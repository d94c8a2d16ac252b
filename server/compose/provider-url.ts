import ipaddr from "ipaddr.js";

/** Where cloud machines hand out credentials; nothing that anybody would run a provider on. */
const metadataAddresses = new Set(["100.100.100.200", "fd00:ec2::254"]);

/**
 * Why a configured address must not be asked, or null. Only whoever runs the server sets one, so this machine and the
 * team's network are fine; credentials in it would reach logs, and link-local addresses are those of metadata services.
 * Every spelling of an address (decimal, octal, hexadecimal, mapped) is judged by what it means.
 */
export function refusedProviderUrl(text: string): string | null {
  if (!URL.canParse(text)) return "must be an http or https URL";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must be an http or https URL";
  if (url.username !== "" || url.password !== "") return "must hold no user name and no password";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(host)) return null;
  const address = ipaddr.process(host);
  const isMetadata = address.range() === "linkLocal" || metadataAddresses.has(address.toString());
  return isMetadata ? "must not be a link-local or metadata address" : null;
}
