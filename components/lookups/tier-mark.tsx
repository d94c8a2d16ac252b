import { BookOpen, CircleDashed, EqualApproximately, Fingerprint } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { type TierKey, tierKey, tierMeaning, tierWord } from "./words.ts";

const icons = {
  "1": Fingerprint,
  "2": EqualApproximately,
  "3": BookOpen,
  none: CircleDashed,
} as const satisfies Record<TierKey, typeof BookOpen>;

/** A tier as icon, number and word: never by colour alone. */
export function TierMark({ tier }: { tier: number | null }) {
  const key = tierKey(tier);
  const Icon = icons[key];
  return (
    <span
      title={tierMeaning[key]}
      className={classNames(
        "inline-flex items-center gap-1.5 whitespace-nowrap",
        key === "none" ? "text-muted" : "text-ink",
      )}
    >
      <Icon aria-hidden="true" size={14} className={key === "1" ? "text-accent" : "text-muted"} />
      {key === "none" ? null : <span className="text-muted">{key}</span>}
      {tierWord[key]}
    </span>
  );
}
