"use client";

import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { classNames } from "./class-names.ts";

type Props<Value extends string> = {
  label: string;
  value: Value | null;
  options: readonly { value: Value; word: string }[];
  onChange: (value: Value | null) => void;
};

/** One filter of a list: "any", or one of its values. The browser's own menu, so it works with every input method. */
export function FilterSelect<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const id = useId();
  return (
    <span className="relative inline-flex max-w-full">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ""}
        onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value ?? null)}
        className={classNames(
          "control max-w-56 appearance-none truncate pr-7",
          value === null ? "text-muted" : "border-accent bg-selected font-medium",
        )}
      >
        <option value="">{label}: any</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.word}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" size={14} className="pointer-events-none absolute top-2.25 right-2 text-muted" />
    </span>
  );
}
