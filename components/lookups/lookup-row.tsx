import Link from "next/link";
import { memo } from "react";
import { listRow, listRowLink } from "#components/lists/list-row-look.ts";
import { onOneLine } from "#components/lists/on-one-line.ts";
import { formatCount, formatDuration } from "#components/ui/format-quantity.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { LookupRow as Row } from "#server/contracts/lookups.ts";
import { BudgetMark } from "./budget-mark.tsx";
import { DegradedMark } from "./degraded-mark.tsx";
import { ProjectName } from "./project-name.tsx";
import { TierMark } from "./tier-mark.tsx";
import { operationWord } from "./words.ts";

type Props = { row: Row; index: number; href: string };

/** One lookup. The link fills the row; on narrow screens the cells stack, and roles keep them a table row. */
export const LookupRow = memo(function LookupRow({ row, index, href }: Props) {
  const summary = onOneLine(row.summary);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: stacked on narrow screens, the elements lose the roles they are born with
    // biome-ignore-start lint/a11y/useSemanticElements: these are the semantic elements
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-row-index={index}
      className={`${listRow} grid-cols-[auto_auto_minmax(0,1fr)_auto]`}
    >
      <td role="cell" className="group/time relative z-10 text-muted md:px-2">
        <TimeAgo instant={row.evaluated_at} />
      </td>
      <td role="cell" className="md:px-2">
        {row.operation === "memory.context" ? (
          <TierMark tier={row.tier} />
        ) : (
          <span className="whitespace-nowrap text-muted">{operationWord[row.operation]}</span>
        )}
      </td>
      <td role="cell" className="min-w-0 truncate md:px-2">
        {row.tool !== null ? (
          <StoredText>{row.tool}</StoredText>
        ) : row.operation === "context.prior" && row.session !== null ? (
          <span title={`Session ${row.session}`} className="text-muted">
            <StoredText>{row.session}</StoredText>
          </span>
        ) : (
          <span className="text-faint">–</span>
        )}
      </td>
      <td role="cell" className="hidden min-w-0 md:table-cell md:px-2">
        <ProjectName project={row.project} />
      </td>
      <td role="cell" className="order-last col-span-full min-w-0 md:order-none md:px-2">
        <span className="flex min-w-0 items-center gap-2">
          <Link href={href} data-row-link="" className={`${listRowLink} font-mono text-xs`}>
            {summary === "" ? (
              <span className="text-muted">{operationWord[row.operation]}</span>
            ) : (
              <StoredText>{summary}</StoredText>
            )}
          </Link>
          <DegradedMark legs={row.degraded} />
        </span>
      </td>
      <td role="cell" className="whitespace-nowrap text-right md:px-2">
        <span title={`${formatCount(row.returned)} of ${formatCount(row.found)} matches returned`}>
          {formatCount(row.returned)}
          <span className="text-muted"> of {formatCount(row.found)}</span>
        </span>
      </td>
      <td role="cell" className="hidden text-right md:table-cell md:px-2">
        {row.dropped === 0 ? <span className="text-faint">0</span> : formatCount(row.dropped)}
      </td>
      <td role="cell" className="hidden md:table-cell md:px-2">
        <BudgetMark used={row.budget_used} limit={row.budget_limit} />
      </td>
      <td role="cell" className="hidden whitespace-nowrap text-right text-muted md:table-cell md:px-2">
        {formatDuration(row.duration_ms)}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/useSemanticElements: these are the semantic elements
    // biome-ignore-end lint/a11y/noRedundantRoles: stacked on narrow screens, the elements lose the roles they are born with
  );
});
