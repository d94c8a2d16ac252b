"use client";

import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from "react";
import { useReadersZone, useZoneChosen } from "./zone-store.ts";

type Reading = { renderedAt: number; zone: string; chosenZone: string | null };

/** The clock and zone that the server wrote this page with; the browser repeats them once, then uses its own. */
const ReadingContext = createContext<Reading>({ renderedAt: 0, zone: "UTC", chosenZone: null });

type Props = Reading & { children: ReactNode };

export function TimeReading({ renderedAt, zone, chosenZone, children }: Props) {
  const reading = useMemo(() => ({ renderedAt, zone, chosenZone }), [renderedAt, zone, chosenZone]);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

const tickMs = 15_000;
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;
let lastTick = 0;

/** One timer serves all times of a page; it stops when the last of them is gone. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (ticking === undefined) {
    lastTick = Date.now();
    ticking = setInterval(() => {
      lastTick = Date.now();
      for (const each of listeners) each();
    }, tickMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** Milliseconds since 1970, moving on every 15 s. */
export function useNow(): number {
  const { renderedAt } = use(ReadingContext);
  // Before the first tick the page's own instant counts; answers that arrive later carry later instants.
  const tick = useSyncExternalStore(
    subscribe,
    () => lastTick,
    () => 0,
  );
  return Math.max(tick, renderedAt);
}

/** The reader's time zone: the one chosen in the settings, or else the browser's. */
export function useZone(): string {
  return useReadersZone(use(ReadingContext).zone);
}

/** The zone that the reader chose; null where the browser's counts. */
export function useChosenZone(): string | null {
  return useZoneChosen(use(ReadingContext).chosenZone);
}
