"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, History, Undo2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { formatThreshold } from "#components/ui/format-threshold.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/select.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import type { CalibrationBody } from "#server/contracts/calibrations.ts";

type Props = { run: CalibrationBody; floor: number; gap: number };

const replayCounts = [20, 50, 100, 200] as const;

/** Before anything is applied, the newest lookups are replayed under it; afterwards the way back is one press. */
export function ApplyPanel({ run, floor, gap }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [replayLast, setReplayLast] = useState<number>(50);
  const [applied, setApplied] = useState<{ version: number; replaced: number } | null>(null);
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.policy.list.queryFilter()),
      queryClient.invalidateQueries(trpc.calibration.list.queryFilter()),
      queryClient.invalidateQueries(trpc.calibration.get.queryFilter({ id: run.id })),
    ]);
  const replay = useMutation(trpc.calibration.applySuggestion.mutationOptions());
  const apply = useMutation(
    trpc.calibration.applySuggestion.mutationOptions({
      onSuccess: ({ version, replaced }) => {
        if (version !== null) setApplied({ version, replaced });
        return renew();
      },
    }),
  );
  const rollBack = useMutation(
    trpc.policy.applyVersion.mutationOptions({
      onSuccess: () => {
        setApplied(null);
        return renew();
      },
    }),
  );
  const thresholds = { noise_floor: floor, rank_gap_ratio: gap };
  const isReplayed = replay.variables?.noise_floor === floor && replay.variables.rank_gap_ratio === gap;
  const isRefused = run.refused !== undefined;
  const where = run.project === null ? "the whole workspace" : run.project;
  return (
    <Section
      id="apply"
      title="Replay and apply"
      note={`Floor ${formatThreshold(floor)}, gap ${formatThreshold(gap)}, for ${where}.`}
    >
      <div className="panel flex flex-col gap-3 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor="replay-last" className="text-sm">
            The newest
          </label>
          <Select id="replay-last" value={replayLast} onChange={(event) => setReplayLast(Number(event.target.value))}>
            {replayCounts.map((count) => (
              <option key={count} value={count}>
                {count} lookups
              </option>
            ))}
          </Select>
          <Button
            disabled={replay.isPending}
            onClick={() => replay.mutate({ id: run.id, ...thresholds, replay_last: replayLast, dry_run: true })}
          >
            <History aria-hidden="true" size={14} />
            Replay under these thresholds
          </Button>
          {isRefused ? null : (
            <ConfirmDialog
              trigger={
                <>
                  <Check aria-hidden="true" size={14} />
                  Apply
                </>
              }
              title="Apply these thresholds?"
              confirmLabel={run.evidence === "weak" ? "Apply on weak evidence" : "Apply"}
              isDisabled={apply.isPending}
              onConfirm={() =>
                apply.mutate({ id: run.id, ...thresholds, accept_weak: run.evidence === "weak", replay_last: 0 })
              }
            >
              A new policy version with floor {formatThreshold(floor)} and gap {formatThreshold(gap)} becomes active for{" "}
              {where}.{run.evidence === "weak" ? " Fewer than 3 pairs of a class are weak evidence." : ""} Lookups from
              now on are decided under it; the version before stays, to go back to.
            </ConfirmDialog>
          )}
        </div>
        {isRefused ? (
          <p className="text-muted text-sm">
            Nothing is applied from a run whose pairs no floor separates. What the lines would do can be tried and
            replayed; to set them all the same, save a policy by hand.
          </p>
        ) : null}
        <div role="status" className="text-sm">
          {replay.isPending ? <p className="text-muted">Replaying …</p> : null}
          {replay.data !== undefined && isReplayed ? <Replayed answer={replay.data} /> : null}
          {replay.data !== undefined && !isReplayed && !replay.isPending ? (
            <p className="text-muted">The thresholds moved since the last replay.</p>
          ) : null}
          {applied === null ? null : (
            <p className="flex flex-wrap items-center gap-3">
              <span className="text-good">Policy version {applied.version} is active.</span>
              <Button
                disabled={rollBack.isPending}
                onClick={() =>
                  rollBack.mutate({
                    version: applied.replaced,
                    ...(run.project === null ? {} : { project: run.project }),
                  })
                }
              >
                <Undo2 aria-hidden="true" size={14} />
                Roll back to version {applied.replaced}
              </Button>
            </p>
          )}
          {rollBack.isSuccess && applied === null ? (
            <p className="text-good">Policy version {rollBack.data.version} is active again.</p>
          ) : null}
        </div>
        {[replay.error, apply.error, rollBack.error].map((error) =>
          error === null ? null : (
            <Notice key={error.message} look="failed" title="This did not work">
              {failureWords(error)}
            </Notice>
          ),
        )}
      </div>
    </Section>
  );
}

type Answer = {
  replayed: number;
  changed: { record_id: string; summary: string; entered: string[]; left: string[]; undecidable: boolean }[];
};

const shown = 20;

function Replayed({ answer: { replayed, changed } }: { answer: Answer }) {
  return (
    <div>
      <p className="font-medium">
        {replayed === 0
          ? "No prior-context lookup has been recorded yet."
          : `${formatCount(changed.length)} of the newest ${countOf(replayed, "lookup")} would be decided otherwise.`}
      </p>
      <ul className="mt-1 divide-y divide-line">
        {changed.slice(0, shown).map(({ record_id, summary, entered, left, undecidable }) => (
          <li key={record_id} className="flex min-w-0 flex-wrap items-baseline gap-x-3 py-1">
            <Link href={`/lookups/${record_id}`} className="min-w-0 truncate text-accent hover:underline">
              {summary === "" ? record_id : <StoredText>{summary}</StoredText>}
            </Link>
            <span className="text-muted text-xs">
              {entered.length} enter{left.length === 0 ? "" : `, ${left.length} leave: `}
              {left.length === 0 ? null : <code>{left.join(", ")}</code>}
              {entered.length === 0 ? null : (
                <>
                  ; entering <code>{entered.join(", ")}</code>
                </>
              )}
              {undecidable ? "; its record cannot decide it alone" : ""}
            </span>
          </li>
        ))}
      </ul>
      {changed.length > shown ? (
        <p className="text-muted text-xs">and {formatCount(changed.length - shown)} more</p>
      ) : null}
    </div>
  );
}
