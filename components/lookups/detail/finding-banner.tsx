import { TriangleAlert } from "lucide-react";
import type { Finding } from "../prepare-finding.ts";
import { TierIcon } from "../tier-icon.tsx";

/** What the lookup found, first of all and in words. */
export function FindingBanner({ finding }: { finding: Finding }) {
  return (
    <div className="flex gap-3">
      <TierIcon tier={finding.tier} size={24} className="mt-px shrink-0" />
      <div className="min-w-0">
        <p className="font-medium text-lg">{finding.headline}</p>
        <p className="mt-0.5 text-muted text-sm">{finding.details.join(" ")}</p>
        {finding.degraded === null ? null : (
          <p className="mt-2 flex items-start gap-1.5 text-caution text-sm">
            <TriangleAlert aria-hidden="true" size={15} className="mt-0.5 shrink-0" />
            {finding.degraded}
          </p>
        )}
      </div>
    </div>
  );
}
