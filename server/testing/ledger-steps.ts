import type { Outcome } from "#server/contracts/failure-codes.ts";
import { bulkUpsertContexts } from "#server/operations/bulk-upsert-contexts.ts";
import { deleteMemory } from "#server/operations/delete-memory.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import type { Answer, OperationContext } from "#server/operations/operation.ts";
import { remember } from "#server/operations/remember.ts";
import { runCalibration } from "#server/operations/run-calibration.ts";
import { supersedeMemory } from "#server/operations/supersede-memory.ts";

export const ledgerProject = "github.com/acme/shop";

/** The failure of every sighting, so that all clients count on one signature. */
export const ledgerLog =
  "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\nnpm error 404  'left-padd@*' is not in this registry.\n";

/** What a client does in turn, again and again; a later step needs the ones before it. */
export const ledgerSteps = [
  "lesson",
  "sighting",
  "draft",
  "supersede",
  "slip",
  "delete",
  "calibrate",
  "carry",
] as const;
export type LedgerStep = (typeof ledgerSteps)[number];

/** Entries of one `carry`: more than one row, so that half of it could be seen. */
export const carriedEntries = 20;

/** Makes the call that `step` of the turn called `turn` is. The same each time, so that it can be sent again after a kill. */
export function sendLedgerCall(
  context: OperationContext,
  step: LedgerStep,
  turn: string,
): Promise<Outcome<Answer<unknown>>> {
  const [operation, input] = ledgerCall(step, turn);
  return operation.call(context, input);
}

function ledgerCall(step: LedgerStep, turn: string) {
  const request_id = `${step}-${turn}`;
  const project = ledgerProject;
  switch (step) {
    case "lesson":
      return [
        remember,
        {
          project,
          id: `${turn}-lesson`,
          text: `Lesson of ${turn}: left-pad.`,
          signature_source: ledgerLog,
          request_id,
        },
      ] as const;
    case "sighting":
      return [lookUpContext, { project, signature_source: ledgerLog, request_id }] as const;
    case "draft":
      return [remember, { project, id: `${turn}-draft`, text: `First words of ${turn}.`, request_id }] as const;
    case "supersede":
      return [
        supersedeMemory,
        { id: `${turn}-draft`, successor_id: `${turn}-lesson`, reason: "said better", request_id },
      ] as const;
    case "slip":
      return [remember, { project, id: `${turn}-slip`, text: `A slip of ${turn}.`, request_id }] as const;
    case "delete":
      return [deleteMemory, { id: `${turn}-slip` }] as const;
    case "calibrate":
      return [
        runCalibration,
        {
          project,
          request_id,
          pairs: [0.4, 0.5, 0.6].flatMap((score) => [
            { task_text: turn, score, label: "relevant" },
            { task_text: turn, score: score / 100, label: "control" },
          ]),
        },
      ] as const;
    case "carry":
      return [
        bulkUpsertContexts,
        {
          workspace: "kill",
          runId: turn,
          diffSha: "0".repeat(40),
          contexts: Array.from({ length: carriedEntries }, (_, entry) => ({
            externalId: `code:${project}:${turn}/${entry}.ts`,
            title: `${turn}/${entry}.ts`,
            description: "Made up.",
            body: "## Summary\nNothing.",
            type: "reference",
            tags: ["code"],
            metadata: {
              kind: "code-file",
              content_hash: "0".repeat(64),
              lang: "typescript",
              preset: "standard",
              symbols: [],
            },
          })),
        },
      ] as const;
  }
}
