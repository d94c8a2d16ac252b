import type { Sparkline as Model } from "./prepare-sparkline.ts";

/** A row of bars as high as a line of text, with its finding as its name. */
export function Sparkline({ model, className = "h-5.5 w-30" }: { model: Model; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={model.finding}
      viewBox={`0 0 ${model.width} ${model.height}`}
      preserveAspectRatio="none"
      className={className}
    >
      <title>{model.finding}</title>
      <line
        x1={0}
        x2={model.width}
        y1={model.height - 0.5}
        y2={model.height - 0.5}
        className="stroke-line"
        vectorEffect="non-scaling-stroke"
      />
      {model.bars.map((bar) => (
        <rect key={bar.x} {...bar} className="fill-accent" />
      ))}
    </svg>
  );
}
