import { calibrations, contexts, memories, occurrences, supersessions } from "#drizzle/schema/schema.ts";
import { randomIds } from "#server/adapters/clock/random-ids.ts";
import type { Database } from "#server/db/database.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { runDoctor } from "#server/operations/run-doctor.ts";
import { anOperationContext, bodyOf } from "#server/testing/an-operation-context.ts";
import type { Ledger } from "#server/testing/kill-rounds.ts";
import {
  carriedEntries,
  type LedgerStep,
  ledgerLog,
  ledgerProject,
  ledgerSteps,
  sendLedgerCall,
} from "./ledger-steps.ts";

/**
 * What is wrong with the store, judged by the whole history; empty when nothing is. Sends every call of unknown outcome
 * again, as its client would, and every call of the last turn: so afterwards everything that was tried is there, once.
 * Adds to `ledger` what it has learnt.
 */
export async function judgeLedger(db: Database, ledger: Ledger): Promise<string[]> {
  const before = await wrongs(db, ledger);
  const context = await anOperationContext(db, { newId: randomIds });
  const wrong: string[] = [...before];
  const unknown = [...ledger.tried].filter((call) => !ledger.acknowledged.has(call));
  for (const call of [...unknown, ...[...ledger.acknowledged].slice(-ledgerSteps.length)]) {
    const { step, turn } = partsOf(call);
    const outcome = await sendLedgerCall(context, step, turn);
    if (!outcome.ok) wrong.push(`${call} sent again was refused: ${outcome.failure.code} ${outcome.failure.message}`);
    // These carry no request id; they are the same by what they say.
    const isKept = step !== "delete" && step !== "carry";
    if (outcome.ok && ledger.acknowledged.has(call) && isKept && !outcome.value.replayed)
      wrong.push(`${call} was acknowledged, and ran a second time`);
    ledger.acknowledged.add(call);
  }
  wrong.push(...(await wrongs(db, ledger)));

  const doctor = bodyOf(await runDoctor.call(context, {}));
  for (const { name, found, examples } of doctor.checks) {
    if (found > 0) wrong.push(`doctor: ${name} ${found} ${examples.join(", ")}`);
  }
  if (ledger.tried.size === 0) return wrong;
  const answer = bodyOf(
    await lookUpContext.call(context, { project: ledgerProject, signature_source: ledgerLog, task: "First words" }),
  );
  const sightings = triedOf(ledger, "lesson").length + triedOf(ledger, "sighting").length;
  const seen = answer.lessons[0]?.seen_count;
  if (triedOf(ledger, "lesson").length > 0 && seen !== undefined && seen <= sightings)
    wrong.push(`the failure counts ${seen} sightings, after ${sightings} and one more`);
  const replaced = new Set(triedOf(ledger, "supersede").map((turn) => `${turn}-draft`));
  for (const { id } of answer.lessons) if (replaced.has(id)) wrong.push(`${id} was superseded, and is an answer`);
  return wrong;
}

/** Compares the rows with the history: what was acknowledged is there, what is there was tried, and neither by half. */
async function wrongs(db: Database, ledger: Ledger): Promise<string[]> {
  const there = await found(db);
  return ledgerSteps.flatMap((step) => {
    const turns = there[step];
    const acknowledged = [...ledger.acknowledged].map(partsOf).filter((call) => call.step === step);
    const tried = new Set(triedOf(ledger, step));
    return [
      ...acknowledged
        .filter(({ turn }) => !turns.has(turn))
        .map(({ turn }) => `${step} ${turn} was acknowledged and is lost`),
      ...[...turns.keys()]
        .filter((turn) => !tried.has(turn))
        .map((turn) => `${step} ${turn} is there and was never tried`),
      ...[...turns]
        .filter(([, rows]) => rows !== rowsOf[step])
        .map(([turn, rows]) => `${step} ${turn} left ${rows} rows`),
    ];
  });
}

/** Rows that each step leaves in the table that it is known by. */
const rowsOf: Record<LedgerStep, number> = {
  lesson: 2,
  sighting: 1,
  draft: 1,
  supersede: 1,
  slip: 1,
  delete: 1,
  calibrate: 1,
  carry: carriedEntries,
};

async function found(db: Database): Promise<Record<LedgerStep, Map<string, number>>> {
  const [held, links, seen, calibrated, carried] = await Promise.all([
    db.select({ id: memories.memoryId, deletedAt: memories.deletedAt }).from(memories),
    db.select({ id: supersessions.memoryId }).from(supersessions),
    db.select({ requestId: occurrences.requestId }).from(occurrences),
    db.select({ pairs: calibrations.pairs }).from(calibrations),
    db.select({ turn: contexts.runId }).from(contexts),
  ]);
  const counted = (turns: readonly (string | undefined)[]) => {
    const counts = new Map<string, number>();
    for (const turn of turns) if (turn !== undefined) counts.set(turn, (counts.get(turn) ?? 0) + 1);
    return counts;
  };
  const named = (ids: readonly string[], ending: string) =>
    ids.map((id) => (id.endsWith(`-${ending}`) ? id.slice(0, -ending.length - 1) : undefined));
  const ids = held.map(({ id }) => id);
  const requests = seen.map(({ requestId }) => / (\S+)$/.exec(requestId ?? "")?.[1] ?? "");
  const requested = (step: LedgerStep) =>
    requests.map((id) => (id.startsWith(`${step}-`) ? id.slice(step.length + 1) : undefined));
  return {
    // Its memory and its sighting.
    lesson: counted([...named(ids, "lesson"), ...requested("lesson")]),
    sighting: counted(requested("sighting")),
    draft: counted(named(ids, "draft")),
    supersede: counted(
      named(
        links.map(({ id }) => id),
        "draft",
      ),
    ),
    slip: counted(named(ids, "slip")),
    delete: counted(
      named(
        held.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id),
        "slip",
      ),
    ),
    calibrate: counted(calibrated.map(({ pairs }) => /r\d+-c\d+-\d+/.exec(pairs)?.[0])),
    carry: counted(carried.map(({ turn }) => turn)),
  };
}

function triedOf(ledger: Ledger, step: LedgerStep): string[] {
  return [...ledger.tried].map(partsOf).flatMap((call) => (call.step === step ? [call.turn] : []));
}

function partsOf(call: string): { step: LedgerStep; turn: string } {
  const [word = "", turn = ""] = call.split(" ");
  const step = ledgerSteps.find((known) => known === word);
  if (!step) throw new Error(`${word} is no step of the ledger`);
  return { step, turn };
}
