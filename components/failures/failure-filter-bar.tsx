"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Lightbulb } from "lucide-react";
import type { RefObject } from "react";
import { FilterBar } from "#components/lists/filter-bar.tsx";
import { withCurrent } from "#components/lists/with-current.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Select } from "#components/ui/select.tsx";
import { lessonFilters, markFilters, oftenSeen, signatureSorts } from "#server/contracts/vocabularies.ts";
import { failureQueryLength, hasFailureFilters, noFailureFilters } from "./failure-filters.ts";
import { useFailureFilters } from "./use-failure-filters.ts";
import { lessonFilterWord, markFilterWord, sortWord } from "./words.ts";

type Props = { textField: RefObject<HTMLInputElement | null>; onGoToRows: () => void };

export function FailureFilterBar({ textField, onGoToRows }: Props) {
  const trpc = useTRPC();
  const [filters, setFilters] = useFailureFilters();
  const { data: facets } = useSuspenseQuery(trpc.signature.facets.queryOptions());
  const isUntaught = filters.untaught === true;

  return (
    <FilterBar
      label="Filter failures"
      text={{
        label: "Part of the name or of the masked text, or the start of an id",
        placeholder: "Name, text or id",
        maxLength: failureQueryLength,
        value: filters.q,
      }}
      textField={textField}
      isFiltered={hasFailureFilters(filters)}
      onText={(q) => void setFilters({ q })}
      onClear={() => void setFilters(noFailureFilters)}
      onGoToRows={onGoToRows}
    >
      <button
        type="button"
        aria-pressed={isUntaught}
        title={`Seen at least ${oftenSeen} times, and nobody has left a lesson`}
        className={classNames("control", isUntaught ? "border-accent bg-selected font-medium" : "text-muted")}
        onClick={() => void setFilters({ untaught: isUntaught ? null : true, lessons: null })}
      >
        <Lightbulb aria-hidden="true" size={14} />
        Seen often without a lesson
      </button>
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
      <FilterSelect
        label="Lessons"
        width="sm:w-40"
        value={filters.lessons}
        options={lessonFilters.map((value) => ({ value, word: lessonFilterWord[value] }))}
        onChange={(lessons) => void setFilters({ lessons, untaught: null })}
      />
      <FilterSelect
        label="Mark"
        width="sm:w-36"
        value={filters.mark}
        options={markFilters.map((value) => ({ value, word: markFilterWord[value] }))}
        onChange={(mark) => void setFilters({ mark })}
      />
      <label className="ml-auto flex items-center gap-2 text-muted text-sm">
        Order
        <Select
          className="text-ink"
          value={filters.sort ?? signatureSorts[0]}
          onChange={(event) => {
            const chosen = signatureSorts.find((sort) => sort === event.target.value) ?? signatureSorts[0];
            void setFilters({ sort: chosen === signatureSorts[0] ? null : chosen });
          }}
        >
          {signatureSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortWord[sort]}
            </option>
          ))}
        </Select>
      </label>
    </FilterBar>
  );
}
