import Link from "next/link";
import type { z } from "zod";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, headCell } from "#components/ui/table-cells.ts";
import { TimeFull } from "#components/ui/time-full.tsx";
import type { FollowThroughOutput } from "#server/contracts/follow-through.ts";
import { followEventWord, followWord } from "../follow-through-words.ts";

type FollowThrough = z.output<typeof FollowThroughOutput>;
type Props = { follow: FollowThrough };

const shownFiles = 20;

/** What came after the lookup in its session: an association, and said to be one. */
export function FollowThroughSection({ follow }: Props) {
  const { kind, events, files, note } = follow;
  const named = files.filter((file) => file.named_by.length > 0).length;
  return (
    <Section id="follow-through" title="What followed" note={note}>
      <div className="panel divide-y divide-line">
        <p className="p-4 text-sm">{followWord[kind]}</p>
        {events.length === 0 ? null : (
          <ScrollRegion label="Later events of the session">
            <table className="w-full">
              <thead>
                <tr>
                  <th scope="col" className={headCell}>
                    When
                  </th>
                  <th scope="col" className={headCell}>
                    What
                  </th>
                  <th scope="col" className={headCell}>
                    Verdict
                  </th>
                  <th scope="col" className={headCell}>
                    About
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line border-line border-t">
                {events.map((event, position) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: events have no id of their own and never move
                  <tr key={position}>
                    <td className={bodyCell}>
                      <TimeFull instant={event.at} />
                    </td>
                    <td className={bodyCell}>{followEventWord[event.kind]}</td>
                    <td className={bodyCell}>{event.verdict ?? "–"}</td>
                    <td className={`${bodyCell} break-all`}>
                      <EventAbout event={event} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
        {files.length === 0 ? null : (
          <div className="p-4 text-sm">
            <p>
              {named} of {files.length} files that the session touched were named by what it was given.
            </p>
            <ul className="mt-2 flex flex-col gap-1">
              {files.slice(0, shownFiles).map((file) => (
                <li key={file.path} className="break-all">
                  <code className="text-xs">
                    <StoredText>{file.path}</StoredText>
                  </code>{" "}
                  <span className="text-muted">
                    {file.named_by.length === 0 ? "not named" : `named by ${file.named_by.join(", ")}`}
                  </span>
                </li>
              ))}
            </ul>
            {files.length > shownFiles ? (
              <p className="mt-2 text-muted">
                {shownFiles} of {files.length} files.
              </p>
            ) : null}
          </div>
        )}
      </div>
    </Section>
  );
}

function EventAbout({ event }: { event: FollowThrough["events"][number] }) {
  if (event.is_same_failure) return <>the same failure again</>;
  if (event.command !== null)
    return (
      <code className="text-xs">
        <StoredText>{event.command}</StoredText>
      </code>
    );
  if (event.memory_id !== null) {
    return (
      <Link
        href={`/memories/${encodeURIComponent(event.memory_id)}`}
        className="font-mono text-accent text-xs hover:underline"
      >
        {event.memory_id}
      </Link>
    );
  }
  return <>{event.signature_id === null ? "–" : "another failure"}</>;
}
