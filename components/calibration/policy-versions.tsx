"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { formatThreshold } from "#components/ui/format-threshold.ts";
import { Notice } from "#components/ui/notice.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import { TimeAgo } from "#components/ui/time-ago.tsx";

/** Every policy version, where it is active, and one press to go back to it; below them the policies that ship beside the default. */
export function PolicyVersions() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(trpc.policy.list.queryOptions({}));
  const renew = () => queryClient.invalidateQueries(trpc.policy.list.queryFilter());
  const apply = useMutation(trpc.policy.applyVersion.mutationOptions({ onSuccess: renew }));
  const save = useMutation(trpc.policy.save.mutationOptions({ onSuccess: renew }));
  const error = apply.error ?? save.error;
  return (
    <Section id="policies" title="Policy versions" note="Append-only: applying an older version is how one rolls back.">
      {error === null ? null : (
        <Notice look="failed" title="This did not work" className="mb-3">
          {failureWords(error)}
        </Notice>
      )}
      <div className="panel">
        <ScrollRegion label="Policy versions, scrolls sideways">
          <table className="w-full min-w-200" aria-labelledby="policies">
            <thead className="border-line border-b">
              <tr>
                <th scope="col" className={headCellRight}>
                  Version
                </th>
                <th scope="col" className={headCell}>
                  Made
                </th>
                <th scope="col" className={headCell}>
                  Why
                </th>
                <th scope="col" className={headCellRight}>
                  Floor
                </th>
                <th scope="col" className={headCellRight}>
                  Gap
                </th>
                <th scope="col" className={headCell}>
                  Active in
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {data.items.map(({ policy, note, created_at, active_in }) => {
                const isActive = policy.version === data.active;
                return (
                  <tr key={policy.version}>
                    <td className={bodyCellRight}>{policy.version}</td>
                    <td className={`${bodyCell} group/time whitespace-nowrap`}>
                      {created_at === null ? (
                        <span className="text-muted">built in</span>
                      ) : (
                        <TimeAgo instant={created_at} />
                      )}
                    </td>
                    <td className={bodyCell}>
                      <StoredText>{note}</StoredText>
                    </td>
                    <td className={bodyCellRight}>{formatThreshold(policy.noise_floor)}</td>
                    <td className={bodyCellRight}>{formatThreshold(policy.rank_gap_ratio)}</td>
                    <td className={bodyCell}>
                      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                        {isActive ? <span className="font-medium text-good">the workspace</span> : null}
                        {active_in
                          .filter((scope) => scope !== "")
                          .map((scope) => (
                            <span key={scope}>{scope}</span>
                          ))}
                        {isActive ? null : (
                          <Button
                            disabled={apply.isPending}
                            aria-label={`Apply policy version ${policy.version}`}
                            onClick={() => apply.mutate({ version: policy.version })}
                          >
                            Apply
                          </Button>
                        )}
                      </span>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      {data.named.map(({ name, date, meaning, origin }) => (
        <div key={name} className="panel mt-3 flex flex-wrap items-start justify-between gap-3 p-4">
          <div className="min-w-0 max-w-prose">
            <h3 className="font-medium text-sm">
              <code>{name}</code> <span className="font-normal text-muted">of {date}</span>
            </h3>
            <p className="text-sm">{meaning}</p>
            <p className="text-muted text-xs">{origin}</p>
          </div>
          <Button
            disabled={save.isPending}
            aria-label={`Save ${name} as a policy version`}
            onClick={() => save.mutate({ named: name, note: `The shipped policy ${name}.` })}
          >
            Save as a version
          </Button>
        </div>
      ))}
    </Section>
  );
}
