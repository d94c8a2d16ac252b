import { refusedAddress } from "#server/adapters/network/refused-address.ts";

/**
 * Why a configured address must not be asked, or null. Only whoever runs the server sets one, so this machine and the
 * team's network are fine; credentials in it would reach logs, and link-local addresses are those of metadata services.
 */
export function refusedProviderUrl(text: string): string | null {
  if (!URL.canParse(text)) return "must be an http or https URL";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must be an http or https URL";
  if (url.username !== "" || url.password !== "") return "must hold no user name and no password";
  return refusedAddress(url.hostname);
}
