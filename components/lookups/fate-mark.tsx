import { CircleCheck, CircleSlash, CopyMinus, ListEnd, MoveDown, Scissors } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import type { CandidateRow } from "./prepare-candidates.ts";
import { fateWord } from "./words.ts";

const looks = {
  returned: { Icon: CircleCheck, ink: "text-good" },
  dropped: { Icon: Scissors, ink: "text-caution" },
  below_floor: { Icon: MoveDown, ink: "text-muted" },
  over_limit: { Icon: ListEnd, ink: "text-muted" },
  superseded: { Icon: CircleSlash, ink: "text-muted" },
  duplicate: { Icon: CopyMinus, ink: "text-muted" },
} as const satisfies Record<CandidateRow["fate"], { Icon: typeof Scissors; ink: string }>;

/** What became of a candidate, as icon and word. */
export function FateMark({ fate }: { fate: CandidateRow["fate"] }) {
  const { Icon, ink } = looks[fate];
  return (
    <span className={classNames("inline-flex items-center gap-1.5 whitespace-nowrap font-medium", ink)}>
      <Icon aria-hidden="true" size={14} />
      {fateWord[fate]}
    </span>
  );
}
