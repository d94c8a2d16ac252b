"use client";

import { X } from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { SearchField } from "#components/ui/search-field.tsx";

type Props = {
  /** What is filtered, for those who go from landmark to landmark. */
  label: string;
  /** The text filter: what it searches, in full and in short, and at most how many characters it takes. */
  text: { label: string; placeholder: string; maxLength: number; value: string | null };
  textField: RefObject<HTMLInputElement | null>;
  isFiltered: boolean;
  onText: (text: string | null) => void;
  onClear: () => void;
  onGoToRows: () => void;
  /** The other filters. */
  children: ReactNode;
};

/** The filters above a list: a text first, then what can be chosen, and one button that clears them all. */
export function FilterBar({ label, text, textField, isFiltered, onText, onClear, onGoToRows, children }: Props) {
  // Cleared filters are no text that was committed: the field is made anew, so that it forgets what is half typed.
  const [clearings, setClearings] = useState(0);

  function clear() {
    onClear();
    setClearings(clearings + 1);
    textField.current?.focus();
  }

  return (
    <search aria-label={label} className="flex flex-wrap items-center gap-2">
      <SearchField
        key={clearings}
        ref={textField}
        label={text.label}
        placeholder={text.placeholder}
        shortcut="/"
        maxLength={text.maxLength}
        value={text.value ?? ""}
        onGoDown={onGoToRows}
        onCommit={(typed) => onText(typed === "" ? null : typed)}
      />
      {children}
      {isFiltered ? (
        <Button look="quiet" onClick={clear}>
          <X aria-hidden="true" size={14} />
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
