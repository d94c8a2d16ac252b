"use client";

import { Suspense, useRef } from "react";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { useSingleKeys } from "#components/shell/single-keys.ts";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { MemoryFilterBar } from "./memory-filter-bar.tsx";
import { memoryFiltersUrl } from "./memory-filters.ts";
import { MemoryList } from "./memory-list.tsx";
import { MemoryListSkeleton } from "./memory-list-skeleton.tsx";
import { useMemoryFilters } from "./use-memory-filters.ts";

type Props = { origin: string };

export function MemoriesView({ origin }: Props) {
  const textField = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [filters] = useMemoryFilters();
  useSingleKeys({ "/": () => textField.current?.focus() });
  return (
    <>
      <FailureBoundary render={(failed) => <LoadFailed title="The filters could not be loaded" {...failed} />}>
        <Suspense fallback={<div className="h-8" />}>
          <MemoryFilterBar
            textField={textField}
            onGoToRows={() => list.current?.querySelector<HTMLElement>("[data-row-link]")?.focus()}
          />
        </Suspense>
      </FailureBoundary>
      <div ref={list}>
        <FailureBoundary
          resetOn={memoryFiltersUrl("", filters)}
          render={(failed) => <LoadFailed title="The memories could not be loaded" {...failed} />}
        >
          <Suspense fallback={<MemoryListSkeleton />}>
            <MemoryList origin={origin} />
          </Suspense>
        </FailureBoundary>
      </div>
    </>
  );
}
