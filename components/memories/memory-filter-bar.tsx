"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type RefObject, useState } from "react";
import { withCurrent } from "#components/lists/with-current.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { SearchField } from "#components/ui/search-field.tsx";
import { memoryKinds, memoryLevels, memoryStates } from "#server/contracts/vocabularies.ts";
import { hasMemoryFilters, memoryQueryLength, noMemoryFilters } from "./memory-filters.ts";
import { useMemoryFilters } from "./use-memory-filters.ts";
import { kindWord, levelWord, stateWord } from "./words.ts";

type Props = { textField: RefObject<HTMLInputElement | null>; onGoToRows: () => void };

export function MemoryFilterBar({ textField, onGoToRows }: Props) {
  const trpc = useTRPC();
  const [filters, setFilters] = useMemoryFilters();
  const { data: facets } = useSuspenseQuery(trpc.memory.facets.queryOptions());
  const [clearings, setClearings] = useState(0);

  function clear() {
    void setFilters(noMemoryFilters);
    setClearings(clearings + 1);
    textField.current?.focus();
  }

  return (
    <search aria-label="Filter memories" className="flex flex-wrap items-center gap-2">
      <SearchField
        key={clearings}
        ref={textField}
        label="Part of the text or of the symptom, or an id"
        placeholder="Text, symptom or id"
        shortcut="/"
        maxLength={memoryQueryLength}
        value={filters.q ?? ""}
        onGoDown={onGoToRows}
        onCommit={(text) => void setFilters({ q: text === "" ? null : text })}
      />
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
      {hasMemoryFilters(filters) ? (
        <Button look="quiet" onClick={clear}>
          <X aria-hidden="true" size={14} />
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
