import { rmSync } from "node:fs";
import { join } from "node:path";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { draftIdOf } from "#server/operations/draft-id.ts";
import { commitAll, gitAs, repositoryOf, temporaryFolder, writeFiles } from "./case-repositories.ts";

/**
 * One call of one operation, as a surface takes it. `cli` is absent where no command runs the operation; `stdin` is what the
 * command is piped. `refused` is the code of the refusal that is due instead of an answer.
 */
export type OperationStep = {
  name: string;
  input: Record<string, unknown>;
  cli?: string[];
  stdin?: string;
  refused?: string;
  before?: () => void;
};

const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";
const otherLog = "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n";
const otherOutput = { id: "call-1", kind: "run", command: "npx tsc", verdict: "fail", output: otherLog };
const session = {
  events: [otherOutput, { id: "call-2", kind: "run", command: "npx tsc", verdict: "pass" }],
  ended: true,
};
const secondSession = {
  events: [
    { ...otherOutput, command: "npm run types" },
    { ...otherOutput, id: "call-2", command: "npm run types", verdict: "pass", output: undefined },
  ],
};
const diff =
  "diff --git a/src/cart.ts b/src/cart.ts\n--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -1 +1 @@\n-export const a = 1;\n+export const totalOf = () => 1;\n";
const capsule = { repo: "github.com/acme/other", task: "Trim", verdict: "pass", filesTouched: ["src/a.ts"] };
const heldFile = {
  externalId: "code:github.com/acme/other:src/a.ts",
  title: "src/a.ts",
  description: "A file.",
  body: "src/a.ts\nlang: typescript\n\n## Signatures\nexport function trimMap(): void\n\n## Summary\nTrims.\n\n## Related\nnone",
  type: "reference",
  tags: ["code"],
  metadata: { kind: "code-file", content_hash: "a".repeat(64), lang: "typescript", symbols: ["trimMap"] },
};
const heldRun = { workspace: "shop", runId: "r-0", diffSha: "d1", capsule, contexts: [heldFile] };
const markdown = "# npm\n\n404 means that the package does not exist.";
const task = "round cart totals to cents";
const calibrationPairs = [
  { task_text: "a", label: "relevant", score: 0.5 },
  { task_text: "a", label: "control", score: 0.1 },
];
const pairLines = calibrationPairs.map((pair) => JSON.stringify(pair)).join("\n");
const at = ["--project", project];
const bySession = [...at, "--session", "s-1"];
const why = ["--reason", "tried"];
const reason = "tried";

/** Ids of keys, as their contract has them: from 1 to 26. */
export function keyId(number: number): string {
  return String.fromCharCode(96 + number).repeat(16);
}

/** A checkout and a folder with a skill, which calls on one machine name by their path. */
export function operationPlaces(): { root: string; skills: string; remove: () => void } {
  const { folder, remove } = temporaryFolder();
  const root = repositoryOf(join(folder, "shop"), {
    "CLAUDE.md": "# Rules\n\n- Prices must go through `roundPrice`.\n",
    ".gitignore": ".local/\n",
    "src/cart.ts": 'import { roundPrice } from "./price.ts";\nexport const totalOf = () => roundPrice(1);\n',
    "src/price.ts": "/** Rounds to cents. */\nexport function roundPrice(value: number) {\n  return value;\n}\n",
  });
  gitAs(root, "tag", "first");
  writeFiles(root, { "src/tax.ts": "export const tax = 0.19;\n" });
  commitAll(root, "tax");
  gitAs(root, "tag", "second");
  gitAs(root, "remote", "add", "origin", `https://${project}.git`);
  const skills = join(folder, "skills");
  writeFiles(skills, {
    "SKILL.md": "---\nname: ci-triage\ndescription: Reads a failing CI log.\n---\nBegin at the end.\n",
  });
  return { root, skills, remove };
}

/**
 * Everything the product can do, in an order in which each call finds what it needs, over a store that is empty at first and
 * whose ids count up.
 */
