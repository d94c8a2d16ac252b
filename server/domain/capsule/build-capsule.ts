import type { FileSymbol, Language, SymbolsFrom } from "#server/domain/code-graph/parsed-blob.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { writeContextBody } from "./context-body.ts";
import { writeExternalId } from "./external-id.ts";
import { extractiveSummary, symbolNames } from "./extractive-summary.ts";

/** A touched file as it stands after the run. */
export type FileAfterRun = {
  path: string;
  /** sha256 of its bytes. */
  contentHash: string;
  language: Language | null;
  symbols: readonly FileSymbol[];
  symbolsFrom: SymbolsFrom;
  /** Files that it imports, or that import it. */
  related: readonly string[];
};

export type RunFacts = {
  runId: string;
  diffSha: string;
  repo: string;
  task: string;
  verdict: "pass" | "fail";
  filesTouched: readonly string[];
  filesNotRead: readonly { path: string; why: string }[];
  invariants: readonly string[];
  nextSteps: readonly string[];
};

/** An entry of the bulk-upsert contract. */
export type Context = {
  externalId: string;
  title: string;
  description: string;
  body: string;
  type: "reference";
  tags: string[];
  metadata: {
    kind: "code-file";
    content_hash: string;
    lang: string;
    preset: "standard";
    symbols: string[];
    symbols_from: SymbolsFrom;
  };
};

export type ContextCapsule = {
  runId: string;
  diffSha: string;
  repo: string;
  task: string;
  verdict: "pass" | "fail";
  filesTouched: string[];
  filesNotRead: { path: string; why: string }[];
  invariants: string[];
  nextSteps: string[];
  contexts: Context[];
};

const signaturesInBody = 60;
const relatedInBody = 12;
const titlePoints = 500;

/** What a run leaves behind, from its facts and the files it touched. Pure: the same run gives the same bytes. */
export function buildCapsule(facts: RunFacts, files: readonly FileAfterRun[]): ContextCapsule {
  return {
    runId: facts.runId,
    diffSha: facts.diffSha,
    repo: facts.repo,
    task: facts.task,
    verdict: facts.verdict,
    filesTouched: [...facts.filesTouched],
    filesNotRead: facts.filesNotRead.map(({ path, why }) => ({ path, why })),
    invariants: [...facts.invariants],
    nextSteps: [...facts.nextSteps],
    contexts: files.map((file) => contextOf(facts.repo, file)),
  };
}

function contextOf(repo: string, file: FileAfterRun): Context {
  const summary = extractiveSummary(file.symbols);
  const signatures = file.symbols.flatMap(({ signature, name, kind }) => signature ?? `${kind} ${name}`);
  return {
    externalId: writeExternalId({ project: repo, path: file.path }),
    title: cutText(file.path, titlePoints),
    description: cutText(summary.replaceAll("`", ""), 300),
    body: writeContextBody({
      path: file.path,
      language: file.language,
      signatures: signatures.slice(0, signaturesInBody),
      summary,
      related: file.related.slice(0, relatedInBody),
    }),
    type: "reference",
    tags: ["code"],
    metadata: {
      kind: "code-file",
      content_hash: file.contentHash,
      lang: file.language ?? "text",
      preset: "standard",
      symbols: symbolNames(file.symbols),
      symbols_from: file.symbolsFrom,
    },
  };
}
