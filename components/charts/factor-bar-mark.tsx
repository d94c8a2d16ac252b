import type { BarFactor, FactorBar, FactorScale } from "./prepare-factor-bars.ts";

const fills = {
  semantic: "fill-factor-semantic",
  structural: "fill-factor-structural",
  bonus: "fill-factor-bonus",
} as const satisfies Record<BarFactor, string>;

type Props = {
  bar: FactorBar;
  scale: FactorScale;
  floor: number;
  /** Score that the rank gap asks for; null where nothing was considered. */
  gap: number | null;
  isRejected: boolean;
};

/** A score as a bar of its parts, with what was taken away hatched, against the floor (solid) and the gap (dashed). The numbers stand beside it. */
export function FactorBarMark({ bar, scale, floor, gap, isRejected }: Props) {
  const percent = (score: number) => `${scale.at(score)}%`;
  const width = ({ from, to }: { from: number; to: number }) => `${scale.at(to) - scale.at(from)}%`;
  return (
    <svg aria-hidden="true" width="100%" height={30} className="bar-mark block overflow-visible">
      <line x1={percent(0)} x2={percent(0)} y1={0} y2={30} className="stroke-line-strong" />
      <g opacity={isRejected ? 0.62 : 1}>
        {bar.segments.map((segment) => (
          <rect
            key={segment.factor}
            x={percent(segment.from)}
            width={width(segment)}
            y={9}
            height={12}
            className={`${fills[segment.factor]} stroke-surface`}
          />
        ))}
        {bar.lost === null ? null : (
          <rect
            x={percent(bar.lost.from)}
            width={width(bar.lost)}
            y={9}
            height={12}
            fill="url(#hatch)"
            className="stroke-line-strong"
          />
        )}
      </g>
      <line x1={percent(floor)} x2={percent(floor)} y1={0} y2={30} className="stroke-ink" strokeWidth={1.5} />
      {gap === null ? null : (
        <line
          x1={percent(gap)}
          x2={percent(gap)}
          y1={0}
          y2={30}
          className="stroke-accent"
          strokeWidth={1.5}
          strokeDasharray="3 2"
        />
      )}
      <circle cx={percent(bar.score)} cy={15} r={3} className="fill-ink stroke-surface" strokeWidth={1.5} />
    </svg>
  );
}

/** The hatching of every bar of a page; drawn once. */
export function HatchPattern() {
  return (
    <svg aria-hidden="true" width={0} height={0} className="absolute">
      <defs>
        <pattern id="hatch" width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={1.4} height={5} fill="var(--ink-faint)" />
        </pattern>
      </defs>
    </svg>
  );
}
