"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { FilterBar } from "#components/lists/filter-bar.tsx";
import { withCurrent } from "#components/lists/with-current.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { memoryKinds, memoryLevels, memoryStates } from "#server/contracts/vocabularies.ts";
import { hasMemoryFilters, memoryQueryLength, noMemoryFilters } from "./memory-filters.ts";
import { useMemoryFilters } from "./use-memory-filters.ts";
import { kindWord, levelWord, stateWord } from "./words.ts";

type Props = { textField: RefObject<HTMLInputElement | null>; onGoToRows: () => void };

export function MemoryFilterBar({ textField, onGoToRows }: Props) {
  const trpc = useTRPC();
  const [filters, setFilters] = useMemoryFilters();
  const { data: facets } = useSuspenseQuery(trpc.memory.facets.queryOptions());

  return (
    <FilterBar
      label="Filter memories"
      text={{
        label: "Part of the text or of the symptom, or an id",
        placeholder: "Text, symptom or id",
        maxLength: memoryQueryLength,
        value: filters.q,
      }}
      textField={textField}
      isFiltered={hasMemoryFilters(filters)}
      onText={(q) => void setFilters({ q })}
      onClear={() => void setFilters(noMemoryFilters)}
      onGoToRows={onGoToRows}
    >
      <FilterSelect
        label="State"
        width="sm:w-32"
        value={filters.state}
        options={memoryStates.map((state) => ({ value: state, word: stateWord[state] }))}
        onChange={(state) => void setFilters({ state })}
      />
      <FilterSelect
        label="Level"
        width="sm:w-32"
        value={filters.level}
        options={memoryLevels.map((level) => ({ value: level, word: levelWord[level] }))}
        onChange={(level) => void setFilters({ level })}
      />
      <FilterSelect
        label="Kind"
        width="sm:w-32"
        value={filters.kind}
        options={memoryKinds.map((kind) => ({ value: kind, word: kindWord[kind] }))}
        onChange={(kind) => void setFilters({ kind })}
      />
      <FilterSelect
        label="Tool"
        width="sm:w-32"
        value={filters.tool}
        options={withCurrent(facets.tools, filters.tool).map((tool) => ({ value: tool, word: tool }))}
        onChange={(tool) => void setFilters({ tool })}
      />
      <FilterSelect
        label="Project"
        width="sm:w-44"
        value={filters.project}
        options={withCurrent(facets.projects, filters.project).map((project) => ({ value: project, word: project }))}
        onChange={(project) => void setFilters({ project })}
      />
    </FilterBar>
  );
}
