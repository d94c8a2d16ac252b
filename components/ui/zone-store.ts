"use client";

import { useSyncExternalStore } from "react";
import { isZone } from "./format-time.ts";
import { chosenZoneCookie } from "./zone-cookies.ts";

const listeners = new Set<() => void>();
const yearSeconds = 31_536_000;

let browserZone: string | undefined;
let chosenZone: string | null | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asked of the browser once for each page load: the answer takes it longer than all else in a row of a list. */
export function zoneOfBrowser(): string {
  browserZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return browserZone;
}

/** The zone that `document.cookie` names as chosen; anything unknown counts as no choice. */
export function zoneFrom(cookies: string): string | null {
  const value = new RegExp(`(?:^|;\\s*)${chosenZoneCookie}=([^;]*)`).exec(cookies)?.[1];
  if (value === undefined) return null;
  try {
    const zone = decodeURIComponent(value);
    return isZone(zone) ? zone : null;
  } catch {
    return null;
  }
}

function zoneChosen(): string | null {
  if (chosenZone === undefined) chosenZone = zoneFrom(document.cookie);
  return chosenZone;
}

/** @param zone an IANA name; null follows the browser again */
export function chooseZone(zone: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server must know the zone before it cuts days, and not every browser has the cookie store
  document.cookie = `${chosenZoneCookie}=${encodeURIComponent(zone ?? "")}; path=/; max-age=${zone === null ? 0 : yearSeconds}; SameSite=Lax`;
  chosenZone = zone;
  for (const listener of listeners) listener();
}

/** @param onServer the choice that the server wrote the page with */
export function useZoneChosen(onServer: string | null): string | null {
  return useSyncExternalStore(subscribe, zoneChosen, () => onServer);
}

/** @param onServer the zone that the server wrote the page with */
export function useReadersZone(onServer: string): string {
  return useSyncExternalStore(
    subscribe,
    () => zoneChosen() ?? zoneOfBrowser(),
    () => onServer,
  );
}
