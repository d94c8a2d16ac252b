import { ArrowDown, ArrowUp, ChevronRight } from "lucide-react";
import { FactorBarMark } from "#components/charts/factor-bar-mark.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, bodyCellRight } from "#components/ui/table-cells.ts";
import { CandidateText } from "../detail/candidate-text.tsx";
import { ProjectName } from "../project-name.tsx";
import { arithmeticOf, explainFactors } from "./explain-factors.ts";
import { type Label, LabelButtons } from "./label-buttons.tsx";
import type { PriorRow, PriorView } from "./prepare-prior-view.ts";
import { PriorVerdictMark } from "./prior-verdict-mark.tsx";

const factorFill = {
  semantic: "bg-factor-semantic",
  structural: "bg-factor-structural",
  bonus: "bg-factor-bonus",
  recency: "bg-factor-recency",
  live_ratio: "bg-factor-live-ratio",
} as const;

type Props = {
  row: PriorRow;
  view: PriorView;
  isOpen: boolean;
  onToggle: () => void;
  label: Label | null;
  labelError: unknown;
  onLabel: (label: Label) => void;
};

/** One candidate: its verdict with the reason, its score as a bar against the lines, its label; opened, the arithmetic and the text. */
export function PriorCandidateRows({ row, view, isOpen, onToggle, label, labelError, onLabel }: Props) {
  const details = `prior-${row.id}`;
  const isRejected = row.verdict.kind === "rejected";
  return (
    <>
      <tr data-candidate={row.id} className={row.change === null ? "" : "bg-selected"}>
        <td className="p-1 align-top">
          <button
            type="button"
            data-candidate-toggle=""
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            aria-label={`Arithmetic of ${row.id}`}
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
          <span className="flex flex-wrap items-center gap-x-3">
            <PriorVerdictMark verdict={row.verdict} />
            <ChangeMark change={row.change} />
          </span>
          <span className="block text-muted text-xs">{row.why}</span>
        </td>
        <td className={bodyCell}>
          <code className={classNames("block truncate text-xs", isRejected && "text-muted")} title={row.id}>
            {row.id}
          </code>
          <span className="block truncate text-muted text-xs">
            <ProjectName project={row.project} />
            session <StoredText>{row.session}</StoredText>
          </span>
        </td>
        <td className="px-3 py-1 align-middle">
          <FactorBarMark bar={row.bar} scale={view.scale} floor={view.floor} gap={view.gap} isRejected={isRejected} />
        </td>
        <td className={bodyCellRight}>{row.scoreShown}</td>
        <td className={bodyCell}>
          <LabelButtons memoryId={row.id} label={label} onLabel={onLabel} error={labelError} />
        </td>
      </tr>
      {isOpen ? (
        <tr id={details}>
          <td />
          <td colSpan={5} className="px-3 pt-1 pb-4">
            <div className="flex max-w-4xl flex-col gap-3">
              <p className="stored-text font-mono text-xs">
                {arithmeticOf(row.factors, row.score, view.policy)}
                <span className="text-muted">
                  {" "}
                  · policy version {view.policy.version}
                  {view.isWhatIf ? ", changed here" : ""}
                </span>
              </p>
              <dl className="grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
                {explainFactors(row.inputs, row.factors, view.policy).map(({ factor, value, why }) => (
                  <div key={factor} className="contents">
                    <dt className="flex items-center gap-1.5 text-muted">
                      <span aria-hidden="true" className={`bar-mark size-2.5 rounded-xs ${factorFill[factor]}`} />
                      {factor.replace("_", " ")}
                    </dt>
                    <dd className="text-right font-medium">{value}</dd>
                    <dd className="text-muted">{why}</dd>
                  </div>
                ))}
              </dl>
              {row.ground.length === 0 ? null : (
                <p className="text-muted text-xs">
                  About{" "}
                  {row.ground.map((node, place) => (
                    <span key={node}>
                      {place > 0 ? ", " : ""}
                      <code className="text-ink">
                        <StoredText>{node}</StoredText>
                      </code>
                    </span>
                  ))}
                </p>
              )}
              <CandidateText memoryId={row.id} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

function ChangeMark({ change }: { change: PriorRow["change"] }) {
  if (change === null) return null;
  const Icon = change === "enters" ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex items-center gap-1 font-medium text-accent text-xs">
      <Icon aria-hidden="true" size={12} />
      {change}
    </span>
  );
}
