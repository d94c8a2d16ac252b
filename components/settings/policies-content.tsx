"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { CircleCheck, Undo2 } from "lucide-react";
import { useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeFull } from "#components/ui/time-full.tsx";
import { NewPolicy } from "./new-policy.tsx";
import { changesOf, type PolicyItem, rollbackTarget } from "./prepare-policies.ts";

function versionWord(version: number): string {
  return version === 0 ? "Built in" : `Version ${version}`;
}

function scopeWord(scope: string): string {
  return scope === "" ? "the workspace" : scope;
}

/** The versions of the policy, which is active where, and the ways to another one. */
export function PoliciesContent() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isWriting, setIsWriting] = useState(false);
  const [scope, setScope] = useState("");
  const { data } = useSuspenseQuery(trpc.policy.list.queryOptions({}));
  const { data: projects } = useSuspenseQuery(trpc.project.list.queryOptions());
  const application = useMutation(
    trpc.policy.applyVersion.mutationOptions({ onSuccess: () => queryClient.invalidateQueries() }),
  );
  const active = data.items.find(({ policy }) => policy.version === data.active);
  const back = rollbackTarget(data.items, data.active);
  const apply = (version: number, project: string) =>
    application.mutate({ version, ...(project === "" ? {} : { project }) });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-expanded={isWriting} onClick={() => setIsWriting(!isWriting)}>
          New version
        </Button>
        {back === null ? null : (
          <Button disabled={application.isPending} onClick={() => apply(back, "")}>
            <Undo2 aria-hidden="true" size={14} />
            Roll back the workspace to {versionWord(back).toLowerCase()}
          </Button>
        )}
        <label className="flex items-center gap-2 text-sm">
          Apply to
          <Select value={scope} onChange={(event) => setScope(event.target.value)} className="max-w-72 truncate">
            <option value="">the whole workspace</option>
            {projects.items.map(({ project }) => (
              <option key={project} value={project}>
                {project}
              </option>
            ))}
          </Select>
        </label>
      </div>
      {isWriting && active !== undefined ? <NewPolicy from={active} onClose={() => setIsWriting(false)} /> : null}
      {application.isError ? (
        <Notice look="failed" title="The policy was not applied">
          {failureWords(application.error)}
        </Notice>
      ) : null}
      <ul className="panel divide-y divide-line">
        {data.items.map((item) => (
          <PolicyRow
            key={item.policy.version}
            item={item}
            isActive={item.policy.version === data.active}
            scope={scope}
            isPending={application.isPending}
            onApply={() => apply(item.policy.version, scope)}
          />
        ))}
      </ul>
    </div>
  );
}

type RowProps = { item: PolicyItem; isActive: boolean; scope: string; isPending: boolean; onApply: () => void };

function PolicyRow({ item, isActive, scope, isPending, onApply }: RowProps) {
  const changes = changesOf(item);
  const { version } = item.policy;
  const isActiveHere = scope === "" ? isActive : item.active_in.includes(scope);
  return (
    <li className="px-4 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="font-medium">{versionWord(version)}</span>
            {isActive ? (
              <span className="inline-flex items-center gap-1.5 text-good">
                <CircleCheck aria-hidden="true" size={14} />
                active in the workspace
              </span>
            ) : null}
            {item.active_in
              .filter((project) => project !== "")
              .map((project) => (
                <span key={project} className="text-muted text-xs">
                  active in <StoredText>{project}</StoredText>
                </span>
              ))}
            {item.created_at === null ? null : (
              <span className="text-muted text-xs">
                <TimeFull instant={item.created_at} />
              </span>
            )}
          </p>
          {item.note === "" ? null : (
            <p className="mt-0.5 text-muted">
              <StoredText>{item.note}</StoredText>
            </p>
          )}
        </div>
        {isActiveHere ? null : (
          <ConfirmDialog
            trigger={`Apply ${versionWord(version).toLowerCase()}`}
            title={`Apply ${versionWord(version).toLowerCase()} to ${scopeWord(scope)}?`}
            confirmLabel="Apply"
            isDisabled={isPending}
            onConfirm={onApply}
          >
            New lookups are decided under it at once. Past ones keep the policy of their record, and applying the old
            version again undoes this.
          </ConfirmDialog>
        )}
      </div>
      {changes.length === 0 ? null : (
        <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {changes.map(({ field, value, before, meaning }) => (
            <div key={field} title={meaning} className="flex min-w-0 items-baseline gap-2">
              <dt className="truncate font-mono text-xs">{field}</dt>
              <dd>
                {value} <span className="text-muted text-xs">instead of {before}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
