import Link from "next/link";
import { memo } from "react";
import { prepareSparkline } from "#components/charts/prepare-sparkline.ts";
import { Sparkline } from "#components/charts/sparkline.tsx";
import { listRow, listRowLink } from "#components/lists/list-row-look.ts";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { countOf, formatCount, formatShare } from "#components/ui/format-quantity.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { SignatureRow } from "#server/contracts/signatures.ts";
import { failureHeadline } from "./failure-headline.ts";
import { SignatureMark } from "./signature-mark.tsx";

type Props = { row: SignatureRow; index: number; href: string };

/** One failure. The link fills the row; on narrow screens the cells stack, and roles keep them a table row. */
export const FailureRow = memo(function FailureRow({ row, index, href }: Props) {
  const { tier1, projects } = row;
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
        <TimeAgo instant={row.last_seen} />
      </td>
      <td role="cell" className="truncate md:px-2">
        <StoredText>{row.tool}</StoredText>
      </td>
      <td role="cell" className="order-last col-span-full min-w-0 md:order-none md:px-2">
        <span className="flex min-w-0 items-center gap-2">
          <Link href={href} data-row-link="" className={listRowLink}>
            {row.name === null ? (
              <StoredText>{failureHeadline(row.preview)}</StoredText>
            ) : (
              <span className="font-medium">
                <StoredText>{row.name}</StoredText>
              </span>
            )}
          </Link>
          {row.marks.map((mark) => (
            <SignatureMark key={mark} mark={mark} />
          ))}
        </span>
      </td>
      <td role="cell" className="hidden md:table-cell md:px-2">
        <Sparkline model={prepareSparkline(row.days)} className="h-5.5 w-24" />
      </td>
      <td role="cell" className="text-right tabular-nums md:px-2">
        {formatCount(row.seen_count)}
        <span className="md:sr-only">{row.seen_count === 1 ? " time" : " times"}</span>
      </td>
      <td role="cell" className="group/time relative z-10 hidden text-muted md:table-cell md:px-2">
        <TimeAgo instant={row.first_seen} />
      </td>
      <td role="cell" className="hidden min-w-0 md:table-cell md:px-2">
        {projects.length > 1 ? (
          <span title={projects.join(", ")}>{countOf(projects.length, "project")}</span>
        ) : (
          <ProjectName project={projects[0] ?? null} />
        )}
      </td>
      <td role="cell" className="text-right tabular-nums md:table-cell md:px-2">
        {row.lessons === 0 ? (
          <span className="text-muted">
            <span className="md:hidden">no lesson</span>
            <span className="hidden md:inline">none</span>
          </span>
        ) : (
          <>
            {formatCount(row.lessons)}
            <span className="md:hidden">{row.lessons === 1 ? " lesson" : " lessons"}</span>
          </>
        )}
        {row.drafts === 0 ? null : (
          <span className="text-caution" title={countOf(row.drafts, "draft")}>
            {" "}
            +{formatCount(row.drafts)}
            <span className="sr-only"> drafts</span>
          </span>
        )}
      </td>
      <td
        role="cell"
        className="hidden text-right tabular-nums md:table-cell md:px-2"
        title={`Tier 1 answered ${formatCount(tier1.hits)} of ${countOf(tier1.lookups, "lookup")}`}
      >
        {tier1.lookups === 0 ? <span className="text-faint">–</span> : formatShare(tier1.hits / tier1.lookups)}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/useSemanticElements: these are the semantic elements
    // biome-ignore-end lint/a11y/noRedundantRoles: stacked on narrow screens, the elements lose the roles they are born with
  );
});
