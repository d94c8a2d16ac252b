import { formatCount } from "#components/ui/format-quantity.ts";
import { Section } from "#components/ui/section.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import type { SignatureDetail } from "#server/contracts/signatures.ts";
import { becauseWord, shortId } from "../words.ts";

/** Every signature that this one stands for, and why. */
export function NamesSection({ failure }: { failure: SignatureDetail }) {
  return (
    <Section id="names" title="Signatures" note="A log that has any of these is this failure.">
      <div className="panel scroll-region">
        <table className="w-full" aria-labelledby="names">
          <thead>
            <tr>
              <th scope="col" className={headCell}>
                Signature
              </th>
              <th scope="col" className={headCell}>
                How it came here
              </th>
              <th scope="col" className={headCellRight}>
                Seen
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {failure.names.map((name) => (
              <tr key={name.id}>
                <th scope="row" className={`${bodyCell} text-left font-normal`}>
                  <code title={name.id}>{shortId(name.id)}</code>
                </th>
                <td className={bodyCell}>{name.because === null ? "stands for all" : becauseWord[name.because]}</td>
                <td className={bodyCellRight}>{formatCount(name.seen_count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
