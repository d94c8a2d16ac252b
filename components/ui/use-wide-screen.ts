"use client";

import { useSyncExternalStore } from "react";

/** The `md` breakpoint of `globals.css`, from which tables show their columns side by side. */
const wide = "(min-width: 52rem)";

let known: MediaQueryList | undefined;

/** One for all: making one has the browser work out all styles anew, and React asks at every render. */
function query(): MediaQueryList {
  known ??= window.matchMedia(wide);
  return known;
}

function subscribe(listener: () => void): () => void {
  query().addEventListener("change", listener);
  return () => query().removeEventListener("change", listener);
}

export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => true,
  );
}
