import { Download } from "lucide-react";
import Link from "next/link";
import { Facts } from "#components/ui/facts.tsx";
import { formatCount } from "#components/ui/format-quantity.ts";
import { formatScore, missing } from "#components/ui/format-score.ts";
import { jsonPreview } from "#components/ui/json-preview.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { Section } from "#components/ui/section.tsx";
import { bodyCell, bodyCellRight } from "#components/ui/table-cells.ts";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";
import { CopyRecordButton } from "./copy-record-button.tsx";

type Props = {
  recordId: string;
  lookupId: string;
  same: readonly string[];
  record: Record<string, unknown>;
  versions: ContextRecordBody["versions"] | null;
  policy: ContextRecordBody["policy"] | null;
  corpusSeq: number | null;
  /** Opens the JSON at once, where nothing else shows what the record holds. */
  isOpen: boolean;
};

const shownSame = 10;

/** What the decision can be recomputed from: ids, versions, policy, and the record itself. */
export function RecordSection({ recordId, lookupId, same, record, versions, policy, corpusSeq, isOpen }: Props) {
  const others = same.filter((id) => id !== recordId);
  const preview = jsonPreview(record);
  return (
    <Section
      id="record"
      title="Attention record"
      actions={
        <>
          <CopyRecordButton recordId={recordId} />
          <a href={`/api/lookups/${recordId}`} download={`${recordId}.json`} className="control">
            <Download aria-hidden="true" size={14} />
            Download JSON
          </a>
        </>
      }
    >
      <div className="panel divide-y divide-line">
        <div className="p-4">
          <Facts
            facts={[
              { name: "Record", value: <code className="break-all text-xs">{recordId}</code> },
              { name: "Lookup", value: <code className="break-all text-xs">{lookupId}</code> },
              {
                name: "Same question, same answer",
                value:
                  others.length === 0 ? (
                    <span className="text-muted">only this once</span>
                  ) : (
                    <span className="flex flex-wrap gap-x-3">
                      {others.slice(0, shownSame).map((id) => (
                        <Link
                          key={id}
                          href={`/lookups/${id}`}
                          className="font-mono text-accent text-xs hover:underline"
                        >
                          {id}
                        </Link>
                      ))}
                      {others.length > shownSame ? (
                        <span className="text-muted text-xs">and {formatCount(others.length - shownSame)} more</span>
                      ) : null}
                    </span>
                  ),
              },
              ...(versions === null
                ? []
                : Object.entries(versions).map(([name, version]) => ({
                    name: `Version: ${name.replaceAll("_", " ")}`,
                    value:
                      version === null ? (
                        <span className="text-muted">none</span>
                      ) : (
                        <code className="text-xs">{version}</code>
                      ),
                  }))),
              ...(corpusSeq === null ? [] : [{ name: "Corpus sequence", value: formatCount(corpusSeq) }]),
            ]}
          />
        </div>
        {policy === null ? null : (
          <details className="group">
            <summary className="flex min-h-10 items-center gap-2 px-4 font-medium text-sm hover:bg-hover">
              <span aria-hidden="true" className="inline-block text-muted transition-transform group-open:rotate-90">
                ›
              </span>
              Policy {typeof policy.version === "number" ? `version ${policy.version}` : ""}
              <span className="font-normal text-muted">
                {Object.keys(policy).length} numbers, frozen with the record
              </span>
            </summary>
            <table className="w-full border-line border-t" aria-label="Policy">
              <tbody className="divide-y divide-line">
                {Object.entries(policy).map(([name, value]) => (
                  <tr key={name}>
                    <th scope="row" className={`${bodyCell} text-left font-mono font-normal text-xs`}>
                      {name}
                    </th>
                    <td className={bodyCellRight}>
                      {value === null ? missing : Number.isInteger(value) ? formatCount(value) : formatScore(value)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        )}
        <details className="group" open={isOpen}>
          <summary className="flex min-h-10 items-center gap-2 px-4 font-medium text-sm hover:bg-hover">
            <span aria-hidden="true" className="inline-block text-muted transition-transform group-open:rotate-90">
              ›
            </span>
            JSON
            {preview.isCut ? <span className="font-normal text-muted">shortened; the download is whole</span> : null}
          </summary>
          <LongText text={preview.text} label="JSON of the record" className="max-h-[36rem] border-line border-t" />
        </details>
      </div>
    </Section>
  );
}
