import { ChevronRight } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { Explained } from "#components/ui/explained.tsx";
import { missing } from "#components/ui/format-score.ts";
import { bodyCell, bodyCellRight } from "#components/ui/table-cells.ts";
import { FateMark } from "../fate-mark.tsx";
import type { CandidateRow } from "../prepare-candidates.ts";
import { ProjectName } from "../project-name.tsx";
import { TierMark } from "../tier-mark.tsx";
import { CandidateDetails } from "./candidate-details.tsx";
import { FloorMark } from "./floor-mark.tsx";

type Props = { row: CandidateRow; isOpen: boolean; onToggle: () => void };

/** One candidate, and below it, when opened, its factors and its text. */
export function CandidateRows({ row, isOpen, onToggle }: Props) {
  const details = `candidate-${row.position}`;
  return (
    <>
      <tr className={row.fate === "returned" ? "" : "text-muted"}>
        <td className="p-1 align-top">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            aria-label={`Details of ${row.id}`}
            onClick={onToggle}
            className="control control-quiet min-h-7 w-7 px-0 text-muted"
          >
            <ChevronRight
              aria-hidden="true"
              size={14}
              className={classNames("transition-transform", isOpen && "rotate-90")}
            />
          </button>
        </td>
        <td className={bodyCell}>
          <FateMark fate={row.fate} />
          <span className="block text-muted text-xs">{row.reason}</span>
        </td>
        <td className={bodyCell}>
          {row.kind === "skill" ? <span className="text-muted">Skill</span> : <TierMark tier={row.tier} />}
        </td>
        <td className={bodyCell}>
          <span className="flex min-w-0 items-baseline gap-2">
            <code className="min-w-0 truncate text-ink text-xs" title={row.id}>
              {row.id}
            </code>
            {row.kind === "skill" ? null : <span className="shrink-0 text-xs">{row.level}</span>}
          </span>
          <span className="block text-xs">
            <ProjectName project={row.project} />
          </span>
        </td>
        <td className={bodyCell}>
          {row.leg}
          <span className="block text-xs">{row.matched === missing ? "name and description" : row.matched}</span>
        </td>
        <td className={bodyCell}>
          <span className="flex items-center gap-2">
            <FloorMark rawScore={row.rawScore} floor={row.floor} />
            <span className="whitespace-nowrap">
              <Explained how={row.rawScoreHow} className="text-ink">
                {row.rawScoreShown}
              </Explained>
              <span className="text-muted text-xs">
                {row.floor === null ? " no floor" : ` ${row.rawScore < row.floor ? "<" : "≥"} ${row.floorShown}`}
              </span>
            </span>
          </span>
        </td>
        <td className={classNames(bodyCellRight, "text-ink")}>
          <Explained how={row.scoreHow}>{row.scoreShown}</Explained>
        </td>
      </tr>
      {isOpen ? (
        <tr id={details}>
          <td />
          <td colSpan={6} className="px-3 pt-1 pb-4">
            <CandidateDetails row={row} />
          </td>
        </tr>
      ) : null}
    </>
  );
}