export function operationSteps({ root, skills }: { root: string; skills: string }): readonly OperationStep[] {
  const checkOut = (tag: string) => () => void gitAs(root, "reset", "-q", "--hard", tag);
  const signature = signatureOf(log);
  const other = signatureOf(otherLog);
  const firstDraft = draftOf("s-1", other);
  const secondDraft = draftOf("s-2", other);
  const exported = join(skills, "..", "export");
  return [
    { name: "health.get", input: {}, cli: ["health"] },
    { name: "graph.index", input: { path: root }, cli: ["index", root], before: checkOut("first") },
    {
      name: "memory.remember",
      input: { project, id: "m1", text: "The package is called left-pad; npm answers 404.", signature_source: log },
      cli: [
        "remember",
        ...at,
        "--id",
        "m1",
        "--text",
        "The package is called left-pad; npm answers 404.",
        "--file",
        "-",
      ],
      stdin: log,
    },
    {
      name: "memory.remember",
      input: { project, id: "m2", text: "The package is called left-pad with one d; npm answers 404." },
      cli: ["remember", ...at, "--id", "m2", "--text", "The package is called left-pad with one d; npm answers 404."],
    },
    { name: "memory.list", input: { project }, cli: ["memory", ...at] },
    { name: "memory.get", input: { id: "m1" }, cli: ["memory", "m1"] },
    { name: "memory.get", input: { id: "nobody" }, cli: ["memory", "nobody"], refused: "NOT_FOUND" },
    { name: "memory.facets", input: {} },
    { name: "memory.nearCopies", input: { id: "m1" } },
    {
      name: "memory.supersede",
      input: { id: "m1", successor_id: "m2", reason: "said better" },
      cli: ["supersede", "m1", "--by", "m2", "--reason", "said better"],
    },
    { name: "supersession.list", input: {} },
    { name: "supersession.get", input: { id: "m1" } },
    { name: "memory.undoSupersede", input: { id: "m1" }, cli: ["undo", "m1"] },
    {
      name: "memory.context",
      input: { signature_source: log, project },
      cli: ["lookup", ...at, "--file", "-"],
      stdin: log,
    },
    { name: "memory.context", input: { project }, cli: ["lookup", ...at], refused: "INVALID_INPUT" },
    { name: "signature.explain", input: { text: log }, cli: ["explain", "-"], stdin: log },
    { name: "signature.list", input: {}, cli: ["failures"] },
    { name: "signature.facets", input: {} },
    { name: "signature.countNewer", input: { since: null } },
    { name: "signature.get", input: { id: signature }, cli: ["failures", signature] },
    { name: "signature.neighbours", input: { id: signature }, cli: ["neighbours", signature] },
    { name: "agent.steer", input: { output: otherLog, project }, cli: ["steer", ...at], stdin: otherLog },
    { name: "signature.unexplained", input: { project }, cli: ["unexplained", ...at] },
    {
      name: "signature.rename",
      input: { id: signature, name: "left-pad is missing", reason },
      cli: ["rename", signature, "left-pad is missing", ...why],
    },
    {
      name: "signature.mark",
      input: { id: signature, mark: "flaky", reason },
      cli: ["mark", signature, "--as", "flaky", ...why],
    },
    {
      name: "signature.merge",
      input: { id: other, into: signature, reason },
      cli: ["merge", other, "--into", signature, ...why],
    },
    {
      name: "signature.undo",
      input: { change_id: "chg_000003", reason: "undone" },
      cli: ["undo-change", "chg_000003"],
    },
    {
      name: "signature.split",
      input: { id: signature, contains: "left-padd", reason },
      cli: ["split", signature, "--contains", "left-padd", ...why],
    },
    { name: "signature.recompute", input: {} },
    {
      name: "decision.record",
      input: {
        project,
        session: "s-0",
        id: "d1",
        text: "Round cart totals once.",
        ground: ["src/cart.ts", "src/price.ts"],
        type: "decision",
      },
      cli: [
        ...["decide", "Round cart totals once.", ...at, "--session", "s-0", "--id", "d1", "--type", "decision"],
        ...["--ground", "src/cart.ts", "src/price.ts"],
      ],
    },
    {
      name: "outcome.record",
      input: { session: "s-0", decision_id: "d1", verdict: "pass", rationale: "held" },
      cli: ["outcome", "pass", "--session", "s-0", "--decision", "d1", "--rationale", "held"],
    },
    { name: "session.start", input: { project, session: "s-1" }, cli: ["session", "s-1", ...at] },
    {
      name: "context.prior",
      input: { project, session: "s-1", task_text: task, current_nodes: ["src/cart.ts"] },
      cli: ["prior", task, ...bySession, "--nodes", "src/cart.ts"],
    },
    { name: "session.brief", input: { project, session: "s-1", task_text: task }, cli: ["brief", task, ...bySession] },
    {
      name: "session.report",
      input: { project, session: "s-1", ...session },
      cli: ["report", "-", ...bySession],
      stdin: JSON.stringify(session),
    },
    {
      name: "session.report",
      input: { project, session: "s-2", ...secondSession },
      cli: ["report", "-", ...at, "--session", "s-2"],
      stdin: JSON.stringify(secondSession),
    },
    { name: "draft.list", input: {}, cli: ["drafts"] },
    { name: "draft.approve", input: { id: firstDraft }, cli: ["drafts", firstDraft, "--approve"] },
    { name: "draft.discard", input: { id: secondDraft }, cli: ["drafts", secondDraft, "--discard"] },
    { name: "lookup.list", input: { project }, cli: ["lookups", ...at] },
    { name: "lookup.get", input: { id: "att_000001" }, cli: ["lookups", "att_000001"] },
    { name: "lookup.facets", input: {} },
    { name: "lookup.countNewer", input: { after: null } },
    { name: "lookup.followThrough", input: { id: "att_000001" }, cli: ["follow", "att_000001"] },
    { name: "lookup.followThroughRate", input: {}, cli: ["follow"] },
    { name: "lookup.shown", input: { id: "att_000001" } },
    { name: "lookup.replay", input: { id: "att_000001" }, cli: ["replay", "att_000001"] },
    {
      name: "lookup.label",
      input: { id: "att_000001", memory_id: "m1", label: "relevant" },
      cli: ["label", "att_000001", "m1", "relevant"],
    },
    { name: "policy.list", input: {}, cli: ["policy"] },
    {
      name: "policy.save",
      input: { fields: { top_k: 3 }, note: "fewer" },
      cli: ["policy", "--set", "top_k=3", "--note", "fewer"],
    },
    { name: "policy.applyVersion", input: { version: 1 }, cli: ["policy", "1"] },
    {
      name: "calibration.run",
      input: { pairs: calibrationPairs },
      cli: ["calibrate", "--pairs", "-"],
      stdin: pairLines,
    },
    { name: "calibration.list", input: {}, cli: ["calibrate", "list"] },
    { name: "calibration.get", input: { id: "cal_000001" }, cli: ["calibrate", "cal_000001"] },
    {
      name: "calibration.applySuggestion",
      input: { id: "cal_000001", accept_weak: true, dry_run: true },
      cli: ["calibrate", "--apply", "cal_000001", "--accept-weak", "--dry-run"],
    },
    {
      name: "reference.add",
      input: { project, path: "docs/npm.md", markdown },
      cli: ["reference", "-", "--path", "docs/npm.md", ...at],
      stdin: markdown,
    },
    {
      name: "skill.add",
      input: { name: "ci-triage", description: "Reads a failing CI log.", body: "Begin at the end.\n" },
      cli: ["skill", skills],
    },
    { name: "graph.query", input: { project, node: "src/cart.ts" }, cli: ["graph", "src/cart.ts", ...at] },
    { name: "agent.boot", input: { goal: task, repo: root }, cli: ["scope", task, "--repo", root] },
    {
      name: "agent.boot",
      input: { goal: task, repo: "github.com/acme/none" },
      cli: ["scope", task, "--project", "github.com/acme/none"],
      refused: "NOT_FOUND",
    },
    { name: "agent.recall", input: { query: task }, cli: ["recall", task] },
    { name: "code.overview", input: {} },
    { name: "code.coChange", input: { project, path: "src/cart.ts" } },
    {
      name: "code.rebuild",
      input: { path: root, apply: true },
      cli: ["rebuild", root, "--apply"],
      before: checkOut("second"),
    },
    { name: "code.undoRebuild", input: { id: "reb_000001" }, cli: ["rebuild", "--undo", "reb_000001"] },
    {
      name: "agent.carry",
      input: { path: root, run_id: "r-1", task: "fix", verdict: "pass", diff },
      cli: ["carry", "--repo", root, "--run", "r-1", "--task", "fix", "--verdict", "pass", "--diff", "-"],
      stdin: diff,
    },
    { name: "contexts.bulkUpsert", input: heldRun },
    { name: "contexts.list", input: {} },
    { name: "contexts.get", input: { external_id: heldFile.externalId } },
    { name: "contexts.rejections", input: {} },
    { name: "capsule.list", input: {} },
    { name: "capsule.get", input: { run_id: "r-0" } },
    { name: "key.create", input: { name: "ci", access: "read" }, cli: ["key", "create", "ci"] },
    { name: "key.list", input: {}, cli: ["key", "list"] },
    { name: "key.revoke", input: { id: keyId(1) }, cli: ["key", "revoke", keyId(1)] },
    { name: "key.revoke", input: { id: "key1" }, cli: ["key", "revoke", "key1"], refused: "INVALID_INPUT" },
    { name: "key.revoke", input: { id: keyId(2) }, cli: ["key", "revoke", keyId(2)], refused: "NOT_FOUND" },
    { name: "project.list", input: {} },
    { name: "project.addAlias", input: { alias: "github.com/acme/old-shop", project } },
    { name: "project.removeAlias", input: { alias: "github.com/acme/old-shop" } },
    { name: "settings.get", input: {} },
    { name: "overview.get", input: {} },
    { name: "budget.get", input: {} },
    { name: "retention.sweep", input: { limit: 10 }, cli: ["retain", "--limit", "10"] },
    { name: "demo.status", input: {} },
    { name: "demo.remove", input: {} },
    { name: "memory.delete", input: { id: "m1" }, cli: ["delete", "m1"] },
    { name: "service.purge", input: { project, dry_run: true }, cli: ["purge", ...at, "--dry-run"] },
    { name: "service.doctor", input: {}, cli: ["doctor"] },
    {
      name: "service.export",
      input: { folder: exported },
      cli: ["export", exported],
      before: () => rmSync(exported, { recursive: true, force: true }),
    },
    { name: "service.export", input: { folder: exported }, cli: ["export", exported], refused: "CONFLICT" },
    { name: "service.import", input: { folder: exported }, cli: ["import", "export", exported] },
    { name: "service.import", input: { folder: skills }, cli: ["import", "export", skills], refused: "INVALID_INPUT" },
  ];
}

function draftOf(sessionId: string, signatureId: string): string {
  return draftIdOf({ projectId: project, sessionId, signatureId });
}

function signatureOf(text: string): string {
  const explained = explainFailure({ text });
  if (explained.kind === "none") throw new Error(`no failure in ${text}`);
  return explained.id;
}
