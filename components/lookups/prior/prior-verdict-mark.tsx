import { CircleCheck, ListEnd, MoveDown, MoveDownLeft, Scissors } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import type { RejectionReason } from "#server/domain/selection/select-by-rank.ts";
import type { PriorVerdict } from "./prepare-prior-view.ts";

const looks = {
  below_floor: { Icon: MoveDown, ink: "text-muted", word: "Below floor" },
  beyond_gap: { Icon: MoveDownLeft, ink: "text-muted", word: "Beyond gap" },
  over_top_k: { Icon: ListEnd, ink: "text-muted", word: "Over top k" },
  budget: { Icon: Scissors, ink: "text-caution", word: "Budget" },
} as const satisfies Record<RejectionReason, { Icon: typeof Scissors; ink: string; word: string }>;

/** What became of a candidate, as icon and word. */
export function PriorVerdictMark({ verdict }: { verdict: PriorVerdict }) {
  const look = verdict.kind === "selected" ? null : looks[verdict.reason];
  const Icon = look?.Icon ?? CircleCheck;
  return (
    <span
      className={classNames("inline-flex items-center gap-1.5 whitespace-nowrap font-medium", look?.ink ?? "text-good")}
    >
      <Icon aria-hidden="true" size={14} />
      {look?.word ?? (verdict.kind === "selected" ? `Selected, ${verdict.rank}` : "Selected")}
    </span>
  );
}
