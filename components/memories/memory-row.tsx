import Link from "next/link";
import { memo } from "react";
import { listRow, listRowLink } from "#components/lists/list-row-look.ts";
import { onOneLine } from "#components/lists/on-one-line.ts";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { MemoryRow as Row } from "#server/contracts/memories.ts";
import { MemoryStateMark } from "./memory-state-mark.tsx";
import { kindWord, levelWord } from "./words.ts";

type Props = { row: Row; index: number; href: string };

/** One memory. The link fills the row; on narrow screens the cells stack, and roles keep them a table row. */
export const MemoryRow = memo(function MemoryRow({ row, index, href }: Props) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: stacked on narrow screens, the elements lose the roles they are born with
    // biome-ignore-start lint/a11y/useSemanticElements: these are the semantic elements
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-row-index={index}
      className={`${listRow} grid-cols-[auto_auto_auto_minmax(0,1fr)]`}
    >
      <td role="cell" className="group/time relative z-10 text-muted md:px-2">
        <TimeAgo instant={row.created_at} />
      </td>
      <td role="cell" className="md:px-2">
        <MemoryStateMark state={row.state} />
      </td>
      <td role="cell" className="text-muted md:px-2">
        <span title={levelWord[row.level]}>{row.level}</span>
      </td>
      <td role="cell" className="truncate md:px-2">
        {kindWord[row.kind]}
      </td>
      <td role="cell" className="hidden min-w-0 truncate md:table-cell md:px-2">
        {row.tool === null ? <span className="text-faint">–</span> : <StoredText>{row.tool}</StoredText>}
      </td>
      <td role="cell" className="hidden min-w-0 md:table-cell md:px-2">
        <ProjectName project={row.project} />
      </td>
      <td role="cell" className="order-last col-span-full min-w-0 md:order-none md:px-2">
        <span className="flex min-w-0">
          <Link href={href} data-row-link="" className={listRowLink}>
            {row.state === "deleted" ? (
              <span className="text-muted">
                Text removed · <code className="text-xs">{row.id}</code>
              </span>
            ) : (
              <StoredText>{onOneLine(row.preview)}</StoredText>
            )}
          </Link>
        </span>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/useSemanticElements: these are the semantic elements
    // biome-ignore-end lint/a11y/noRedundantRoles: stacked on narrow screens, the elements lose the roles they are born with
  );
});
