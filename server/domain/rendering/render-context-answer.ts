import { renderUntrustedBlock, type UntrustedItem } from "./untrusted-block.ts";

/** What of a three-tier answer is put into words. */
export type RenderableAnswer = {
  lessons: readonly {
    tier: 1 | 2 | 3;
    level: string;
    id: string;
    matched_kind: string;
    project: string | null;
    session: string | null;
    text: string;
    seen_count?: number | undefined;
    last_seen?: string | null | undefined;
    flaky?: true | undefined;
    parents?: readonly { level: string; source: string }[] | undefined;
    replaces?: readonly string[] | undefined;
  }[];
  skills: readonly { name: string }[];
  budget: { dropped: readonly unknown[] };
};

/**
 * The one rendering of a three-tier answer, shown by MCP, hooks and the command line. Each tier has its own sentence:
 * documentation never speaks as if it had been lived through. Empty when there is nothing to show.
 */
export function renderContextAnswer(
  answer: RenderableAnswer,
  { secret, countTokens }: { secret: Uint8Array; countTokens: (text: string) => number },
): string {
  const lessons = answer.lessons.map(
    (lesson): UntrustedItem => ({
      session: lesson.session,
      project: lesson.project,
      notes: notesOf(lesson),
      lines: [lesson.text],
      group: sentenceOf(lesson),
    }),
  );
  const skills = answer.skills.map(
    (skill): UntrustedItem => ({ session: null, project: null, lines: [skill.name], group: "Skills that may help:" }),
  );
  const { text } = renderUntrustedBlock({
    items: [...lessons, ...skills],
    secret,
    kind: "prior context",
    // The answer was fitted into its budget as it stands in the body; its rendering leaves out nothing more.
    budgetTokens: null,
    countTokens,
  });
  const dropped = answer.budget.dropped.length;
  return dropped === 0 || text === "" ? text : `${text}\n${dropped} more did not fit the budget.`;
}

/** What the body says beside the text of a lesson, but for its measures. */
function notesOf({ id, level, matched_kind, replaces = [], parents = [] }: RenderableAnswer["lessons"][number]) {
  return [
    id,
    level,
    `found by ${matched_kind}`,
    ...(replaces.length > 0 ? [`replaces ${replaces.join(", ")}`] : []),
    ...parents.map((parent) => `from ${parent.level} ${parent.source}`),
  ];
}

function sentenceOf(lesson: RenderableAnswer["lessons"][number]): string {
  if (lesson.tier === 2) return "Similar to what you ask about, but not the same:";
  if (lesson.tier === 3) return "Nobody here is known to have hit this. From the documentation:";
  const times = lesson.seen_count === 1 ? "once" : `${lesson.seen_count ?? 0} times`;
  const before = lesson.last_seen ? `, last on ${lesson.last_seen}` : "";
  const flaky = lesson.flaky ? " Somebody marked it as flaky: it may come and go without a change of the code." : "";
  return `Seen here before: this exact failure, ${times}${before}.${flaky}`;
}
