"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { ExportMenu } from "#components/lists/export-menu.tsx";
import { memoryFiltersUrl, noMemoryFilters } from "#components/memories/memory-filters.ts";
import { failureWords } from "#components/trpc/failure-words.ts";
import { fieldError } from "#components/trpc/field-error.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";

/** The projects of the workspace, what they hold, and their other names. */
export function ProjectsContent() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(trpc.project.list.queryOptions());
  const renew = () => queryClient.invalidateQueries();
  const removal = useMutation(trpc.project.removeAlias.mutationOptions({ onSuccess: renew }));
  if (data.items.length === 0) {
    return (
      <p className="panel p-4 text-muted text-sm">
        No project yet. One appears with its first memory, decision or failure.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <ul className="panel divide-y divide-line">
        {data.items.map((project) => (
          <li key={project.project} className="px-4 py-3 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Link
                href={memoryFiltersUrl("/memories", { ...noMemoryFilters, project: project.project })}
                className="font-medium hover:underline"
              >
                <StoredText>{project.project}</StoredText>
              </Link>
              {project.is_demo ? <span className="text-muted text-xs">demo</span> : null}
            </p>
            <p className="mt-0.5 text-muted">
              {countOf(project.memories, "memory", "memories")}, {countOf(project.lookups, "lookup")}, policy{" "}
              {project.policy_version === 0 ? "built in" : `version ${project.policy_version}`},{" "}
              {project.graph === null ? (
                "no code graph: structural scores are 0"
              ) : (
                <>
                  code graph of {formatCount(project.graph.files)} files at{" "}
                  <code className="text-xs">{project.graph.commit.slice(0, 10)}</code>, indexed{" "}
                  <span className="group/time">
                    <TimeAgo instant={project.graph.indexed_at} />
                  </span>
                </>
              )}
            </p>
            {project.aliases.length === 0 ? null : (
              <ul className="mt-1.5 flex flex-col gap-1">
                {project.aliases.map(({ alias }) => (
                  <li key={alias} className="flex flex-wrap items-center gap-x-3">
                    <span className="text-muted">also</span>
                    <StoredText>{alias}</StoredText>
                    <Button
                      look="quiet"
                      disabled={removal.isPending}
                      aria-label={`Remove the alias ${alias}`}
                      onClick={() => removal.mutate({ alias })}
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {removal.isError ? (
        <Notice look="failed" title="The alias was not removed">
          {failureWords(removal.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-3">
        <AliasForm projects={data.items.map(({ project }) => project)} onDone={renew} />
        <ExportMenu
          fileName="whence-projects"
          columns={[
            { name: "project", value: (row) => row.project },
            { name: "memories", value: (row) => row.memories },
            { name: "lookups", value: (row) => row.lookups },
            { name: "aliases", value: (row) => row.aliases.map(({ alias }) => alias).join(" ") },
            { name: "policy_version", value: (row) => row.policy_version },
          ]}
          fetchPage={async () => ({ items: data.items, next_cursor: null })}
        />
      </div>
    </div>
  );
}

function AliasForm({ projects, onDone }: { projects: readonly string[]; onDone: () => Promise<void> }) {
  const trpc = useTRPC();
  const [alias, setAlias] = useState("");
  const [project, setProject] = useState(projects[0] ?? "");
  const addition = useMutation(
    trpc.project.addAlias.mutationOptions({
      onSuccess: async () => {
        setAlias("");
        await onDone();
      },
    }),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    addition.mutate({ alias: alias.trim(), project });
  }

  return (
    <form onSubmit={submit} aria-label="Add an alias" className="flex min-w-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 basis-64">
          <TextField
            label="Other name"
            placeholder="gitlab.com/acme/old-name"
            value={alias}
            error={fieldError(addition.error, "alias")}
            onChange={(event) => setAlias(event.target.value)}
          />
        </div>
        <label className="flex min-w-0 flex-col gap-1 font-medium text-sm">
          stands for
          <Select
            value={project}
            onChange={(event) => setProject(event.target.value)}
            className="max-w-72 truncate font-normal"
          >
            {projects.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </label>
        <Button type="submit" disabled={addition.isPending || alias.trim() === ""}>
          Add alias
        </Button>
      </div>
      {addition.isError ? (
        <Notice look="failed" title="The alias was not added">
          {failureWords(addition.error)}
        </Notice>
      ) : null}
    </form>
  );
}
