"use client";

import { useEffect, useState, useSyncExternalStore } from "react";

/** What a subscription says of itself, and how to begin it anew. */
type Subscribed = { status: "idle" | "connecting" | "pending" | "error"; error: unknown; reset: () => void };

const triedAgainAfterMs = 10_000;

/** Whether the tab is in front. A browser opens six connections to one server, so a tab that nobody sees holds none. */
export function useIsSeen(): boolean {
  return useSyncExternalStore(onVisibility, isSeen, () => true);
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

function isSeen(): boolean {
  return document.visibilityState === "visible";
}

/**
 * Since when a live page has not heard from its server, as an instant; null while it does. A stream that ended for good
 * is begun anew every ten seconds.
 */
export function usePausedSince({ status, error, reset }: Subscribed): string | null {
  const isPaused = status === "error" || (status === "connecting" && error !== null);
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    setSince(isPaused ? new Date().toISOString() : null);
  }, [isPaused]);
  useEffect(() => {
    if (status !== "error") return;
    const timer = setTimeout(reset, triedAgainAfterMs);
    return () => clearTimeout(timer);
  }, [status, reset]);
  return isPaused ? since : null;
}
