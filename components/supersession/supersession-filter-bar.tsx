"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type RefObject, useState } from "react";
import { withCurrent } from "#components/lists/with-current.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { SearchField } from "#components/ui/search-field.tsx";
import { supersessionEnds } from "#server/contracts/vocabularies.ts";
import { hasSupersessionFilters, noSupersessionFilters, supersessionQueryLength } from "./supersession-filters.ts";
import { useSupersessionState } from "./use-supersession-state.ts";

const endWord = { active: "A memory answers", retired: "Nothing answers" } as const;

type Props = { textField: RefObject<HTMLInputElement | null>; onGoToRows: () => void };

export function SupersessionFilterBar({ textField, onGoToRows }: Props) {
  const trpc = useTRPC();
  const [state, setState] = useSupersessionState();
  const { data: facets } = useSuspenseQuery(trpc.memory.facets.queryOptions());
  const [clearings, setClearings] = useState(0);

  function clear() {
    void setState(noSupersessionFilters);
    setClearings(clearings + 1);
    textField.current?.focus();
  }

  return (
    <search aria-label="Filter chains" className="flex flex-wrap items-center gap-2">
      <SearchField
        key={clearings}
        ref={textField}
        label="Part of the text at the end or of the newest reason"
        placeholder="Text or reason"
        shortcut="/"
        maxLength={supersessionQueryLength}
        value={state.q ?? ""}
        onGoDown={onGoToRows}
        onCommit={(text) => void setState({ q: text === "" ? null : text })}
      />
      <FilterSelect
        label="At the end"
        width="sm:w-44"
        value={state.end}
        options={supersessionEnds.map((end) => ({ value: end, word: endWord[end] }))}
        onChange={(end) => void setState({ end })}
      />
      <FilterSelect
        label="Project"
        width="sm:w-44"
        value={state.project}
        options={withCurrent(facets.projects, state.project).map((project) => ({ value: project, word: project }))}
        onChange={(project) => void setState({ project })}
      />
      {hasSupersessionFilters(state) ? (
        <Button look="quiet" onClick={clear}>
          <X aria-hidden="true" size={14} />
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
