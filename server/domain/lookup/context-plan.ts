/** What a three-tier lookup was asked, after the input border. */
export type ContextQuestion = {
  tool: string | null;
  task: string | null;
  /** Masked text of the signature that was found in `signature_source`. */
  maskedFailure: string | null;
  /** `signature_source` without control characters, also when it holds no failure. */
  cleanedSource: string | null;
  project: string | null;
  scope: "project" | "all-projects" | null;
};

export type FeedSource = "signature" | "signature_source" | "task" | "tool";
export type Feed = { text: string; source: FeedSource };
export type LegPlan = { runs: true; feed: Feed; scope: "project" | "all-projects" } | { runs: false; because: string };

export type ContextPlan = {
  symptom: LegPlan;
  text: LegPlan;
  reference: LegPlan;
  skills: LegPlan;
  /** `tool` alone: that tool's memories instead of a search. */
  byTool: boolean;
  /** What every candidate's text is scored against, whatever leg found it. */
  query: string;
};

/**
 * Decides which leg runs, on what text, and over which projects.
 * A failure is looked for everywhere the caller may read, because others have had it; a task stays in its project. An
 * explicit scope wins for all legs. Without a project every leg searches all readable projects.
 */
export function planContext(question: ContextQuestion): ContextPlan {
  const failure = failureFeed(question);
  const task: Feed | null = isSaid(question.task) ? { text: question.task, source: "task" } : null;
  const tool: Feed | null = isSaid(question.tool) ? { text: question.tool, source: "tool" } : null;

  const plan = (feed: Feed | null): LegPlan =>
    feed ? { runs: true, feed, scope: scopeOf(feed, question) } : { runs: false, because: "nothing to search with" };
  const byTool = failure === null && task === null;
  return {
    symptom: plan(failure ?? task),
    text: byTool ? plan(tool) : plan(task ?? failure),
    reference: plan(task ?? failure ?? tool),
    skills: plan(task ?? failure ?? tool),
    byTool,
    query: [task?.text, failure?.text, byTool ? tool?.text : undefined].filter((text) => text !== undefined).join("\n"),
  };
}

function failureFeed(question: ContextQuestion): Feed | null {
  if (isSaid(question.maskedFailure)) return { text: question.maskedFailure, source: "signature" };
  if (isSaid(question.cleanedSource)) return { text: question.cleanedSource, source: "signature_source" };
  return null;
}

function scopeOf(feed: Feed, { project, scope }: ContextQuestion): "project" | "all-projects" {
  if (scope !== null) return scope;
  if (project === null) return "all-projects";
  return feed.source === "signature" || feed.source === "signature_source" ? "all-projects" : "project";
}

function isSaid(text: string | null): text is string {
  return text !== null && text.trim() !== "";
}
