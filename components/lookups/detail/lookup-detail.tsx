import type { z } from "zod";
import { formatDuration } from "#components/ui/format-quantity.ts";
import { TimeFull } from "#components/ui/time-full.tsx";
import { BootRecordBody } from "#server/contracts/boot-record.ts";
import type { FollowThroughOutput } from "#server/contracts/follow-through.ts";
import { ContextRecord, type GetLookupOutput } from "#server/contracts/lookups.ts";
import { PriorRecordBody } from "#server/contracts/prior-record.ts";
import { BootDetail } from "../boot/boot-detail.tsx";
import { prepareCandidates } from "../prepare-candidates.ts";
import { prepareFinding } from "../prepare-finding.ts";
import { PriorDetail } from "../prior/prior-detail.tsx";
import { operationWord } from "../words.ts";
import { AnswerSection } from "./answer-section.tsx";
import { BudgetSection } from "./budget-section.tsx";
import { CandidatesSection } from "./candidates-section.tsx";
import { FindingBanner } from "./finding-banner.tsx";
import { FollowThroughSection } from "./follow-through-section.tsx";
import { LegsSection } from "./legs-section.tsx";
import { RecordSection } from "./record-section.tsx";
import { RequestSection } from "./request-section.tsx";

type Props = {
  answer: z.output<typeof GetLookupOutput>;
  /** Left out where nothing can have followed yet. */
  follow?: z.output<typeof FollowThroughOutput>;
  origin: string;
};

/** One attention record: what was asked, what was found, and why each candidate was or was not returned. */
export function LookupDetail({ answer, follow, origin }: Props) {
  const { summary, same } = answer;
  const parsed = ContextRecord.safeParse(answer.record);
  const record = parsed.success ? parsed.data : null;
  const prior = PriorRecordBody.safeParse(answer.record).data ?? null;
  const boot = BootRecordBody.safeParse(answer.record).data ?? null;
  return (
    <div className="flex flex-col gap-7">
      <div>
        <p className="mb-4 text-muted text-sm">
          {operationWord[summary.operation]} · <TimeFull instant={summary.evaluated_at} /> · took{" "}
          {formatDuration(summary.duration_ms)}
        </p>
        {record === null ? null : <FindingBanner finding={prepareFinding(record)} />}
      </div>
      {record === null ? null : (
        <>
          <div className="grid gap-7 xl:grid-cols-2">
            <RequestSection record={record} origin={origin} />
            <div className="flex min-w-0 flex-col gap-7">
              <LegsSection legs={record.legs} />
              <BudgetSection record={record} />
            </div>
          </div>
          <CandidatesSection
            rows={prepareCandidates(record)}
            considered={record.counts.considered}
            isTruncated={record.truncated}
          />
          <AnswerSection rendered={record.rendered} isEmpty={summary.returned === 0} />
        </>
      )}
      {prior === null ? null : <PriorDetail answer={answer} record={prior} origin={origin} />}
      {boot === null ? null : <BootDetail record={boot} />}
      {follow === undefined ? null : <FollowThroughSection follow={follow} />}
      <RecordSection
        recordId={summary.record_id}
        lookupId={summary.lookup_id}
        same={same}
        record={answer.record}
        versions={record?.versions ?? null}
        policy={record?.policy ?? prior?.policy ?? null}
        corpusSeq={record?.corpus_seq ?? prior?.corpus_seq ?? boot?.corpus_seq ?? null}
        isOpen={record === null && prior === null && boot === null}
      />
    </div>
  );
}
