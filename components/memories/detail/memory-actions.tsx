"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, Pencil, Undo2 } from "lucide-react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { MemoryData } from "./memory-data.ts";
import { useMemoryAction } from "./use-memory-action.ts";

/** What can be done to a memory in its state; each is reversible but the deletion, which asks first. */
export function MemoryActions({ memory }: { memory: MemoryData }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [action, setAction] = useMemoryAction();
  const renew = async () => {
    await setAction(null);
    await queryClient.invalidateQueries();
  };
  const deletion = useMutation(trpc.memory.delete.mutationOptions({ onSuccess: renew }));
  const undoing = useMutation(trpc.memory.undoSupersede.mutationOptions({ onSuccess: renew }));
  const error = deletion.error ?? undoing.error;
  const isReplaced = memory.state === "superseded" || memory.state === "retired";
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      {isReplaced ? (
        <Button disabled={undoing.isPending} onClick={() => undoing.mutate({ id: memory.id })}>
          <Undo2 aria-hidden="true" size={14} />
          {memory.state === "retired" ? "Undo retirement" : "Undo supersession"}
        </Button>
      ) : (
        <>
          <Button aria-expanded={action === "edit"} onClick={() => void setAction(action === "edit" ? null : "edit")}>
            <Pencil aria-hidden="true" size={14} />
            Edit
          </Button>
          <Button
            aria-expanded={action === "retire"}
            onClick={() => void setAction(action === "retire" ? null : "retire")}
          >
            <Ban aria-hidden="true" size={14} />
            Retire
          </Button>
        </>
      )}
      <ConfirmDialog
        trigger={deletion.isPending ? "Deleting" : "Delete"}
        title="Delete this memory?"
        confirmLabel="Delete"
        isDisabled={deletion.isPending}
        onConfirm={() => deletion.mutate({ id: memory.id })}
      >
        Its text, symptom, vectors and raw example are removed everywhere, also from records of past lookups. Only id,
        time and who deleted it remain. This cannot be undone; to take it out of answers reversibly, retire it instead.
      </ConfirmDialog>
      {error ? (
        <Notice look="failed" title="That did not work" className="basis-full">
          {failureWords(error)}
        </Notice>
      ) : null}
    </div>
  );
}
