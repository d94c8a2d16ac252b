import { type APIRequestContext, expect } from "@playwright/test";

export type Question = { tool?: string; task?: string; signature_source?: string; project?: string; budget?: number };

/** Asks as an agent does, and answers with the ids of the record it left. */
export async function ask(
  request: APIRequestContext,
  url: string,
  question: Question,
): Promise<{ lookup_id: string; tier: number | null; record_id: string }> {
  const answer = await request.post(`${url}/memory/context`, { data: question });
  expect(answer.status()).toBe(200);
  const body: { lookup_id: string; tier: number | null } = await answer.json();
  const kept = await request.get(`${url}/api/lookups/${body.lookup_id}`);
  const { summary }: { summary: { record_id: string } } = await kept.json();
  return { ...body, record_id: summary.record_id };
}
