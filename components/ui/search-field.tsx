"use client";

import { Search } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { Kbd } from "./kbd.tsx";
import { useEarlyValue } from "./use-early-value.ts";

type Props = {
  label: string;
  placeholder: string;
  /** The key that leads here, shown while the field is empty. */
  shortcut: string;
  maxLength: number;
  /** The text that counts; typing runs ahead of it. */
  value: string;
  onCommit: (text: string) => void;
  /** Leads from the field to what it filters, on the arrow down. */
  onGoDown: () => void;
  ref?: Ref<HTMLInputElement>;
};

const settledMs = 250;

/** A text filter that counts when typing has settled, or at once on Enter. Escape empties it. */
export function SearchField({ label, placeholder, shortcut, maxLength, value, onCommit, onGoDown, ref }: Props) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [committed, setCommitted] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // A change from outside (Back, a link) wins over what stands in the field; the echo of our own does not.
  if (value !== seen) {
    setSeen(value);
    if (value !== committed) {
      setCommitted(value);
      setText(value);
    }
  }

  function commit(next: string) {
    clearTimeout(timer.current);
    setCommitted(next);
    if (next !== value) onCommit(next);
  }

  function type(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(next.trim()), settledMs);
  }

  return (
    <span className="relative inline-flex min-w-0 grow basis-full items-center sm:max-w-80 sm:basis-48">
      <Search aria-hidden="true" size={14} className="pointer-events-none absolute left-2.5 text-muted" />
      <input
        ref={useEarlyValue(ref)}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit(text.trim());
          if (event.key === "Escape") type("");
          if (event.key === "ArrowDown") {
            event.preventDefault();
            onGoDown();
          }
        }}
        className="h-8 w-full rounded-md border border-line-strong bg-surface pr-8 pl-8 text-sm placeholder:text-faint [&::-webkit-search-cancel-button]:hidden"
      />
      {text === "" ? (
        <span aria-hidden="true" className="pointer-events-none absolute right-1.5">
          <Kbd>{shortcut}</Kbd>
        </span>
      ) : null}
    </span>
  );
}
