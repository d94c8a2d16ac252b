"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Props = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** What pressing it does; the name for screen readers and the tooltip. */
  label: string;
  icon: ReactNode;
};

/** A button that shows only an icon: its name is read out, and shown on hover and focus. */
export function IconButton({ label, icon, className, ...rest }: Props) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        aria-label={label}
        className={classNames("control control-quiet w-8 px-0", className)}
        {...rest}
        type="button"
      >
        {icon}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="rounded-md border border-line bg-raised px-2 py-1 text-ink text-xs shadow-raised">
            {label}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
