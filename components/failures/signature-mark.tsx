import { Shuffle, VolumeX } from "lucide-react";
import type { SignatureMark as Mark } from "#server/domain/signature-groups/signature-change.ts";
import { markMeaning, markWord } from "./words.ts";

const looks = {
  flaky: { Icon: Shuffle, ink: "text-caution" },
  noise: { Icon: VolumeX, ink: "text-muted" },
} as const satisfies Record<Mark, { Icon: typeof Shuffle; ink: string }>;

/** What somebody said about a failure, as icon and word. */
export function SignatureMark({ mark }: { mark: Mark }) {
  const { Icon, ink } = looks[mark];
  return (
    <span title={markMeaning[mark]} className={`inline-flex items-center gap-1 whitespace-nowrap text-xs ${ink}`}>
      <Icon aria-hidden="true" size={13} />
      {markWord[mark]}
    </span>
  );
}
