"use client";

import { useSyncExternalStore } from "react";

/** The `md` breakpoint of `globals.css`, from which tables show their columns side by side. */
const wide = "(min-width: 52rem)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => true,
  );
}
