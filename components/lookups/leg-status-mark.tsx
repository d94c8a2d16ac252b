import { CircleAlert, CircleCheck, CircleDashed, Hourglass, TimerOff } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";
import { legStatusWord } from "./words.ts";

type Status = ContextRecordBody["legs"][number]["status"];

const looks = {
  answered: { Icon: CircleCheck, ink: "text-good" },
  skipped: { Icon: CircleDashed, ink: "text-muted" },
  timeout: { Icon: TimerOff, ink: "text-bad" },
  failed: { Icon: CircleAlert, ink: "text-bad" },
  nonsense: { Icon: CircleAlert, ink: "text-bad" },
  indexing: { Icon: Hourglass, ink: "text-bad" },
} as const satisfies Record<Status, { Icon: typeof TimerOff; ink: string }>;

export function LegStatusMark({ status }: { status: Status }) {
  const { Icon, ink } = looks[status];
  return (
    <span className={classNames("inline-flex items-center gap-1.5 whitespace-nowrap", ink)}>
      <Icon aria-hidden="true" size={14} />
      {legStatusWord[status]}
    </span>
  );
}
