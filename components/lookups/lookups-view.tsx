"use client";

import { Suspense, useRef } from "react";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { useSingleKeys } from "#components/shell/single-keys.ts";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { LookupFilterBar } from "./lookup-filter-bar.tsx";
import { lookupFiltersUrl } from "./lookup-filters.ts";
import { LookupList } from "./lookup-list.tsx";
import { LookupListSkeleton } from "./lookup-list-skeleton.tsx";
import { useLookupFilters } from "./use-lookup-filters.ts";

type Props = { origin: string };

export function LookupsView({ origin }: Props) {
  const textField = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [filters] = useLookupFilters();
  useSingleKeys({ "/": () => textField.current?.focus() });
  return (
    <>
      <FailureBoundary render={(failed) => <LoadFailed title="The filters could not be loaded" {...failed} />}>
        <Suspense fallback={<div className="h-8" />}>
          <LookupFilterBar
            textField={textField}
            onGoToRows={() => list.current?.querySelector<HTMLElement>("[data-row-link]")?.focus()}
          />
        </Suspense>
      </FailureBoundary>
      <div ref={list}>
        <FailureBoundary
          resetOn={lookupFiltersUrl("", filters)}
          render={(failed) => <LoadFailed title="The lookups could not be loaded" {...failed} />}
        >
          <Suspense fallback={<LookupListSkeleton />}>
            <LookupList origin={origin} />
          </Suspense>
        </FailureBoundary>
      </div>
    </>
  );
}
