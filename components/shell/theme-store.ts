"use client";

import { useSyncExternalStore } from "react";
import { type Theme, themeCookie, themeFrom } from "./theme-choice.ts";

const listeners = new Set<() => void>();
const yearSeconds = 31_536_000;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server must see the choice before it paints, and not every browser has the cookie store
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${yearSeconds}; SameSite=Lax`;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => themeFrom(document.cookie),
    () => "system",
  );
}
