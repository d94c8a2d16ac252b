import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { classNames } from "./class-names.ts";
import { headCell, headCellRight } from "./table-cells.ts";

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown } as const;

type Props = { name: string; sorted: keyof typeof icons; onPress: () => void; isRight?: boolean };

/** The head of a column that sorts its table: its state is told by `aria-sort` and shown by the arrow. */
export function SortHeader({ name, sorted, onPress, isRight = false }: Props) {
  const Icon = icons[sorted];
  return (
    <th scope="col" aria-sort={sorted} className={isRight ? headCellRight : headCell}>
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
