"use client";

import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { z } from "zod";
import { failureWords } from "#components/trpc/failure-words.ts";
import { fieldError } from "#components/trpc/field-error.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { CreateKeyOutput } from "#server/contracts/keys.ts";

type Props = { onClose: () => void; onCreated: (key: z.output<typeof CreateKeyOutput>) => Promise<void> };

/** What a new key may do. It begins with the least: reading, and an end. */
export function NewKey({ onClose, onCreated }: Props) {
  const trpc = useTRPC();
  const { data: known } = useSuspenseQuery(trpc.project.list.queryOptions());
  const [name, setName] = useState("");
  const [access, setAccess] = useState<"read" | "write">("read");
  const [days, setDays] = useState("90");
  const [projects, setProjects] = useState<ReadonlySet<string>>(new Set());
  const accessId = useId();
  // Never kept in the cache of mutations: the answer holds the key.
  const creation = useMutation(trpc.key.create.mutationOptions({ gcTime: 0, onSuccess: onCreated }));

  function submit(event: FormEvent) {
    event.preventDefault();
    creation.mutate({
      name: name.trim(),
      access,
      ...(days.trim() === "" ? {} : { expires_in_days: Number(days) }),
      ...(projects.size === 0 ? {} : { projects: [...projects] }),
    });
  }

  function toggle(project: string, isChosen: boolean) {
    const chosen = new Set(projects);
    if (isChosen) chosen.add(project);
    else chosen.delete(project);
    setProjects(chosen);
  }

  return (
    <form onSubmit={submit} aria-label="New key" className="panel flex flex-col gap-4 p-4">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3">
        <TextField
          label="Name"
          hint="Who or what uses it, for example ci or laptop."
          required
          value={name}
          error={fieldError(creation.error, "name")}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <label htmlFor={accessId} className="mb-1 block font-medium text-sm">
            Access
          </label>
          <Select
            id={accessId}
            value={access}
            onChange={(event) => setAccess(event.target.value === "write" ? "write" : "read")}
            className="w-full"
          >
            <option value="read">read: look things up</option>
            <option value="write">write: also store, replace, delete</option>
          </Select>
        </div>
        <TextField
          label="Days until it expires"
          hint="1 to 3,650; empty is until it is revoked."
          type="number"
          min={1}
          max={3650}
          value={days}
          error={fieldError(creation.error, "expires_in_days")}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      {known.items.length === 0 ? null : (
        <fieldset>
          <legend className="font-medium text-sm">Only these projects</legend>
          <p className="mb-1 text-muted text-xs">None chosen: all of the workspace, present and future.</p>
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {known.items.map(({ project }) => (
              <li key={project}>
                <label className="flex min-h-6 items-center gap-2 break-all text-sm">
                  <input
                    type="checkbox"
                    checked={projects.has(project)}
                    onChange={(event) => toggle(project, event.target.checked)}
                  />
                  <StoredText>{project}</StoredText>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {creation.isError ? (
        <Notice look="failed" title="The key was not made">
          {failureWords(creation.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" disabled={creation.isPending || name.trim() === ""}>
          {creation.isPending ? "Making" : "Make key"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
