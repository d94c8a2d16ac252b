"use client";

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import { carriedInput } from "./code-state.ts";

/** What runs wrote down about files, and what the symbol gate would not take because it names code that is not there. */
export function ContextsSection({ project }: { project: string }) {
  const trpc = useTRPC();
  const input = carriedInput(project);
  const { data: held } = useSuspenseQuery(trpc.contexts.list.queryOptions({ ...input, state: "all" }));
  const { data: refused } = useSuspenseQuery(trpc.contexts.rejections.queryOptions(input));
  return (
    <>
      <Section id="contexts" title="Contexts" note="What runs wrote down about files, lately updated first">
        {held.items.length === 0 ? (
          <p className="text-muted text-sm">Nothing was written down yet.</p>
        ) : (
          <ul className="panel divide-y divide-line">
            {held.items.map((item) => (
              <li key={`${item.workspace} ${item.external_id}`}>
                <Context
                  externalId={item.external_id}
                  workspace={item.workspace}
                  title={item.title}
                  description={item.description}
                  isArchived={item.archived_at !== null}
                  updatedAt={item.updated_at}
                />
              </li>
            ))}
          </ul>
        )}
        {held.next_cursor === null ? null : <More shown={held.items.length} noun="contexts" />}
      </Section>
      <Section id="refused" title="Refused by the symbol gate" note="Summaries that name what their file does not have">
        {refused.items.length === 0 ? (
          <p className="text-muted text-sm">Nothing was refused.</p>
        ) : (
          <ul className="panel divide-y divide-line">
            {refused.items.map((item) => (
              <li key={`${item.run_id} ${item.diff_sha} ${item.external_id}`} className="px-4 py-3 text-sm">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <code className="break-all text-xs">
                    <StoredText>{item.title}</StoredText>
                  </code>
                  <span className="text-bad">
                    {countOf(item.unknown_symbols.length, "unknown symbol")}:{" "}
                    <code className="break-all text-xs">
                      <StoredText>{item.unknown_symbols.join(", ")}</StoredText>
                    </code>
                  </span>
                  <span className="group/time text-muted text-xs">
                    <TimeAgo instant={item.rejected_at} />, run <StoredText>{item.run_id}</StoredText>
                  </span>
                </p>
                <p className="mt-1 break-words text-muted">
                  <StoredText>{item.summary}</StoredText>
                </p>
              </li>
            ))}
          </ul>
        )}
        {refused.next_cursor === null ? null : <More shown={refused.items.length} noun="refusals" />}
      </Section>
    </>
  );
}

function More({ shown, noun }: { shown: number; noun: string }) {
  return (
    <p className="mt-2 text-muted text-xs">
      The newest {shown} {noun}; older ones are not shown here.
    </p>
  );
}

type ContextProps = {
  externalId: string;
  workspace: string;
  title: string;
  description: string;
  isArchived: boolean;
  updatedAt: string;
};

function Context({ externalId, workspace, title, description, isArchived, updatedAt }: ContextProps) {
  const trpc = useTRPC();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useQuery({
    ...trpc.contexts.get.queryOptions({ external_id: externalId, workspace }),
    enabled: isOpen,
    retry: false,
  });
  return (
    <details className="group" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 text-sm hover:bg-hover">
        <code className="break-all text-xs">
          <StoredText>{title}</StoredText>
        </code>
        <span className="min-w-0 break-words text-muted">
          <StoredText>{description}</StoredText>
        </span>
        {isArchived ? <span className="text-caution text-xs">archived</span> : null}
        <span className="group/time text-muted text-xs">
          <TimeAgo instant={updatedAt} />
        </span>
      </summary>
      <div className="border-line border-t bg-sunken">
        {error ? (
          <Notice look="failed" title="The context could not be read">
            {failureWords(error)}
          </Notice>
        ) : data === undefined ? (
          <p role="status" className="p-4 text-muted text-sm">
            Loading the context
          </p>
        ) : (
          <LongText text={data.body} label={`Context of ${title}`} />
        )}
      </div>
    </details>
  );
}
