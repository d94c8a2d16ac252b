import Link from "next/link";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { countOf, formatBytes, formatCount } from "#components/ui/format-quantity.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";
import { curlOfRecord } from "../curl-of.ts";
import { playgroundUrl } from "../playground-url.ts";
import { SignatureParts } from "./signature-parts.tsx";

type Props = { record: ContextRecordBody; origin: string };

const nothing = <span className="text-faint">not given</span>;

function toolSentence({ request, signature }: ContextRecordBody): string | null {
  if (signature === null) return request.tool === null ? null : `${request.tool}, as given`;
  const inferred = signature.inferred ? "inferred from the log" : "as given";
  const other = request.tool !== null && request.tool !== signature.tool ? `; ${request.tool} was given` : "";
  return `${signature.tool}, ${inferred}${other}`;
}

/** What was asked: the task, the failure as it was masked and as it came, and what was made of it. */
export function RequestSection({ record, origin }: Props) {
  const { request, signature, session } = record;
  const tool = toolSentence(record);
  const source = request.signature_source;
  // Why tier 1 had nothing to look up stands with its leg.
  const noFailure = record.legs.find(({ leg }) => leg === "signature")?.note?.split(": ")[1];
  const scope =
    request.scope === "all-projects"
      ? "all projects"
      : request.scope === "project"
        ? "this project only"
        : "by default";
  return (
    <Section
      id="request"
      title="Request"
      actions={
        <>
          <Link href={playgroundUrl(record)} className="control">
            Ask again by hand
          </Link>
          <CopyButton label="Copy as curl" text={curlOfRecord(origin, record)} />
        </>
      }
    >
      <div className="panel divide-y divide-line">
        <div className="p-4">
          <Facts
            facts={[
              { name: "Tool", value: tool === null ? nothing : <StoredText>{tool}</StoredText> },
              {
                name: "Task",
                value:
                  request.task === null ? (
                    nothing
                  ) : (
                    <StoredText>{request.task === "" ? "(not kept)" : request.task}</StoredText>
                  ),
              },
              {
                name: "Project",
                value: request.project === null ? nothing : <StoredText>{request.project}</StoredText>,
              },
              { name: "Scope", value: scope },
              { name: "Session", value: session === null ? nothing : <StoredText>{session}</StoredText> },
              { name: "Budget", value: `${formatCount(request.budget)} tokens` },
              { name: "Origin", value: request.origin === "injected" ? "injected by a hook" : "asked" },
              ...(request.signature_key === null
                ? []
                : [{ name: "Signature key", value: <StoredText>{request.signature_key}</StoredText> }]),
            ]}
          />
        </div>
        {signature === null ? (
          <p className="p-4 text-muted text-sm">
            {source === null
              ? "No log was given, so there is no signature."
              : `The log holds no failure that has a signature${noFailure === undefined ? "" : `: ${noFailure}`}.`}
          </p>
        ) : (
          <div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-3">
              <h3 className="font-medium text-sm">Failure, masked</h3>
              <code className="min-w-0 truncate text-faint text-xs" title={signature.id}>
                {signature.id.slice(0, 16)}…
              </code>
            </div>
            <LongText
              text={signature.masked === "" ? "(not kept)" : signature.masked}
              label="Failure, masked"
              className="max-h-64 px-1"
            />
            {signature.notes.length === 0 ? null : (
              <ul className="list-disc space-y-0.5 px-4 pb-3 pl-8 text-muted text-xs">
                {[...new Set(signature.notes)].map((note) => (
                  <li key={note}>
                    <StoredText>{note}</StoredText>
                  </li>
                ))}
              </ul>
            )}
            {signature.parts.length === 0 ? null : (
              <>
                <p className="px-4 pb-2 text-muted text-xs">
                  {countOf(signature.parts.length, "part")}, tier 1 has a lesson for{" "}
                  {formatCount(signature.parts.filter(({ hit }) => hit).length)} of them
                </p>
                <SignatureParts parts={signature.parts} />
              </>
            )}
          </div>
        )}
        {source === null ? null : (
          <details className="group">
            <summary className="flex min-h-10 items-center gap-2 px-4 font-medium text-sm hover:bg-hover">
              <span aria-hidden="true" className="inline-block text-muted transition-transform group-open:rotate-90">
                ›
              </span>
              Log as it came
              <span className="font-normal text-muted">
                {formatBytes(source.bytes)}, secrets masked
                {source.bytes > 16_384 ? ", the first 16 KiB kept" : ""}
              </span>
            </summary>
            <LongText
              text={source.text === "" ? "(not kept)" : source.text}
              label="Log as it came"
              className="max-h-80 border-line border-t px-1"
            />
            <p className="break-all border-line border-t px-4 py-2 font-mono text-2xs text-faint">
              sha256 {source.sha256}
            </p>
          </details>
        )}
      </div>
    </Section>
  );
}
