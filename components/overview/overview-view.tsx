"use client";

import { Suspense } from "react";
import { firstCurl } from "#components/lookups/first-curl.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { DemoPanel } from "./demo-panel.tsx";
import { OverviewFailed } from "./overview-failed.tsx";
import { OverviewSkeleton } from "./overview-skeleton.tsx";
import { RecentLookups } from "./recent-lookups.tsx";
import { StoreState } from "./store-state.tsx";

type Props = { origin: string };

export function OverviewView({ origin }: Props) {
  return (
    <FailureBoundary render={(failed) => <OverviewFailed {...failed} />}>
      <Suspense fallback={<OverviewSkeleton />}>
        <div className="flex flex-col gap-6">
          <StoreState />
          <DemoPanel />
          <section aria-labelledby="first">
            <h2 id="first" className="font-semibold">
              Ask from a shell
            </h2>
            <p className="mt-0.5 mb-2 max-w-prose text-muted text-sm">
              Send the output of a failing command. The answer says which tier it came from; the lookup appears below
              with every reason.
            </p>
            <CodeBlock label="First lookup with curl" copyLabel="Copy" text={firstCurl(origin)} />
          </section>
          <RecentLookups />
        </div>
      </Suspense>
    </FailureBoundary>
  );
}
