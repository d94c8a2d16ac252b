"use client";

import { type ReactNode, type RefObject, Suspense, useRef } from "react";
import { useSingleKeys } from "#components/shell/single-keys.ts";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { LoadFailed } from "./load-failed.tsx";

type FilterBarProps = { textField: RefObject<HTMLInputElement | null>; onGoToRows: () => void };

type Props = {
  /** The rows in words, as in "The lookups could not be loaded". */
  noun: string;
  /** Names what is listed: when it changes, a list that failed is tried again. */
  listed: string;
  filterBar: (props: FilterBarProps) => ReactNode;
  skeleton: ReactNode;
  /** The list itself, which may wait and fail without its filters. */
  children: ReactNode;
  /** For a page that reaches into its list. */
  box?: RefObject<HTMLDivElement | null>;
};

/** Filters above a list: each waits and fails for itself, and `/` goes to the text that is searched for. */
export function ListView({ noun, listed, filterBar, skeleton, children, box }: Props) {
  const textField = useRef<HTMLInputElement>(null);
  const ownBox = useRef<HTMLDivElement>(null);
  const list = box ?? ownBox;
  useSingleKeys({ "/": () => textField.current?.focus() });
  return (
    <>
      <FailureBoundary render={(failed) => <LoadFailed title="The filters could not be loaded" {...failed} />}>
        <Suspense fallback={<div className="h-8" />}>
          {filterBar({
            textField,
            onGoToRows: () => list.current?.querySelector<HTMLElement>("[data-row-link]")?.focus(),
          })}
        </Suspense>
      </FailureBoundary>
      <div ref={list}>
        <FailureBoundary
          resetOn={listed}
          render={(failed) => <LoadFailed title={`The ${noun} could not be loaded`} {...failed} />}
        >
          <Suspense fallback={skeleton}>{children}</Suspense>
        </FailureBoundary>
      </div>
    </>
  );
}
