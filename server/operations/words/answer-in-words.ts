import { readWorkspace } from "#server/db/workspaces.ts";
import { hexToBytes } from "#server/domain/text/hex-to-bytes.ts";
import type { Operation, OperationContext } from "../operation.ts";
import type { WordTools } from "../tool-declaration.ts";
import { bodyInWords } from "./body-in-words.ts";

/** The answer of an operation as text for a model: the operation's own words, else every field of the body. */
export async function answerInWords(context: OperationContext, operation: Operation, body: unknown): Promise<string> {
  const tools = await wordTools(context);
  return operation.tool?.inWords
    ? operation.tool.inWords(body, tools)
    : bodyInWords(body, { ...tools, kind: operation.tool?.title ?? operation.name });
}

/** A record can be as large as its store: what a model reads of one is bounded. */
const resourceBudgetTokens = 20_000;

export async function resourceInWords(context: OperationContext, kind: string, body: unknown): Promise<string> {
  return bodyInWords(body, { ...(await wordTools(context)), kind, budgetTokens: resourceBudgetTokens });
}

async function wordTools({ db, workspaceId, countTokens }: OperationContext): Promise<WordTools> {
  return { secret: hexToBytes((await readWorkspace(db, workspaceId))?.secret ?? ""), countTokens };
}
