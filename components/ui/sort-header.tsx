import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { classNames } from "./class-names.ts";

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown } as const;

type Props = {
  name: string;
  sorted: keyof typeof icons;
  /** Class names for the width of the column, and for its side when that is the right one. */
  width: string;
  onPress: () => void;
};

/** The head of a column that sorts its table: its state is told by `aria-sort` and shown by the arrow. */
export function SortHeader({ name, sorted, width, onPress }: Props) {
  const Icon = icons[sorted];
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={classNames("h-8 whitespace-nowrap px-3 text-left font-medium text-muted text-xs", width)}
    >
      <button
        type="button"
        onClick={onPress}
        className={classNames(
          "-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink",
          sorted === "none" ? "" : "text-ink",
        )}
      >
        {name}
        <Icon aria-hidden="true" size={12} className={sorted === "none" ? "opacity-60" : ""} />
      </button>
    </th>
  );
}
