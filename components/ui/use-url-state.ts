"use client";

import {
  createLoader,
  type ParserMap,
  type UseQueryStatesOptions,
  type UseQueryStatesReturn,
  useQueryStates,
  type Values,
} from "nuqs";
import { useMemo, useSyncExternalStore } from "react";

/**
 * State of a page that lives in its URL. A change replaces the history entry: Back leaves the page and does not undo
 * single letters.
 *
 * The parts of a page come to life one after the other, and a reader may change the URL in the first while the last
 * is still as the server sent it. Each part therefore starts from the URL that the server answered, as React demands,
 * and follows what was changed since in its next breath.
 */
export function useUrlState<Parsers extends ParserMap>(
  parsers: Parsers,
  options: Partial<UseQueryStatesOptions<Parsers>> = {},
): UseQueryStatesReturn<Parsers> {
  const [state, setState] = useQueryStates(parsers, { history: "replace", shallow: true, ...options });
  const isHydrating = useSyncExternalStore(neverChanges, isAlive, isStillHtml);
  const answered = useMemo(() => (isHydrating ? answeredState(parsers) : null), [isHydrating, parsers]);
  return [answered ?? state, setState];
}

const neverChanges = () => () => {};
const isAlive = () => false;
const isStillHtml = () => true;

/** As in the URL that the server answered with this document; null on the server, which answers it now. */
function answeredState<Parsers extends ParserMap>(parsers: Parsers): Values<Parsers> | null {
  if (typeof window === "undefined") return null;
  const [document] = performance.getEntriesByType("navigation");
  return document ? createLoader(parsers)(document.name) : null;
}
