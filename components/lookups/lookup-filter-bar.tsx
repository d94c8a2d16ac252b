"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type RefObject, useState } from "react";
import { withCurrent } from "#components/lists/with-current.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { SearchField } from "#components/ui/search-field.tsx";
import { lookupOperations, tierFilters } from "#server/contracts/vocabularies.ts";
import { hasLookupFilters, noLookupFilters, queryLength } from "./lookup-filters.ts";
import { useLookupFilters } from "./use-lookup-filters.ts";
import { operationWord, tierWord } from "./words.ts";

type Props = { textField: RefObject<HTMLInputElement | null>; onGoToRows: () => void };

export function LookupFilterBar({ textField, onGoToRows }: Props) {
  const trpc = useTRPC();
  const [filters, setFilters] = useLookupFilters();
  const { data: facets } = useSuspenseQuery(trpc.lookup.facets.queryOptions());
  const [clearings, setClearings] = useState(0);

  function clear() {
    void setFilters(noLookupFilters);
    setClearings(clearings + 1);
    textField.current?.focus();
  }

  return (
    <search aria-label="Filter lookups" className="flex flex-wrap items-center gap-2">
      <SearchField
        key={clearings}
        ref={textField}
        label="Text of the failure or task"
        placeholder="Failure or task text"
        shortcut="/"
        maxLength={queryLength}
        value={filters.q ?? ""}
        onGoDown={onGoToRows}
        onCommit={(text) => void setFilters({ q: text === "" ? null : text })}
      />
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
      {hasLookupFilters(filters) ? (
        <Button look="quiet" onClick={clear}>
          <X aria-hidden="true" size={14} />
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
