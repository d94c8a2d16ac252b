import Link from "next/link";
import { type MouseEvent, memo } from "react";
import { listRow, listRowLink } from "#components/lists/list-row-look.ts";
import { onOneLine } from "#components/lists/on-one-line.ts";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { MemoryStateMark } from "#components/memories/memory-state-mark.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { formatCount } from "#components/ui/format-quantity.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { ChainRow } from "#server/contracts/memories.ts";

type Props = { row: ChainRow; index: number; href: string; isOpen: boolean; onOpen: (id: string) => void };

/** One chain by its end. The link fills the row and opens the chain above the list. */
export const SupersessionRow = memo(function SupersessionRow({ row, index, href, isOpen, onOpen }: Props) {
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(row.end_id);
  }
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: stacked on narrow screens, the elements lose the roles they are born with
    // biome-ignore-start lint/a11y/useSemanticElements: these are the semantic elements
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-row-index={index}
      className={classNames(listRow, "grid-cols-[auto_auto_auto_minmax(0,1fr)]", isOpen && "bg-selected")}
    >
      <td role="cell" className="group/time relative z-10 text-muted md:px-2">
        <TimeAgo instant={row.changed_at} />
      </td>
      <td role="cell" className="md:px-2">
        <MemoryStateMark state={row.end} />
      </td>
      <td role="cell" className="whitespace-nowrap text-right md:px-2">
        {formatCount(row.replaced)}
        <span className="text-muted md:hidden"> replaced</span>
      </td>
      <td role="cell" className="min-w-0 md:px-2">
        <ProjectName project={row.project} />
      </td>
      <td role="cell" className="order-last col-span-full min-w-0 md:order-none md:px-2">
        <span className="flex min-w-0">
          <Link
            href={href}
            data-row-link=""
            aria-current={isOpen ? "true" : undefined}
            onClick={open}
            className={listRowLink}
          >
            {row.end === "retired" ? <span className="text-muted">Nothing; retired: </span> : null}
            <StoredText>{onOneLine(row.preview)}</StoredText>
          </Link>
        </span>
      </td>
      <td role="cell" className="hidden min-w-0 truncate text-muted md:table-cell md:px-2">
        <StoredText>{onOneLine(row.reason)}</StoredText>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/useSemanticElements: these are the semantic elements
    // biome-ignore-end lint/a11y/noRedundantRoles: stacked on narrow screens, the elements lose the roles they are born with
  );
});
