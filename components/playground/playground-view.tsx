"use client";

import dynamic from "next/dynamic";
import { Suspense } from "react";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useUrlState } from "#components/ui/use-url-state.ts";
import { AskForm } from "./ask-form.tsx";
import { playgroundParsers } from "./playground-state.ts";

/** Loaded with the first answer: the form does not need it. */
const PlaygroundResult = dynamic(() => import("./playground-result.tsx").then((module) => module.PlaygroundResult));

export function PlaygroundView({ origin }: { origin: string }) {
  const [{ lookup }] = useUrlState(playgroundParsers);
  return (
    <div className="flex flex-col gap-7">
      <FailureBoundary render={(failed) => <LoadFailed title="The form could not be loaded" {...failed} />}>
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
          <AskForm />
        </Suspense>
      </FailureBoundary>
      {lookup === null || lookup === "" ? (
        <p className="text-muted text-sm">
          Nothing was asked here yet. What you ask is recorded like every other lookup, and its record is shown here:
          each candidate, what it scored, and why it was or was not returned.
        </p>
      ) : (
        <FailureBoundary
          resetOn={lookup}
          render={(failed) => <LoadFailed title="This lookup could not be loaded" {...failed} />}
        >
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
            <PlaygroundResult lookup={lookup.slice(0, 255)} origin={origin} />
          </Suspense>
        </FailureBoundary>
      )}
    </div>
  );
}
