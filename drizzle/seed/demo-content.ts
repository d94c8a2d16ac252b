import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** Projects of the demo; they are marked, so that one click removes them. */
export const demoProjects = ["demo/shop", "demo/infra"] as const;

const Parent = z.object({ level: z.enum(["L0", "L1", "L2"]), source: z.string() });

const Lesson = z.object({
  id: z.string(),
  project: z.string().default("demo/shop"),
  /** Id of a recorded failure; its first run is the log that the lesson is attached to. */
  failure: z.string().nullish(),
  text: z.string(),
  symptom: z.string().nullish(),
  tool: z.string().nullish(),
  ground: z.array(z.string()).default([]),
  level: z.enum(["L0", "L1", "L2"]),
  kind: z.enum(["lesson", "evidence", "reasoning"]).default("lesson"),
  session: z.string().nullish(),
  days_ago: z.number(),
  parents: z.array(Parent).default([]),
});

const Decision = z.object({
  id: z.string(),
  project: z.string(),
  type: z.enum(["decision", "assumption", "constraint"]),
  session: z.string(),
  days_ago: z.number(),
  ground: z.array(z.string()),
  text: z.string(),
  outcomes: z.array(
    z.object({ verdict: z.enum(["pass", "fail"]), rationale: z.string(), days_ago: z.number(), session: z.string() }),
  ),
});

const Supersession = z.object({
  id: z.string(),
  successor_id: z.string().nullable(),
  reason: z.string(),
  days_ago: z.number(),
});

const Lookup = z.object({
  id: z.string(),
  operation: z.enum(["memory_context", "prior_context"]),
  project: z.string().nullish(),
  session: z.string(),
  days_ago: z.number(),
  origin: z.enum(["asked", "injected"]),
  /** The output of one recorded run. */
  signature_source: z.object({ failure: z.string(), run: z.number().int() }).nullish(),
  task: z.string().nullish(),
  tool: z.string().nullish(),
  scope: z.enum(["project", "all-projects"]).nullish(),
  budget: z.number().int().nullish(),
  task_text: z.string().nullish(),
  current_nodes: z.array(z.string()).nullish(),
  top_k: z.number().int().nullish(),
  /** How the command ended that its session ran next. A failing one prints what it printed before. */
  next_run: z.object({ command: z.string(), verdict: z.enum(["pass", "fail"]) }).nullish(),
  labels: z.array(z.object({ memory: z.string(), label: z.enum(["relevant", "control", "unsure"]) })).nullish(),
});

const Commit = z.object({ days_ago: z.number(), message: z.string(), files: z.array(z.string()).min(1) });

const Run = z.object({
  days_ago: z.number(),
  runId: z.string(),
  diffSha: z.string(),
  capsule: z.record(z.string(), z.unknown()),
  /** Of each file: its symbols and what a run wrote about it. */
  files: z.array(z.object({ path: z.string(), symbols: z.array(z.string()), summary: z.string() })),
});

export type DemoContent = {
  lessons: z.infer<typeof Lesson>[];
  decisions: z.infer<typeof Decision>[];
  supersessions: z.infer<typeof Supersession>[];
  lookups: z.infer<typeof Lookup>[];
  references: { path: string; markdown: string }[];
  skills: { file: string; text: string }[];
  /** The shop's code as it stands, and the commits that it grew by, oldest first. */
  checkout: { folder: string; commits: z.infer<typeof Commit>[] };
  runs: z.infer<typeof Run>[];
  /** The output of one recorded run of a failure. */
  readLog(failure: string, run: number): Promise<string>;
};

/** Reads the demo's texts and recorded logs from `drizzle/seed`. Throws when a file does not have its shape. */
export async function readDemoContent(seedFolder: string): Promise<DemoContent> {
  const demo = path.join(seedFolder, "demo");
  const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(path.join(demo, name), "utf8"));
  const referenceNames = (await readdir(path.join(demo, "references"))).filter((name) => name.endsWith(".md")).sort();
  const skillNames = (await readdir(path.join(demo, "skills"))).sort();
  return {
    lessons: z.array(Lesson).parse(await json("lessons.json")),
    decisions: z.array(Decision).parse(await json("decisions.json")),
    supersessions: z.array(Supersession).parse(await json("supersessions.json")),
    lookups: z.array(Lookup).parse(await json("lookups.json")),
    references: await Promise.all(
      referenceNames.map(async (name) => ({
        path: `docs/${name}`,
        markdown: await readFile(path.join(demo, "references", name), "utf8"),
      })),
    ),
    skills: await Promise.all(
      skillNames.map(async (name) => ({
        file: `${name}/SKILL.md`,
        text: await readFile(path.join(demo, "skills", name, "SKILL.md"), "utf8"),
      })),
    ),
    checkout: { folder: path.join(demo, "checkout"), commits: z.array(Commit).parse(await json("commits.json")) },
    runs: z.array(Run).parse(await json("runs.json")),
    readLog: (failure, run) => readFile(path.join(seedFolder, "failures", "logs", failure, `run-${run}.log`), "utf8"),
  };
}
