"use client";

import { type RefCallback, useCallback, useEffect, useRef } from "react";

/** How far below the visible part the end may lie, in pixels, so that rows are there before they are scrolled to. */
const ahead = 800;

/** Calls `onReached` whenever the element that the returned ref is given to comes near. */
export function useReachedEnd(onReached: () => void): RefCallback<Element> {
  const latest = useRef(onReached);
  useEffect(() => {
    latest.current = onReached;
  });
  return useCallback((element) => {
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: `0px 0px ${ahead}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
