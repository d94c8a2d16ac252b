import Link from "next/link";
import { formatCount } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import type { Pair } from "./prepare-calibration.ts";

type ShownPair = Pick<Pair, "index" | "task_text" | "lookup_id" | "memory_id" | "label"> & { score: number | null };

type Props = {
  /** Directly under the page's heading it is an `h2`. */
  Heading?: "h2" | "h3";
  title: string;
  pairs: readonly ShownPair[];
  empty: string;
};

const shown = 12;

/** Pairs by name, best first, the first dozen of them. */
export function PairList({ Heading = "h3", title, pairs, empty }: Props) {
  return (
    <div className="min-w-0">
      <Heading className="font-medium text-sm">
        {title} <span className="font-normal text-muted">{formatCount(pairs.length)}</span>
      </Heading>
      {pairs.length === 0 ? (
        <p className="text-muted text-xs">{empty}</p>
      ) : (
        <ul className="mt-1 flex flex-col divide-y divide-line">
          {pairs.slice(0, shown).map((pair) => (
            <PairLine key={pair.index} pair={pair} />
          ))}
        </ul>
      )}
      {pairs.length > shown ? (
        <p className="mt-1 text-muted text-xs">and {formatCount(pairs.length - shown)} more</p>
      ) : null}
    </div>
  );
}

function PairLine({ pair }: { pair: ShownPair }) {
  const { task_text, lookup_id, memory_id, label, score } = pair;
  const task = task_text === null ? "a task whose text is no longer kept" : task_text;
  return (
    <li className="flex min-w-0 items-baseline gap-2 py-1 text-xs">
      <span className={label === "relevant" ? "w-15 shrink-0 text-factor-semantic" : "w-15 shrink-0 text-muted"}>
        {label}
      </span>
      <span className="w-12 shrink-0 text-right font-medium">{formatScore(score)}</span>
      <span className="min-w-0 flex-1 truncate" title={task}>
        {lookup_id === null ? (
          <StoredText>{task}</StoredText>
        ) : (
          <Link href={`/lookups/${lookup_id}`} className="hover:underline">
            <StoredText>{task}</StoredText>
          </Link>
        )}
        {memory_id === null ? null : <code className="text-muted"> {memory_id}</code>}
      </span>
    </li>
  );
}
