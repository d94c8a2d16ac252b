import { CircleCheck, CircleX } from "lucide-react";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeFull } from "#components/ui/time-full.tsx";
import type { MemoryData } from "./memory-data.ts";

/** How a decision turned out; the newest verdict is the one that counts in scores. */
export function OutcomesSection({ memory }: { memory: MemoryData }) {
  return (
    <Section id="outcomes" title="Outcomes" note="The newest one counts in scores">
      {memory.outcomes.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">Nobody has recorded how it turned out.</p>
      ) : (
        <ol className="panel divide-y divide-line">
          {memory.outcomes.map(({ id, verdict, session, at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 px-4 py-2 text-sm">
              <span
                className={`inline-flex items-center gap-1.5 font-medium ${verdict === "pass" ? "text-good" : "text-bad"}`}
              >
                {verdict === "pass" ? (
                  <CircleCheck aria-hidden="true" size={14} />
                ) : (
                  <CircleX aria-hidden="true" size={14} />
                )}
                {verdict === "pass" ? "Passed" : "Failed"}
              </span>
              <span className="text-muted">
                <TimeFull instant={at} />, session <StoredText>{session}</StoredText>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
