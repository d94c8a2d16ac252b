"use client";

import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { classNames } from "./class-names.ts";
import { Select } from "./select.tsx";

type Props<Value extends string> = {
  label: string;
  value: Value | null;
  options: readonly { value: Value; word: string }[];
  /** Class name for the width on wide screens, so that a long name does not push the other filters away. */
  width: string;
  onChange: (value: Value | null) => void;
};

/** One filter of a list: "any", or one of its values. */
export function FilterSelect<Value extends string>({ label, value, options, width, onChange }: Props<Value>) {
  const id = useId();
  return (
    <span className={classNames("relative inline-flex grow basis-32 sm:grow-0 sm:basis-auto", width)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Select
        id={id}
        value={value ?? ""}
        onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value ?? null)}
        className={classNames(
          "w-full appearance-none truncate pr-7",
          value === null ? "text-muted" : "border-accent bg-selected font-medium",
        )}
      >
        <option value="">{label}: any</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.word}
          </option>
        ))}
      </Select>
      <ChevronDown aria-hidden="true" size={14} className="pointer-events-none absolute top-2.25 right-2 text-muted" />
    </span>
  );
}
