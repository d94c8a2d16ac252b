"use client";

import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";

/** Handles a click anywhere in a row by opening its link; the link itself sees to clicks with a key held. */
export function useOpenRow(): (event: MouseEvent) => void {
  const router = useRouter();
  return ({ target }) => {
    if (!(target instanceof Element) || target.closest("a, button") !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    const href = target.closest("tr")?.querySelector("[data-row-link]")?.getAttribute("href");
    if (href) router.push(href);
  };
}
