"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";

export const memoryActions = ["edit", "retire"] as const;

/** What is being done to the memory of this page, in its URL: a half-written correction survives a reload of the rest. */
export function useMemoryAction() {
  return useQueryState("do", parseAsStringLiteral(memoryActions).withOptions({ history: "replace", shallow: true }));
}
