"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { FilterBar } from "#components/lists/filter-bar.tsx";
import { withCurrent } from "#components/lists/with-current.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { lookupOperations, tierFilters } from "#server/contracts/vocabularies.ts";
import { hasLookupFilters, noLookupFilters, queryLength } from "./lookup-filters.ts";
import { useLookupFilters } from "./use-lookup-filters.ts";
import { operationWord, tierWord } from "./words.ts";

type Props = { textField: RefObject<HTMLInputElement | null>; onGoToRows: () => void };

export function LookupFilterBar({ textField, onGoToRows }: Props) {
  const trpc = useTRPC();
  const [filters, setFilters] = useLookupFilters();
  const { data: facets } = useSuspenseQuery(trpc.lookup.facets.queryOptions());

  return (
    <FilterBar
      label="Filter lookups"
      text={{
        label: "Text of the failure or task",
        placeholder: "Failure or task text",
        maxLength: queryLength,
        value: filters.q,
      }}
      textField={textField}
      isFiltered={hasLookupFilters(filters)}
      onText={(q) => void setFilters({ q })}
      onClear={() => void setFilters(noLookupFilters)}
      onGoToRows={onGoToRows}
    >
      <FilterSelect
        label="Tier"
        width="sm:w-30"
        value={filters.tier}
        options={tierFilters.map((tier) => ({
          value: tier,
          word: tier === "none" ? tierWord.none : `${tier} · ${tierWord[tier]}`,
        }))}
        onChange={(tier) => void setFilters({ tier })}
      />
      <FilterSelect
        label="Tool"
        width="sm:w-34"
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
      <FilterSelect
        label="Operation"
        width="sm:w-40"
        value={filters.operation}
        options={lookupOperations.map((operation) => ({ value: operation, word: operationWord[operation] }))}
        onChange={(operation) => void setFilters({ operation })}
      />
    </FilterBar>
  );
}
