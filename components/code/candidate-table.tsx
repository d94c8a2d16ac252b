import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import { currentScopeRanking, scopeWeights } from "#server/domain/code-context/scope-weights.ts";
import { prepareContributions } from "./prepare-contributions.ts";

type Candidate = { path: string; score: number; factors: Record<string, number> };

/** Candidate files, best first, each with what made its score. */
export function CandidateTable({ candidates }: { candidates: readonly Candidate[] }) {
  const weights = scopeWeights[currentScopeRanking];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus to be scrolled by keyboard
    <section aria-label="Candidate files with their factors" tabIndex={0} className="scroll-region">
      <table className="w-full">
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={headCell}>
              File
            </th>
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
              <th scope="row" className={`${bodyCell} break-all text-left font-mono font-normal text-xs`}>
                <StoredText>{path}</StoredText>
              </th>
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
    </section>
  );
}
