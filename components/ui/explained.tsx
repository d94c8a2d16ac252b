"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import { type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.ts";

type Props = {
  /** The number as it stands on the page. */
  children: ReactNode;
  /** How it came about: the arithmetic with its inputs, one line a step. */
  how: readonly string[];
  className?: string;
};

/** A number that says how it came about: on hover, on focus and on a tap. Screen readers hear it as its description. */
export function Explained({ children, how, className }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Tooltip.Root open={isOpen} onOpenChange={setIsOpen}>
      <Tooltip.Trigger
        type="button"
        delay={200}
        aria-describedby={id}
        onClick={() => setIsOpen(true)}
        className={classNames(
          "cursor-help rounded-sm text-left underline decoration-dotted decoration-line-strong underline-offset-4",
          className,
        )}
      >
        {children}
      </Tooltip.Trigger>
      <span id={id} hidden>
        {how.join(" ")}
      </span>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="max-w-96 rounded-md border border-line bg-raised px-3 py-2 text-ink text-xs leading-5 shadow-raised">
            {how.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
