import { CircleCheck, CircleHelp, CircleX, Unlink } from "lucide-react";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, headCell } from "#components/ui/table-cells.ts";
import type { CodeOverview } from "#server/contracts/code-pages.ts";
import type { InvariantState } from "#server/domain/code-context/invariant.ts";

type Invariant = NonNullable<CodeOverview["shown"]>["invariants"][number];

const states = {
  holds: { word: "holds", Icon: CircleCheck },
  violated: { word: "not kept", Icon: CircleX },
  symbol_missing: { word: "names code that is gone", Icon: Unlink },
  unchecked: { word: "cannot be checked", Icon: CircleHelp },
} as const satisfies Record<InvariantState, { word: string; Icon: typeof CircleCheck }>;

/** Rules with their state: an icon and a word each, and which files break them. */
export function InvariantTable({ invariants }: { invariants: readonly Invariant[] }) {
  if (invariants.length === 0) {
    return <p className="text-muted text-sm">No instruction file of this commit states a rule.</p>;
  }
  return (
    <ScrollRegion label="Rules with their state">
      <table className="w-full">
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={headCell}>
              State
            </th>
            <th scope="col" className={headCell}>
              Rule
            </th>
            <th scope="col" className={headCell}>
              Where
            </th>
          </tr>
        </thead>
        <tbody>
          {invariants.map(({ rule, path, line, check, state, evidence }) => {
            const { word, Icon } = states[state];
            return (
              <tr key={`${path}:${line}:${rule}`} className="border-line border-b">
                <td className={bodyCell}>
                  <span className="inline-flex items-center gap-1.5">
                    <Icon aria-hidden="true" size={14} />
                    {word}
                  </span>
                </td>
                <td className={bodyCell}>
                  <StoredText>{rule}</StoredText>
                  {check === null ? null : <p className="text-muted text-xs">checked: {check}</p>}
                  {evidence.length === 0 ? null : (
                    <p className="break-words text-muted text-xs">
                      in <StoredText>{evidence.join(", ")}</StoredText>
                    </p>
                  )}
                </td>
                <td className={`${bodyCell} font-mono text-xs`}>
                  <StoredText>{`${path}:${line}`}</StoredText>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
