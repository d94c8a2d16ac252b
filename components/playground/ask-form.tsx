"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { operationWord } from "#components/lookups/words.ts";
import { failureWords } from "#components/trpc/failure-words.ts";
import { fieldError } from "#components/trpc/field-error.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextArea, TextField } from "#components/ui/text-field.tsx";
import { useUrlState } from "#components/ui/use-url-state.ts";
import {
  type PlaygroundState,
  playgroundOperations,
  playgroundParsers,
  playgroundSession,
} from "./playground-state.ts";

/** What is sent: only fields that say something, because an empty one is refused. */
function given(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ""),
  );
}

/** A lookup by hand, as an agent would send it. The answer's record is opened below. */
export function AskForm() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const projects = useId();
  const [state, setState] = useUrlState(playgroundParsers);
  const [log, setLog] = useState("");
  const { data: facets } = useSuspenseQuery(trpc.memory.facets.queryOptions());
  const show = async (lookupId: string | null) => {
    await queryClient.invalidateQueries(trpc.lookup.get.queryFilter());
    await setState({ lookup: lookupId });
  };
  const context = useMutation(trpc.memory.context.mutationOptions({ onSuccess: ({ lookup_id }) => show(lookup_id) }));
  const prior = useMutation(trpc.context.prior.mutationOptions({ onSuccess: ({ lookup_id }) => show(lookup_id) }));
  const isContext = state.operation === "memory.context";
  const { error, isPending } = isContext ? context : prior;
  const unrecorded = (isContext ? context.data : prior.data)?.lookup_id === null;

  function ask(event: FormEvent) {
    event.preventDefault();
    const budget = state.budget === null ? {} : { budget: state.budget };
    const scope = state.scope === null ? {} : { scope: state.scope };
    if (isContext) {
      context.mutate({
        ...given({ task: state.task, tool: state.tool, project: state.project, session: state.session }),
        ...(log.trim() === "" ? {} : { signature_source: log }),
        ...budget,
        ...scope,
      });
      return;
    }
    const nodes = state.nodes
      .split(/[\n,]/)
      .map((node) => node.trim())
      .filter((node) => node !== "");
    prior.mutate({
      project: state.project.trim(),
      session: state.session.trim() || playgroundSession,
      task_text: state.task,
      ...(nodes.length === 0 ? {} : { current_nodes: nodes }),
      ...budget,
      ...scope,
    });
  }

  const isAskable = isContext
    ? state.task.trim() !== "" || state.tool.trim() !== "" || log.trim() !== ""
    : state.task.trim() !== "" && state.project.trim() !== "";
  return (
    <form onSubmit={ask} aria-label="Lookup by hand" className="panel flex flex-col gap-4 p-4">
      <fieldset aria-label="Operation" className="inline-flex self-start rounded-md border border-line-strong">
        {playgroundOperations.map((operation) => (
          <button
            key={operation}
            type="button"
            aria-pressed={state.operation === operation}
            onClick={() => void setState({ operation })}
            className={classNames(
              "min-h-7.5 border-line-strong border-r px-2.5 text-sm first:rounded-l-md last:rounded-r-md last:border-r-0",
              state.operation === operation ? "bg-selected font-medium text-ink" : "text-muted hover:bg-hover",
            )}
          >
            {operationWord[operation]}
          </button>
        ))}
      </fieldset>
      <div className={classNames("grid gap-4", isContext && "lg:grid-cols-2")}>
        <TextArea
          label="Task"
          hint="What is about to be done, in plain words."
          className={isContext ? "h-38" : "h-20"}
          value={state.task}
          error={fieldError(error, isContext ? "task" : "task_text")}
          onChange={(event) => void setState({ task: event.target.value || null })}
        />
        {isContext ? (
          <TextArea
            label="Log of the failure"
            hint="The raw output of the failing command; secrets are masked before anything is stored."
            className="h-38"
            isMono
            value={log}
            error={fieldError(error, "signature_source")}
            onChange={(event) => setLog(event.target.value)}
          />
        ) : (
          <TextArea
            label="Current nodes"
            hint="Repository-relative files, directories or modules, one a line. Without one that resolves the structural factor is 0."
            className="h-20"
            isMono
            value={state.nodes}
            error={fieldError(error, "current_nodes")}
            onChange={(event) => void setState({ nodes: event.target.value || null })}
          />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          label="Project"
          list={projects}
          hint={isContext ? "Ranks its own memories first." : "Needed: its memories are judged by its own graph."}
          value={state.project}
          error={fieldError(error, "project")}
          onChange={(event) => void setState({ project: event.target.value || null })}
        />
        <datalist id={projects}>
          {facets.projects.map((project) => (
            <option key={project} value={project} />
          ))}
        </datalist>
        {isContext ? (
          <TextField
            label="Tool"
            hint="Inferred from the log when left out."
            value={state.tool}
            error={fieldError(error, "tool")}
            onChange={(event) => void setState({ tool: event.target.value || null })}
          />
        ) : null}
        <TextField
          label="Session"
          hint={
            isContext ? "Named in the record only." : `Its own memories are left out. Default: ${playgroundSession}.`
          }
          value={state.session}
          error={fieldError(error, "session")}
          onChange={(event) => void setState({ session: event.target.value || null })}
        />
        <TextField
          label="Budget"
          type="number"
          min={0}
          max={200_000}
          hint={`Tokens. Default: ${isContext ? "6,000" : "2,000"}.`}
          value={state.budget ?? ""}
          error={fieldError(error, "budget")}
          onChange={(event) =>
            void setState({ budget: Number.isNaN(event.target.valueAsNumber) ? null : event.target.valueAsNumber })
          }
        />
      </div>
      {error ? (
        <Notice look="failed" title="The lookup was refused">
          {failureWords(error)}
        </Notice>
      ) : null}
      {unrecorded ? (
        <Notice look="caution" title="Answered, but not recorded">
          The store could not keep the record of this lookup, so there is nothing to show.
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" type="submit" disabled={isPending || !isAskable}>
          {isPending ? "Looking up" : "Look up"}
        </Button>
        <FilterSelect
          label="Scope"
          width="sm:w-44"
          value={state.scope}
          options={scopes}
          onChange={(scope) => void setState({ scope })}
        />
        {isAskable ? null : (
          <span className="text-muted text-xs">
            {isContext ? "Give a task, a tool or a log." : "Give a task and a project."}
          </span>
        )}
      </div>
    </form>
  );
}

const scopes: readonly { value: NonNullable<PlaygroundState["scope"]>; word: string }[] = [
  { value: "project", word: "This project only" },
  { value: "all-projects", word: "All projects" },
];
