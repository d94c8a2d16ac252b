import type { memoryKinds, memoryLevels, memoryStates } from "#server/contracts/memories.ts";

/** What the vocabularies of a memory are called on a page. A new member breaks the build here. */

export type MemoryState = (typeof memoryStates)[number];

export const levelWord = {
  L0: "L0 · raw evidence",
  L1: "L1 · one session",
  L2: "L2 · generalised",
} as const satisfies Record<(typeof memoryLevels)[number], string>;

export const kindWord = {
  reasoning: "Reasoning",
  lesson: "Lesson",
  evidence: "Evidence",
} as const satisfies Record<(typeof memoryKinds)[number], string>;

export const stateWord = {
  active: "Active",
  draft: "Draft",
  superseded: "Superseded",
  retired: "Retired",
  deleted: "Deleted",
} as const satisfies Record<MemoryState, string>;

export const stateMeaning = {
  active: "Answers lookups",
  draft: "Waits for someone to accept it, and answers nothing until then",
  superseded: "Replaced: its successor answers instead",
  retired: "Taken out without a successor: nothing answers instead",
  deleted: "Its text is gone; id, time and who deleted it remain",
} as const satisfies Record<MemoryState, string>;
