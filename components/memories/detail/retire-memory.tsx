"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { fieldError } from "#components/trpc/field-error.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useMemoryAction } from "./use-memory-action.ts";

/** Takes a memory out of all answers without a successor, with the reason. */
export function RetireMemory({ id }: { id: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [, setAction] = useMemoryAction();
  const [reason, setReason] = useState("");
  const retirement = useMutation(
    trpc.memory.supersede.mutationOptions({
      onSuccess: async () => {
        await setAction(null);
        await queryClient.invalidateQueries();
      },
    }),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    retirement.mutate({ id, successor: null, reason: reason.trim() });
  }

  return (
    <form onSubmit={submit} aria-labelledby="retire" className="panel flex flex-col gap-4 p-4">
      <div>
        <h2 id="retire" className="font-semibold">
          Retire
        </h2>
        <p className="text-muted text-sm">
          No lookup returns it any more, and nothing is returned in its place. Its text stays, and the step can be
          undone.
        </p>
      </div>
      <TextField
        label="Reason"
        required
        value={reason}
        error={fieldError(retirement.error, "reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      {retirement.isError ? (
        <Notice look="failed" title="It was not retired">
          {failureWords(retirement.error)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" disabled={retirement.isPending || reason.trim() === ""}>
          {retirement.isPending ? "Retiring" : "Retire"}
        </Button>
        <Button onClick={() => void setAction(null)}>Cancel</Button>
      </div>
    </form>
  );
}
