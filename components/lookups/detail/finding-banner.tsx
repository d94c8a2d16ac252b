import { TriangleAlert } from "lucide-react";
import type { Finding } from "#components/lookups/prepare-finding.ts";
import { TierMark } from "#components/lookups/tier-mark.tsx";

/** What the lookup found, first of all and in words. */
export function FindingBanner({ finding }: { finding: Finding }) {
  return (
    <div className="border-accent border-l-2 pl-4">
      <p className="text-balance font-medium text-lg">{finding.headline}</p>
      <p className="mt-1 text-muted text-sm">{finding.details.join(" ")}</p>
      {finding.degraded === null ? null : (
        <p className="mt-2 flex items-start gap-1.5 text-caution text-sm">
          <TriangleAlert aria-hidden="true" size={15} className="mt-0.5 shrink-0" />
          {finding.degraded}
        </p>
      )}
      <p className="sr-only">
        <TierMark tier={finding.tier === "none" ? null : Number(finding.tier)} />
      </p>
    </div>
  );
}
