import { z } from "zod";
import { insertRejections, readContexts, writeSummary } from "#server/db/contexts.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { withSummary } from "#server/domain/capsule/context-body.ts";
import { modelSummary } from "#server/domain/capsule/model-summary.ts";
import { unknownSymbols } from "#server/domain/capsule/symbol-gate.ts";
import type { OperationContext } from "./operation.ts";
import type { Summariser, SummaryJob } from "./ports.ts";

const Symbols = z.object({ symbols: z.array(z.string()) });

/** A model answered nothing that is a summary; asked again, it may. */
export class NoSummary extends Error {
  override readonly name = "NoSummary";
}

/**
 * Puts a model's summary of a context in the place of the one that was carried. It passes the same symbol gate: one that
 * names what its file does not have is refused by name, kept to be seen, and the carried summary stands. Rejects when the
 * model does not answer. A context that changed meanwhile has a job of its own.
 */
export async function summariseContext(
  context: Pick<OperationContext, "db" | "clock" | "maskSecrets">,
  summariser: Summariser,
  { workspaceId, givenWorkspace, externalId, contentHash }: SummaryJob,
  signal: AbortSignal,
): Promise<"written" | "rejected" | "superseded"> {
  const row = (await readContexts(context.db, workspaceId, givenWorkspace, [externalId])).get(externalId);
  if (!row || row.contentHash !== contentHash || row.archivedAt !== null || row.summary !== null) return "superseded";
  const { symbols } = Symbols.parse(JSON.parse(row.metadata));
  const said = await summariser.summarise({ body: row.body, symbols }, signal);
  const prose = modelSummary(said);
  if (prose === null) throw new NoSummary("The model answered nothing.");
  const { text: summary } = await context.maskSecrets(prose);
  const unknown = unknownSymbols(withSummary(row.body, summary), symbols);
  if (unknown.length > 0) {
    await inTransaction(context.db, (tx) =>
      insertRejections(tx, [
        {
          workspaceId,
          givenWorkspace,
          externalId,
          runId: row.runId,
          diffSha: row.diffSha,
          writtenBy: "model",
          projectId: row.projectId,
          title: row.title,
          summary,
          unknownSymbols: unknown,
          rejectedAt: context.clock.now(),
        },
      ]),
    );
    return "rejected";
  }
  const isWritten = await inTransaction(context.db, (tx) =>
    writeSummary(tx, row, { summary, model: summariser.model }),
  );
  return isWritten ? "written" : "superseded";
}
