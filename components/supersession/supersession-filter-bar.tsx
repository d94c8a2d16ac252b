"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { FilterBar } from "#components/lists/filter-bar.tsx";
import { withCurrent } from "#components/lists/with-current.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { supersessionEnds } from "#server/contracts/vocabularies.ts";
import { hasSupersessionFilters, noSupersessionFilters, supersessionQueryLength } from "./supersession-filters.ts";
import { useSupersessionState } from "./use-supersession-state.ts";

const endWord = { active: "A memory answers", retired: "Nothing answers" } as const;

type Props = { textField: RefObject<HTMLInputElement | null>; onGoToRows: () => void };

export function SupersessionFilterBar({ textField, onGoToRows }: Props) {
  const trpc = useTRPC();
  const [state, setState] = useSupersessionState();
  const { data: facets } = useSuspenseQuery(trpc.memory.facets.queryOptions());

  return (
    <FilterBar
      label="Filter chains"
      text={{
        label: "Part of the text at the end or of the newest reason",
        placeholder: "Text or reason",
        maxLength: supersessionQueryLength,
        value: state.q,
      }}
      textField={textField}
      isFiltered={hasSupersessionFilters(state)}
      onText={(q) => void setState({ q })}
      onClear={() => void setState(noSupersessionFilters)}
      onGoToRows={onGoToRows}
    >
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
    </FilterBar>
  );
}
