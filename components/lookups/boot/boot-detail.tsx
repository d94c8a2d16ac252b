import Link from "next/link";
import { CandidateTable } from "#components/code/candidate-table.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { countOf, formatBytes, formatCount } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import type { BootRecordBody } from "#server/contracts/boot-record.ts";
import { AnswerSection } from "../detail/answer-section.tsx";
import { ProjectName } from "../project-name.tsx";

/** One SCOPE: the task, which files it led to and what each owes its place to, and what the agent was given. */
export function BootDetail({ record }: { record: BootRecordBody }) {
  const { request, history, versions, counts, mentions, lessons } = record;
  const given = new Set(record.decision.candidates.map(({ path }) => path));
  const candidates = record.candidates.map(({ path, score, factors, co_change }) => ({
    path,
    score,
    factors: { ...factors, co_change },
  }));
  const named = [
    ...new Set([...mentions.paths, ...mentions.traces.flat(), ...mentions.dotted, ...mentions.identifiers]),
  ];
  return (
    <>
      <Section id="request" title="Request">
        <div className="panel divide-y divide-line">
          {request.goal.text === null ? (
            <p className="p-4 text-muted text-sm">
              The text of this request is not kept. It had {formatBytes(request.goal.bytes)}; sha256{" "}
              <code className="break-all text-xs">{request.goal.sha256}</code>
            </p>
          ) : (
            <div>
              <p className="px-4 pt-3 text-muted text-xs">Task</p>
              <LongText text={request.goal.text} label="Text of the task" className="max-h-60" />
            </div>
          )}
          <div className="p-4">
            <Facts
              facts={[
                { name: "Project", value: <ProjectName project={request.project} /> },
                { name: "Session", value: record.session === null ? "–" : <StoredText>{record.session}</StoredText> },
                {
                  name: "Commit",
                  value: (
                    <>
                      <code className="text-xs">{versions.graph_commit.slice(0, 12)}</code>,{" "}
                      {countOf(history.commits, "commit")} read
                      {history.shallow ? ", the history is cut" : ""}
                    </>
                  ),
                },
                {
                  name: "Named in the task",
                  value:
                    named.length === 0 ? (
                      <span className="text-faint">no path and no name that the code knows</span>
                    ) : (
                      <span className="flex flex-wrap gap-x-3">
                        {named.slice(0, shownNames).map((name) => (
                          <code key={name} className="break-all text-xs">
                            <StoredText>{name}</StoredText>
                          </code>
                        ))}
                        {named.length > shownNames ? (
                          <span className="text-muted text-xs">and {formatCount(named.length - shownNames)} more</span>
                        ) : null}
                      </span>
                    ),
                },
                {
                  name: "Ranking",
                  value: (
                    <>
                      <code className="text-xs">{versions.ranking}</code>
                      {versions.rerank === null ? "" : `, reordered by ${versions.rerank}`}
                    </>
                  ),
                },
              ]}
            />
          </div>
        </div>
      </Section>
      <Section
        id="candidates"
        title="Candidates"
        note={`${formatCount(counts.returned)} of ${countOf(counts.considered, "file")} given${
          record.truncated ? `; the best ${formatCount(record.candidates.length)} are kept here` : ""
        }. Each score is the sum of its factors, as they weighed on that day.`}
      >
        {record.candidates.length === 0 ? (
          <p className="panel p-4 text-muted text-sm">No file of this commit resembles the task.</p>
        ) : (
          <CandidateTable candidates={candidates} weights={record.policy} given={given} />
        )}
      </Section>
      {lessons.length === 0 ? null : (
        <Section id="lessons" title="Lessons" note="What was learned here before and bears on the task">
          <ul className="panel divide-y divide-line">
            {lessons.map(({ id, score, tokens }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2 text-sm">
                <Link href={`/memories/${encodeURIComponent(id)}`} className="break-all font-mono text-accent text-xs">
                  <StoredText>{id}</StoredText>
                </Link>
                <span className="text-muted">
                  score {formatScore(score)}, {countOf(tokens, "token")}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <AnswerSection rendered={record.rendered} isEmpty={counts.returned === 0} />
    </>
  );
}

const shownNames = 30;
