import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Props = {
  id: string;
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A part of a page under its own heading, reachable by its address. */
export function Section({ id, title, note, actions, children, className }: Props) {
  return (
    <section aria-labelledby={id} className={classNames("min-w-0", className)}>
      <div className="mb-2 flex min-h-8 flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {note === undefined ? null : <p className="text-muted text-xs">{note}</p>}
        </div>
        {actions === undefined ? null : <div className="no-print flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
