import { Ban, CircleCheck, CornerDownRight, FilePen, Trash2 } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { type MemoryState, stateMeaning, stateWord } from "./words.ts";

const looks = {
  active: { Icon: CircleCheck, ink: "text-good" },
  draft: { Icon: FilePen, ink: "text-caution" },
  superseded: { Icon: CornerDownRight, ink: "text-muted" },
  retired: { Icon: Ban, ink: "text-muted" },
  deleted: { Icon: Trash2, ink: "text-muted" },
} as const satisfies Record<MemoryState, { Icon: typeof Ban; ink: string }>;

/** Whether a memory answers, as icon and word. */
export function MemoryStateMark({ state }: { state: MemoryState }) {
  const { Icon, ink } = looks[state];
  return (
    <span title={stateMeaning[state]} className={classNames("inline-flex items-center gap-1.5 whitespace-nowrap", ink)}>
      <Icon aria-hidden="true" size={14} />
      {stateWord[state]}
    </span>
  );
}
