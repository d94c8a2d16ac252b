import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import { currentScopeRanking, scopeWeights } from "#server/domain/code-context/scope-weights.ts";
import { prepareContributions } from "./prepare-contributions.ts";

type Props = {
  candidates: readonly Candidate[];
  /** Of the day on which they were scored; today's if absent. */
  weights?: Readonly<Record<string, number>>;
  /** Which of them were given, where that is not all. */
  given?: ReadonlySet<string>;
};
type Candidate = { path: string; score: number; factors: Record<string, number> };

/** Candidate files, best first, each with what made its score. */
export function CandidateTable({ candidates, weights = scopeWeights[currentScopeRanking], given }: Props) {
  return (
    <ScrollRegion label="Candidate files with their factors">
      <table className="w-full">
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={headCell}>
              File
            </th>
            {given === undefined ? null : (
              <th scope="col" className={headCell}>
                Given
              </th>
            )}
            <th scope="col" className={headCellRight}>
              Score
            </th>
            <th scope="col" className={headCell}>
              Made of
            </th>
          </tr>
        </thead>
        <tbody>
          {candidates.map(({ path, score, factors }) => (
            <tr key={path} className="border-line border-b">
              <th scope="row" className={`${bodyCell} min-w-56 break-all text-left font-mono font-normal text-xs`}>
                <StoredText>{path}</StoredText>
              </th>
              {given === undefined ? null : (
                <td className={`${bodyCell} text-xs`}>
                  {given.has(path) ? <span className="text-good">given</span> : <span className="text-muted">not</span>}
                </td>
              )}
              <td className={`${bodyCellRight} tabular-nums`}>{score.toFixed(3)}</td>
              <td className={`${bodyCell} text-muted text-xs`}>
                {prepareContributions(factors, weights)
                  .map(({ factor, share }) => `${factor} ${share >= 0 ? "+" : "−"}${Math.abs(share).toFixed(2)}`)
                  .join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
