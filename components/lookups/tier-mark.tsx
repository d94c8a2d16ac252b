import { classNames } from "#components/ui/class-names.ts";
import { TierIcon } from "./tier-icon.tsx";
import { tierKey, tierMeaning, tierWord } from "./words.ts";

/** A tier as icon, number and word: never by colour alone. */
export function TierMark({ tier }: { tier: number | null }) {
  const key = tierKey(tier);
  return (
    <span
      title={tierMeaning[key]}
      className={classNames(
        "inline-flex items-center gap-1.5 whitespace-nowrap",
        key === "none" ? "text-muted" : "text-ink",
      )}
    >
      <TierIcon tier={key} size={14} />
      {key === "none" ? null : <span className="text-muted">{key}</span>}
      {tierWord[key]}
    </span>
  );
}
