"use client";

import { Suspense, useCallback, useRef, useState } from "react";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { useSingleKeys } from "#components/shell/single-keys.ts";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { ChainPanel } from "./chain-panel.tsx";
import { SupersessionFilterBar } from "./supersession-filter-bar.tsx";
import { supersessionUrl } from "./supersession-filters.ts";
import { SupersessionList } from "./supersession-list.tsx";
import { SupersessionListSkeleton } from "./supersession-list-skeleton.tsx";
import { useSupersessionState } from "./use-supersession-state.ts";

export function SupersessionView() {
  const textField = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [state, setState] = useSupersessionState();
  // A chain that the address named is read where the page begins; one that was opened here takes the focus.
  const [wasOpened, setWasOpened] = useState(false);
  useSingleKeys({ "/": () => textField.current?.focus() });

  const open = useCallback(
    (id: string) => {
      setWasOpened(true);
      void setState({ chain: id });
      window.scrollTo({ top: 0 });
    },
    [setState],
  );

  function close() {
    const opener = list.current?.querySelector<HTMLElement>('[data-row-link][aria-current="true"]');
    void setState({ chain: null });
    (opener ?? list.current?.querySelector<HTMLElement>("[data-row-link]"))?.focus();
  }

  return (
    <>
      {state.chain === null || state.chain === "" ? null : (
        <ChainPanel chain={state.chain.slice(0, 255)} takesFocus={wasOpened} onClose={close} />
      )}
      <FailureBoundary render={(failed) => <LoadFailed title="The filters could not be loaded" {...failed} />}>
        <Suspense fallback={<div className="h-8" />}>
          <SupersessionFilterBar
            textField={textField}
            onGoToRows={() => list.current?.querySelector<HTMLElement>("[data-row-link]")?.focus()}
          />
        </Suspense>
      </FailureBoundary>
      <div ref={list}>
        <FailureBoundary
          resetOn={supersessionUrl("", { ...state, chain: null })}
          render={(failed) => <LoadFailed title="The chains could not be loaded" {...failed} />}
        >
          <Suspense fallback={<SupersessionListSkeleton />}>
            <SupersessionList onOpen={open} />
          </Suspense>
        </FailureBoundary>
      </div>
    </>
  );
}
