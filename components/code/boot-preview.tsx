"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TextArea } from "#components/ui/text-field.tsx";
import { useUrlState } from "#components/ui/use-url-state.ts";
import { CandidateTable } from "./candidate-table.tsx";
import { codeStateParsers } from "./code-state.ts";

/** Asks as an agent would at its start, and shows what it would be given. The question is recorded like any other. */
export function BootPreview({ project }: { project: string }) {
  const [{ goal }, setState] = useUrlState(codeStateParsers);
  const [text, setText] = useState(goal ?? "");
  const trpc = useTRPC();
  const boot = useMutation(trpc.agent.boot.mutationOptions());
  const answer = boot.data;
  return (
    <Section id="boot" title="Boot preview" note="What an agent would be given for a task, and why these files">
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void setState({ goal: text });
          boot.mutate({ goal: text, repo: project });
        }}
      >
        <TextArea
          label="Task"
          hint="As it was given, with every name, path and error in it"
          value={text}
          maxLength={20_000}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button type="submit" look="primary" disabled={text.trim() === "" || boot.isPending}>
            Find its files
          </Button>
        </div>
      </form>
      {boot.isError ? (
        <Notice look="failed" title="The task could not be scoped" className="mt-3">
          {failureWords(boot.error)}
        </Notice>
      ) : null}
      <div aria-live="polite">
        {answer === undefined ? null : (
          <div className="mt-4 flex flex-col gap-4">
            {answer.candidates.length === 0 ? (
              <p className="text-muted text-sm">No file of this commit resembles the task.</p>
            ) : (
              <CandidateTable candidates={answer.candidates} />
            )}
            {answer.notes.map((note) => (
              <p key={note} className="text-muted text-sm">
                {note}
              </p>
            ))}
            {answer.lookup_id === null ? null : <Rendered lookupId={answer.lookup_id} />}
          </div>
        )}
      </div>
    </Section>
  );
}

/** The text that a model would be given, from the record that was just kept. */
function Rendered({ lookupId }: { lookupId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.lookup.get.queryOptions({ id: lookupId }));
  const rendered = typeof data?.record.rendered === "string" ? data.record.rendered : "";
  return (
    <div>
      <p className="mb-1 text-muted text-sm">
        What a model reads{data ? `, ${data.summary.budget_used} tokens` : ""}.{" "}
        <Link className="underline" href={`/lookups/${lookupId}`}>
          Open the record
        </Link>
      </p>
      {rendered === "" ? null : (
        <pre className="whitespace-pre-wrap break-words rounded-md border border-line bg-sunken p-3 text-xs">
          <StoredText>{rendered}</StoredText>
        </pre>
      )}
    </div>
  );
}
