"use client";

import { Suspense, useRef } from "react";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { useSingleKeys } from "#components/shell/single-keys.ts";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { FailureFilterBar } from "./failure-filter-bar.tsx";
import { failureFiltersUrl } from "./failure-filters.ts";
import { FailureList } from "./failure-list.tsx";
import { FailureListSkeleton } from "./failure-list-skeleton.tsx";
import { useFailureFilters } from "./use-failure-filters.ts";
import { WaitingSection } from "./waiting/waiting-section.tsx";

export function FailuresView({ origin }: { origin: string }) {
  const textField = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [filters] = useFailureFilters();
  useSingleKeys({ "/": () => textField.current?.focus() });
  return (
    <>
      <WaitingSection />
      <FailureBoundary render={(failed) => <LoadFailed title="The filters could not be loaded" {...failed} />}>
        <Suspense fallback={<div className="h-8" />}>
          <FailureFilterBar
            textField={textField}
            onGoToRows={() => list.current?.querySelector<HTMLElement>("[data-row-link]")?.focus()}
          />
        </Suspense>
      </FailureBoundary>
      <div ref={list}>
        <FailureBoundary
          resetOn={failureFiltersUrl("", filters)}
          render={(failed) => <LoadFailed title="The failures could not be loaded" {...failed} />}
        >
          <Suspense fallback={<FailureListSkeleton />}>
            <FailureList origin={origin} />
          </Suspense>
        </FailureBoundary>
      </div>
    </>
  );
}
