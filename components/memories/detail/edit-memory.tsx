"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { fieldError } from "#components/trpc/field-error.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextArea, TextField } from "#components/ui/text-field.tsx";
import type { MemoryData } from "./memory-data.ts";
import { useMemoryAction } from "./use-memory-action.ts";

/** Editing writes a successor: what was answered before stays explicable, and the change can be undone. */
export function EditMemory({ memory }: { memory: MemoryData }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [, setAction] = useMemoryAction();
  const [text, setText] = useState(memory.text);
  const [symptom, setSymptom] = useState(memory.symptom ?? "");
  const [reason, setReason] = useState("");
  const edit = useMutation(
    trpc.memory.supersede.mutationOptions({
      onSuccess: async ({ successor_id }) => {
        await queryClient.invalidateQueries();
        if (successor_id !== null) router.push(`/memories/${successor_id}`);
      },
    }),
  );
  const isUnchanged = text.trim() === memory.text.trim() && symptom.trim() === (memory.symptom ?? "").trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    edit.mutate({
      id: memory.id,
      successor: { text: text.trim(), ...(symptom.trim() === "" ? {} : { symptom: symptom.trim() }) },
      reason: reason.trim(),
    });
  }

  return (
    <form onSubmit={submit} aria-labelledby="edit" className="panel flex flex-col gap-4 p-4">
      <div>
        <h2 id="edit" className="font-semibold">
          Edit
        </h2>
        <p className="text-muted text-sm">
          Saving writes a new memory that replaces this one. The old text stays in the chain, and the step can be
          undone.
        </p>
      </div>
      <TextArea
        label="Text"
        rows={6}
        required
        value={text}
        error={fieldError(edit.error, "successor.text")}
        onChange={(event) => setText(event.target.value)}
      />
      <TextArea
        label="Symptom"
        hint="How the failure shows itself, in words. Similar failures are found by it."
        rows={2}
        value={symptom}
        error={fieldError(edit.error, "successor.symptom")}
        onChange={(event) => setSymptom(event.target.value)}
      />
      <TextField
        label="Reason"
        hint="Why it is replaced. Shown in the chain."
        required
        value={reason}
        error={fieldError(edit.error, "reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      {edit.isError ? (
        <Notice look="failed" title="The change was not saved">
          {failureWords(edit.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" type="submit" disabled={edit.isPending || isUnchanged || reason.trim() === ""}>
          {edit.isPending ? "Saving" : "Save as successor"}
        </Button>
        <Button onClick={() => void setAction(null)}>Cancel</Button>
        {isUnchanged ? <span className="text-muted text-xs">Nothing is changed yet</span> : null}
      </div>
    </form>
  );
}
