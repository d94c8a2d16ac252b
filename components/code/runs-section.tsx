"use client";

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Facts } from "#components/ui/facts.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { headCell, headCellRight } from "#components/ui/table-cells.ts";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import { useUrlState } from "#components/ui/use-url-state.ts";
import { carriedInput, codeStateParsers } from "./code-state.ts";

/** Around a button, whose height is that of the row. */
const cell = "px-3 align-middle text-sm";
const cellRight = "whitespace-nowrap px-3 text-right align-middle text-sm";

/** The capsules of runs; the one in the URL is opened below the list. */
export function RunsSection({ project }: { project: string }) {
  const trpc = useTRPC();
  const [{ run }, setState] = useUrlState(codeStateParsers);
  const { data } = useSuspenseQuery(trpc.capsule.list.queryOptions(carriedInput(project)));
  return (
    <Section id="runs" title="Runs" note="What each run left behind for the next one, newest first">
      {data.items.length === 0 ? (
        <p className="text-muted text-sm">
          No run has left anything yet. One does with <code className="font-mono text-xs">whence carry</code> or the{" "}
          <code className="font-mono text-xs">carry_capsule</code> tool.
        </p>
      ) : (
        <ScrollRegion label="Runs, scrolls sideways">
          <table className="w-full min-w-160">
            <thead>
              <tr className="border-line border-b">
                <th scope="col" className={headCell}>
                  Task
                </th>
                <th scope="col" className={headCell}>
                  Ended
                </th>
                <th scope="col" className={headCellRight}>
                  Files changed
                </th>
                <th scope="col" className={headCellRight}>
                  Refused
                </th>
                <th scope="col" className={headCell}>
                  When
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((item) => (
                <tr
                  key={`${item.run_id} ${item.diff_sha}`}
                  className={classNames("border-line border-b", run === item.run_id && "bg-selected")}
                >
                  <th scope="row" className="text-left align-middle font-normal text-sm">
                    <Button
                      look="quiet"
                      aria-expanded={run === item.run_id}
                      onClick={() => void setState({ run: run === item.run_id ? null : item.run_id })}
                    >
                      <ChevronRight
                        aria-hidden="true"
                        size={14}
                        className={classNames("shrink-0 transition-transform", run === item.run_id && "rotate-90")}
                      />
                      <StoredText>{item.task === "" ? item.run_id : item.task}</StoredText>
                    </Button>
                  </th>
                  <td className={cell}>{item.verdict ?? <span className="text-faint">not said</span>}</td>
                  <td className={cellRight}>{item.files_touched}</td>
                  <td className={cellRight}>{item.rejected}</td>
                  <td className={`${cell} group/time`}>
                    <TimeAgo instant={item.carried_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {data.next_cursor === null ? null : (
        <p className="mt-2 text-muted text-xs">The newest {data.items.length} runs; older ones are not shown here.</p>
      )}
      {run === null ? null : <Capsule runId={run} />}
    </Section>
  );
}

function Capsule({ runId }: { runId: string }) {
  const trpc = useTRPC();
  const { data, error } = useQuery({ ...trpc.capsule.get.queryOptions({ run_id: runId }), retry: false });
  if (error) {
    return (
      <Notice look="failed" title="The run could not be opened" className="mt-3">
        {failureWords(error)}
      </Notice>
    );
  }
  if (data === undefined) {
    return (
      <p role="status" className="mt-3 text-muted text-sm">
        Loading the run
      </p>
    );
  }
  return (
    <section aria-label={`Run ${runId}`} className="panel mt-3 p-4">
      <Facts
        facts={[
          { name: "Run", value: <code className="break-all text-xs">{data.run_id}</code> },
          { name: "Changed", value: <Lines lines={data.files} isMono none="no file" /> },
          {
            name: "Left unread",
            value: <Lines lines={data.files_not_read.map(({ path, why }) => `${path}: ${why}`)} none="nothing" />,
          },
          { name: "Rules relied on", value: <Lines lines={data.invariants} none="none" /> },
          { name: "Next", value: <Lines lines={data.next_steps} none="nothing" /> },
          { name: "Contexts", value: <Lines lines={data.contexts.map(({ title }) => title)} isMono none="none" /> },
          { name: "Refused", value: countOf(data.rejections.length, "context") },
        ]}
      />
    </section>
  );
}

type LinesProps = { lines: readonly string[]; none: string; isMono?: boolean };

function Lines({ lines, none, isMono = false }: LinesProps) {
  if (lines.length === 0) return <span className="text-faint">{none}</span>;
  return (
    <ul className={isMono ? "font-mono text-xs" : ""}>
      {lines.map((line) => (
        <li key={line} className="break-words">
          <StoredText>{line}</StoredText>
        </li>
      ))}
    </ul>
  );
}
