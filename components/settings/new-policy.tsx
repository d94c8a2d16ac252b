"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { fieldError } from "#components/trpc/field-error.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { changedFields, fieldsOf, type PolicyItem } from "./prepare-policies.ts";

type Props = { from: PolicyItem; onClose: () => void };

/** A new version of the policy, beginning from the active one. Saving it changes nothing until it is applied. */
export function NewPolicy({ from, onClose }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<ReadonlyMap<string, string>>(new Map());
  const [note, setNote] = useState("");
  const saving = useMutation(
    trpc.policy.save.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.policy.list.queryFilter());
        onClose();
      },
    }),
  );
  const fields = fieldsOf(from);
  const changed = changedFields(fields, edited);
  const count = Object.keys(changed).length;

  function submit(event: FormEvent) {
    event.preventDefault();
    saving.mutate({ fields: changed, base_version: from.policy.version, note: note.trim() });
  }

  return (
    <form onSubmit={submit} aria-label="New policy version" className="panel flex flex-col gap-4 p-4">
      <p className="text-muted text-sm">
        Begins from {from.policy.version === 0 ? "the built-in policy" : `version ${from.policy.version}`}. It takes
        effect when it is applied. To find floor and gap by measurement, use the calibration page.
      </p>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {fields.map(({ field, meaning, unit, min, max, isInteger, isNullable, value }) => (
          <TextField
            key={field}
            label={field}
            isMono
            hint={`${meaning} ${min} to ${max}, ${unit}${isNullable ? "; empty is off" : ""}.`}
            type="number"
            min={min}
            max={max}
            step={isInteger ? 1 : "any"}
            required={!isNullable}
            value={edited.get(field) ?? value}
            error={fieldError(saving.error, `fields.${field}`)}
            onChange={(event) => setEdited(new Map(edited).set(field, event.target.value))}
          />
        ))}
      </div>
      <TextField
        label="Note"
        hint="Why this version is made. Shown in the list."
        value={note}
        error={fieldError(saving.error, "note")}
        onChange={(event) => setNote(event.target.value)}
      />
      {saving.isError ? (
        <Notice look="failed" title="The version was not saved">
          {failureWords(saving.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" type="submit" disabled={saving.isPending || count === 0}>
          {saving.isPending ? "Saving" : "Save version"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <span role="status" className="text-muted text-xs">
          {count === 0 ? "Nothing is changed yet" : `${countOf(count, "field")} changed`}
        </span>
      </div>
    </form>
  );
}
