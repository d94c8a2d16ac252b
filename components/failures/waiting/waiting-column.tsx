import type { ReactNode, Ref } from "react";
import { oftenSeen } from "#server/contracts/vocabularies.ts";

/** The two kinds of what waits; each has its heading before it has anything else. */
export const waitingKinds = {
  drafts: {
    id: "drafts-waiting",
    title: "Drafts that wait",
    note: "Written from sessions in which a command failed and passed later",
  },
  unexplained: {
    id: "unexplained",
    title: "Seen often, explained by nobody",
    note: `Seen at least ${oftenSeen} times, without a lesson that answers`,
  },
} as const;

type Props = {
  kind: keyof typeof waitingKinds;
  heading?: Ref<HTMLHeadingElement>;
  action?: ReactNode;
  children: ReactNode;
};

/**
 * A column of what waits for a person. It is as high while it loads, empty or failed as when it is full, and scrolls in
 * itself: the list below never moves under a pointer.
 */
export function WaitingColumn({ kind, heading, action, children }: Props) {
  const { id, title, note } = waitingKinds[kind];
  return (
    <section aria-labelledby={id} className="flex h-62 min-w-0 flex-col">
      <div className="mb-2 flex items-end justify-between gap-x-3">
        <div className="min-w-0">
          <h2 id={id} ref={heading} tabIndex={-1} className="font-semibold text-base">
            {title}
          </h2>
          <p className="text-muted text-xs">{note}</p>
        </div>
        {action}
      </div>
      <div className="panel flex min-h-0 flex-1 flex-col overflow-y-auto text-sm">{children}</div>
    </section>
  );
}
