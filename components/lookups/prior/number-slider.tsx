"use client";

import { useId } from "react";

type Props = {
  label: string;
  value: number;
  /** What the record holds; the way back is offered where the value differs. */
  recorded: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number | null) => void;
};

/** A number by slider and by hand, which are one. A text that is no number within the limits changes nothing. */
export function NumberSlider({ label, value, recorded, min, max, step, onChange }: Props) {
  const id = useId();
  function change(text: string) {
    const next = Number(text);
    if (text.trim() !== "" && Number.isFinite(next) && next >= min && next <= max) onChange(next);
  }
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-muted text-xs">
          {label}
        </label>
        {value === recorded ? null : (
          <button
            type="button"
            className="min-h-6 min-w-6 rounded-sm text-accent text-xs hover:underline"
            onClick={() => onChange(null)}
            aria-label={`${label} as recorded, ${recorded}`}
          >
            was {recorded}
          </button>
        )}
      </div>
      <div className="flex items-center gap-2">
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={(event) => change(event.target.value)}
          className="h-8 min-w-0 flex-1 accent-accent"
        />
        <input
          type="number"
          aria-label={`${label}, as a number`}
          min={min}
          max={max}
          step="any"
          value={value}
          onChange={(event) => change(event.target.value)}
          className="h-8 w-20 rounded-md border border-line-strong bg-surface px-2 text-right text-sm"
        />
      </div>
    </div>
  );
}
