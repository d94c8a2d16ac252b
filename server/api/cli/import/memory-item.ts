import { cutText } from "#server/domain/text/cut-text.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import type { ImportItem } from "./import-item.ts";

const longestText = 4_000;

/** A text of another memory system as a lesson. Its id is made of project and text: the same text is one memory. */
export function memoryItem(
  source: string,
  lesson: { project: string; text: string; session?: string; ground?: readonly string[]; log?: string },
): ImportItem {
  const text = cutText(lesson.text.trim(), longestText);
  return {
    source,
    operation: "memory.remember",
    input: {
      id: `imp_${sha256Hex(JSON.stringify([lesson.project, text, lesson.log ?? null])).slice(0, 40)}`,
      project: lesson.project,
      text,
      ...(lesson.session === undefined ? {} : { session: lesson.session }),
      ...(lesson.ground === undefined || lesson.ground.length === 0 ? {} : { ground: lesson.ground.slice(0, 100) }),
      ...(lesson.log === undefined ? {} : { signature_source: lesson.log, level: "L0", kind: "evidence" }),
    },
  };
}
