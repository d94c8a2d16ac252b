"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { CalibrationsEmpty } from "./calibrations-empty.tsx";
import { PolicyVersions } from "./policy-versions.tsx";
import { RunTable } from "./run-table.tsx";

/** Every run, how to make another, and the policy versions that came of them. */
export function CalibrationsView() {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(trpc.calibration.list.queryOptions());
  const { mutate, error, isPending } = useMutation(
    trpc.calibration.run.mutationOptions({
      onSuccess: async (run) => {
        queryClient.setQueryData(trpc.calibration.get.queryKey({ id: run.id }), run);
        await queryClient.invalidateQueries(trpc.calibration.list.queryFilter());
        router.push(`/calibration/${run.id}`);
      },
    }),
  );
  return (
    <div className="flex flex-col gap-7">
      <Section
        id="runs"
        title="Runs"
        note={data.items.length === 0 ? undefined : `${countOf(data.items.length, "run")}, newest first`}
        actions={
          <Button onClick={() => mutate({})} disabled={isPending}>
            {isPending ? "Calibrating …" : "Calibrate from labels"}
          </Button>
        }
      >
        {error === null ? null : (
          <Notice look="failed" title="The calibration did not run" className="mb-3">
            {failureWords(error)}
          </Notice>
        )}
        {data.items.length === 0 ? <CalibrationsEmpty /> : <RunTable runs={data.items} />}
      </Section>
      <PolicyVersions />
    </div>
  );
}
