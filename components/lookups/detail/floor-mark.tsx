const width = 64;
const height = 10;

/** A score in [0, 1] as a bar, with a tick at the floor that it had to reach. The numbers stand beside it. */
export function FloorMark({ rawScore, floor }: { rawScore: number; floor: number | null }) {
  const share = Number.isFinite(rawScore) ? Math.min(1, Math.max(0, rawScore)) : 0;
  const tick = floor === null ? null : Math.min(1, Math.max(0, floor)) * (width - 1);
  return (
    <svg aria-hidden="true" width={width} height={height} className="bar-mark shrink-0">
      <rect y={2} width={width} height={6} rx={1} className="fill-line" />
      <rect
        y={2}
        width={share * width}
        height={6}
        rx={1}
        className={floor !== null && rawScore < floor ? "fill-tier-rest" : "fill-accent"}
      />
      {tick === null ? null : <rect x={tick} width={1.5} height={height} className="fill-ink" />}
    </svg>
  );
}
