"use client";

import { useCallback, useRef, useState } from "react";
import { ListView } from "#components/lists/list-view.tsx";
import { ChainPanel } from "./chain-panel.tsx";
import { SupersessionFilterBar } from "./supersession-filter-bar.tsx";
import { supersessionUrl } from "./supersession-filters.ts";
import { SupersessionList } from "./supersession-list.tsx";
import { SupersessionListSkeleton } from "./supersession-list-skeleton.tsx";
import { useSupersessionState } from "./use-supersession-state.ts";

export function SupersessionView() {
  const list = useRef<HTMLDivElement>(null);
  const [state, setState] = useSupersessionState();
  // A chain that the address named is read where the page begins; one that was opened here takes the focus.
  const [wasOpened, setWasOpened] = useState(false);

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
      <ListView
        noun="chains"
        listed={supersessionUrl("", { ...state, chain: null })}
        filterBar={(props) => <SupersessionFilterBar {...props} />}
        skeleton={<SupersessionListSkeleton />}
        box={list}
      >
        <SupersessionList onOpen={open} />
      </ListView>
    </>
  );
}
