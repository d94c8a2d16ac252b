import { TriangleAlert } from "lucide-react";
import { legWordOf } from "./words.ts";

/** The legs that did not answer, by name. */
export function DegradedMark({ legs }: { legs: readonly string[] }) {
  if (legs.length === 0) return null;
  const words = legs.map(legWordOf).join(", ");
  return (
    <span
      title={`Did not answer: ${words}. The rest is complete.`}
      className="inline-flex shrink-0 items-center gap-1 rounded-sm border border-caution px-1 text-2xs text-caution"
    >
      <TriangleAlert aria-hidden="true" size={11} />
      no {words.toLowerCase()}
    </span>
  );
}
