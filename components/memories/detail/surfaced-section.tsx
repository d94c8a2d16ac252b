import Link from "next/link";
import { onOneLine } from "#components/lists/on-one-line.ts";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { operationWord } from "#components/lookups/words.ts";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, headCell } from "#components/ui/table-cells.ts";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { MemoryData } from "./memory-data.ts";

const labelWord = { relevant: "relevant", control: "must not match", unsure: "unsure" } as const;

/** The lookups that considered a memory, whether they returned it, and what is known to have come of each. */
export function SurfacedSection({ memory }: { memory: MemoryData }) {
  const { surfaced, surfaced_counts: counts } = memory;
  return (
    <Section
      id="surfaced"
      title="Where it was surfaced"
      note={
        counts.considered === 0
          ? undefined
          : `Returned by ${formatCount(counts.returned)} of ${countOf(counts.considered, "lookup")} that considered it${counts.considered > surfaced.length ? `; the newest ${surfaced.length} are shown` : ""}`
      }
    >
      {surfaced.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">No lookup has considered it yet.</p>
      ) : (
        <div className="panel">
          <ScrollRegion label="Lookups, scrolls sideways" className="max-h-[32rem]">
            <table className="w-full min-w-200 table-fixed" aria-labelledby="surfaced">
              <thead className="border-line border-b">
                <tr>
                  <th scope="col" className={`${headCell} w-32`}>
                    When
                  </th>
                  <th scope="col" className={`${headCell} w-28`}>
                    Fate
                  </th>
                  <th scope="col" className={headCell}>
                    Asked about
                  </th>
                  <th scope="col" className={`${headCell} w-40`}>
                    Project
                  </th>
                  <th scope="col" className={`${headCell} w-32`}>
                    Label
                  </th>
                  <th scope="col" className={`${headCell} w-40`}>
                    What came of it
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {surfaced.map((row) => (
                  <tr key={row.record_id}>
                    <td className={`${bodyCell} group/time text-muted`}>
                      <TimeAgo instant={row.at} />
                    </td>
                    <td className={bodyCell}>{row.returned ? "Returned" : "Considered"}</td>
                    <td className={`${bodyCell} truncate`}>
                      <Link href={`/lookups/${row.record_id}`} className="text-accent hover:underline">
                        {row.summary === "" ? (
                          operationWord[row.operation]
                        ) : (
                          <StoredText>{onOneLine(row.summary)}</StoredText>
                        )}
                      </Link>
                    </td>
                    <td className={bodyCell}>
                      <ProjectName project={row.project} />
                    </td>
                    <td className={bodyCell}>
                      {row.label === null ? <span className="text-faint">not labelled</span> : labelWord[row.label]}
                    </td>
                    <td className={bodyCell}>{outcomeWords(row.outcomes)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </div>
      )}
    </Section>
  );
}

function outcomeWords({ pass, fail }: { pass: number; fail: number }) {
  if (pass + fail === 0) return <span className="text-faint">no outcome recorded</span>;
  return [pass === 0 ? null : `${formatCount(pass)} passed`, fail === 0 ? null : `${formatCount(fail)} failed`]
    .filter((words) => words !== null)
    .join(", ");
}
