import type { ComponentProps } from "react";
import { useId } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyValue } from "./use-early-value.ts";

type Shared = {
  label: string;
  hint?: string | undefined;
  /** What is wrong with it, said beside it. */
  error?: string | undefined;
  isMono?: boolean;
};

const box =
  "w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm placeholder:text-faint aria-invalid:border-bad";

function descriptionOf(id: string, { hint, error }: Shared): string | undefined {
  const ids = [hint === undefined ? null : `${id}-hint`, error === undefined ? null : `${id}-error`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(" ");
}

function Frame({ id, shared, children }: { id: string; shared: Shared; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {shared.label}
      </label>
      {children}
      {shared.hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1 text-muted text-xs">
          {shared.hint}
        </p>
      )}
      {shared.error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="mt-1 text-bad text-xs">
          {shared.error}
        </p>
      )}
    </div>
  );
}

/** One line of text with its label, its hint and what is wrong with it. */
export function TextField({
  label,
  hint,
  error,
  isMono = false,
  className,
  ref,
  ...rest
}: Shared & ComponentProps<"input">) {
  const id = useId();
  const shared = { label, hint, error };
  return (
    <Frame id={id} shared={shared}>
      <input
        ref={useEarlyValue(ref)}
        id={id}
        type="text"
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={descriptionOf(id, shared)}
        className={classNames(box, "h-8", isMono && "font-mono text-xs", className)}
        {...rest}
      />
    </Frame>
  );
}

/** Text of several lines with its label, its hint and what is wrong with it. */
export function TextArea({
  label,
  hint,
  error,
  isMono = false,
  className,
  ref,
  ...rest
}: Shared & ComponentProps<"textarea">) {
  const id = useId();
  const shared = { label, hint, error };
  return (
    <Frame id={id} shared={shared}>
      <textarea
        ref={useEarlyValue(ref)}
        id={id}
        spellCheck={!isMono}
        aria-invalid={error !== undefined}
        aria-describedby={descriptionOf(id, shared)}
        className={classNames(box, "block min-h-20 py-1.5", isMono && "font-mono text-xs", className)}
        {...rest}
      />
    </Frame>
  );
}
