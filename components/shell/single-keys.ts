"use client";

import { useLayoutEffect, useRef, useSyncExternalStore } from "react";

/** Single-letter keys can be switched off, because speech input and tremor press them by accident (WCAG 2.1.4). */
const cookie = "whence_keys";
const yearSeconds = 31_536_000;
const listeners = new Set<() => void>();

function areKeysOn(): boolean {
  return !/(?:^|;\s*)whence_keys=off(?:;|$)/.test(document.cookie);
}

export function switchKeys(isOn: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: kept beside the theme, so that one place holds what a reader chose
  document.cookie = `${cookie}=${isOn ? "on" : "off"}; path=/; max-age=${yearSeconds}; SameSite=Lax`;
  for (const listener of listeners) listener();
}

export function useKeysOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    areKeysOn,
    () => true,
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName);
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

/**
 * Calls the handler of a key pressed alone: not while typing, not with Ctrl, Alt or ⌘, not under a dialog or menu, and
 * not when the keys are switched off. Enter stays with the focused link or button.
 */
export function useSingleKeys(handlers: Readonly<Record<string, () => void>>): void {
  const latest = useRef(handlers);
  // Both together with what the page shows: a key pressed in the moment after must not be lost between two pages, nor do
  // what the page before would have done.
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const handler = latest.current[event.key];
      if (handler === undefined || !areKeysOn() || isTyping(event.target) || isDialogOpen()) return;
      event.preventDefault();
      handler();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
