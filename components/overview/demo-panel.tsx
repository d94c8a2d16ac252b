"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";

/** The demo project: what is in it, and its removal. Shows nothing where there is none. */
export function DemoPanel() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isGone, setIsGone] = useState(false);
  const { data: demo } = useSuspenseQuery(trpc.demo.status.queryOptions());
  const removal = useMutation(
    trpc.demo.remove.mutationOptions({
      onSuccess: async () => {
        setIsGone(true);
        await queryClient.invalidateQueries();
      },
    }),
  );
  if (isGone) {
    return (
      <p role="status" className="panel p-4 text-sm">
        The demo project is gone. What you store from now on is yours.
      </p>
    );
  }
  if (!demo.present) return null;
  const content = `${countOf(demo.memories, "memory", "memories")} and ${countOf(demo.lookups, "lookup")}`;
  return (
    <section aria-labelledby="demo" className="panel flex flex-wrap items-center justify-between gap-4 p-4">
      <div className="min-w-0 flex-1 basis-80">
        <h2 id="demo" className="font-semibold">
          Demo project
        </h2>
        <p className="text-muted text-sm">
          Recorded failures of real tools with lessons, references and skills around them: {content}. Delete it when you
          have seen enough.
        </p>
      </div>
      <ConfirmDialog
        trigger={removal.isPending ? "Deleting" : "Delete the demo"}
        title="Delete the demo project?"
        confirmLabel="Delete"
        isDisabled={removal.isPending}
        onConfirm={() => removal.mutate()}
      >
        {content} are removed from the store for good. Nothing of your own is touched.
      </ConfirmDialog>
      {removal.isError ? (
        <Notice look="failed" title="The demo could not be deleted" className="basis-full">
          {failureWords(removal.error)}
        </Notice>
      ) : null}
    </section>
  );
}
