import { formatCount, formatShare } from "#components/ui/format-quantity.ts";

type Props = { used: number; limit: number };

const width = 40;

/** A bar of the budget used, with the tokens beside it. Past the limit the bar is full, hatched and says so. */
export function BudgetMark({ used, limit }: Props) {
  const isOver = used > limit;
  const share = limit === 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit);
  return (
    <span
      className="inline-flex items-center gap-2 whitespace-nowrap"
      title={`${formatCount(used)} of ${formatCount(limit)} tokens${limit === 0 ? "" : `, ${formatShare(used / limit)}`}`}
    >
      <svg aria-hidden="true" width={width} height={6} className="bar-mark shrink-0">
        <rect width={width} height={6} rx={1} className="fill-line" />
        <rect
          width={Math.max(share > 0 ? 1 : 0, share * width)}
          height={6}
          rx={1}
          className={isOver ? "fill-bad" : "fill-accent"}
        />
      </svg>
      <span className={isOver ? "text-bad" : ""}>
        {isOver ? "over " : ""}
        {formatCount(used)}
      </span>
    </span>
  );
}
