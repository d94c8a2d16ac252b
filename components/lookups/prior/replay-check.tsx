"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, RotateCcw, TriangleAlert } from "lucide-react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Policy } from "#server/domain/policy/policy.ts";
import type { PriorView } from "./prepare-prior-view.ts";

type Props = { recordId: string; asked: Partial<Policy>; view: PriorView };

/** Has the server recompute the decision from its record, and says whether it comes to what this page shows. */
export function ReplayCheck({ recordId, asked, view }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const question = JSON.stringify(asked);
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (_question: string) =>
      queryClient.fetchQuery({
        ...trpc.lookup.replay.queryOptions({ id: recordId, ...(view.isWhatIf ? { policy: asked } : {}) }),
        staleTime: 0,
      }),
  });
  const isCurrent = variables === question;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button onClick={() => mutate(question)} disabled={isPending || view.refused.length > 0}>
        <RotateCcw aria-hidden="true" size={14} />
        {view.isWhatIf ? "Confirm on the server" : "Replay"}
      </Button>
      <p role="status" className="text-sm">
        {!isCurrent || isPending ? null : error ? (
          <span className="text-bad">The replay failed: {failureWords(error)}</span>
        ) : data === undefined ? null : (
          <ReplayWords replay={data} view={view} />
        )}
      </p>
    </div>
  );
}

type Replay = {
  identical: boolean;
  differences: string[];
  entered: { id: string; score: number }[];
  left: { id: string; score: number }[];
};

function ReplayWords({ replay, view }: { replay: Replay; view: PriorView }) {
  const isSame = view.isWhatIf
    ? JSON.stringify([replay.entered, replay.left]) === JSON.stringify([view.entered, view.left])
    : replay.identical;
  const Icon = isSame ? CircleCheck : TriangleAlert;
  return (
    <span
      className={isSame ? "inline-flex items-center gap-1.5 text-good" : "inline-flex items-center gap-1.5 text-bad"}
    >
      <Icon aria-hidden="true" size={14} />
      {view.isWhatIf
        ? isSame
          ? "The server comes to the same selection."
          : "The server comes to another selection than this page."
        : isSame
          ? "Identical to the last bit, from the record alone."
          : `Not identical: ${replay.differences.join(", ")}`}
    </span>
  );
}
