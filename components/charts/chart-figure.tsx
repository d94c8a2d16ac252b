import type { ReactNode } from "react";

type Props = {
  /** The sentence that states what the chart shows. */
  finding: string;
  chart: ReactNode;
  table: ReactNode;
};

/** A chart with the sentence that it illustrates and the table that it draws. */
export function ChartFigure({ finding, chart, table }: Props) {
  return (
    <figure className="panel">
      <figcaption className="px-4 pt-3 text-sm">{finding}</figcaption>
      <div className="px-2 py-2">{chart}</div>
      <details className="group border-line border-t">
        <summary className="flex min-h-9 items-center gap-2 px-4 text-muted text-xs hover:bg-hover hover:text-ink">
          <span aria-hidden="true" className="inline-block transition-transform group-open:rotate-90">
            ›
          </span>
          Show as table
        </summary>
        <div className="scroll-region border-line border-t">{table}</div>
      </details>
    </figure>
  );
}
