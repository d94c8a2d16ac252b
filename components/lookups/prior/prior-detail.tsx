import type { z } from "zod";
import type { GetLookupOutput } from "#server/contracts/lookups.ts";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { AnswerSection } from "../detail/answer-section.tsx";
import { PriorCandidatesSection } from "./prior-candidates-section.tsx";
import { PriorRequestSection } from "./prior-request-section.tsx";

type Props = { answer: z.output<typeof GetLookupOutput>; record: PriorRecord; origin: string };

/** One prior-context lookup: every candidate against the lines that it was judged by, and what other numbers would have done. */
export function PriorDetail({ answer, record, origin }: Props) {
  return (
    <>
      <PriorCandidatesSection record={record} recordId={answer.summary.record_id} labels={answer.labels} />
      <div className="grid gap-7 xl:grid-cols-2">
        <PriorRequestSection record={record} origin={origin} />
        <AnswerSection rendered={record.rendered} isEmpty={answer.summary.returned === 0} />
      </div>
    </>
  );
}
