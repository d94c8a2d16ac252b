import { BookOpen, CircleDashed, EqualApproximately, Fingerprint } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import type { TierKey } from "./words.ts";

const icons = {
  "1": Fingerprint,
  "2": EqualApproximately,
  "3": BookOpen,
  none: CircleDashed,
} as const satisfies Record<TierKey, typeof BookOpen>;

type Props = { tier: TierKey; size: number; className?: string };

/** The sign of a tier; its word always stands beside it. */
export function TierIcon({ tier, size, className }: Props) {
  const Icon = icons[tier];
  return (
    <Icon
      aria-hidden="true"
      size={size}
      className={classNames(tier === "1" ? "text-accent" : "text-muted", className)}
    />
  );
}
