import type { ReactNode } from "react";

type Props = { facts: readonly { name: string; value: ReactNode }[] };

/** Names and values side by side. */
export function Facts({ facts }: Props) {
  return (
    <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
