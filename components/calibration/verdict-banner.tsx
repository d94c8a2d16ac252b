import { CircleCheck, CircleSlash, TriangleAlert } from "lucide-react";
import type { CalibrationBody } from "#server/contracts/calibrations.ts";
import { PairList } from "./pair-list.tsx";
import { verdictOf } from "./prepare-calibration.ts";

const looks = {
  good: { Icon: CircleCheck, ink: "text-good" },
  weak: { Icon: TriangleAlert, ink: "text-caution" },
  bad: { Icon: CircleSlash, ink: "text-bad" },
} as const;

/** What the run found, first of all and in words; where no floor separates the pairs, the pairs that prevent it. */
export function VerdictBanner({ run }: { run: CalibrationBody }) {
  const verdict = verdictOf(run);
  const { Icon, ink } = looks[verdict.look];
  const offending = (run.refused?.pairs ?? []).map((pair) => {
    const scored = run.scored[pair.index];
    return {
      index: pair.index,
      task_text: scored === undefined ? pair.task_text : scored.task_text,
      lookup_id: scored?.lookup_id ?? null,
      memory_id: pair.memory_id,
      label: pair.label,
      score: scored?.score ?? null,
    };
  });
  return (
    <div className="mt-2">
      <div className="flex gap-3">
        <Icon aria-hidden="true" size={24} className={`mt-px shrink-0 ${ink}`} />
        <div className="min-w-0">
          <p className="font-medium text-lg">{verdict.headline}</p>
          <p className="mt-0.5 text-muted text-sm">{[verdict.detail, ...run.notes].join(" ")}</p>
        </div>
      </div>
      {offending.length === 0 ? null : (
        <div className="panel mt-3 grid gap-x-8 gap-y-4 p-4 lg:grid-cols-2">
          {(["relevant", "control"] as const).map((label) => (
            <PairList
              key={label}
              Heading="h2"
              title={label === "relevant" ? "Relevant, in the way" : "Controls, in the way"}
              empty="None."
              pairs={offending.filter((pair) => pair.label === label)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
