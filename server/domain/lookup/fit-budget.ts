export type BudgetLesson = {
  tier: 1 | 2 | 3;
  level: string;
  id: string;
  seen_count?: number | undefined;
  last_seen?: string | null | undefined;
};
export type BudgetSkill = { name: string };
export type Drop = { kind: "reference" | "memory" | "skill"; id: string; tokens: number };

export type Fitted<Lesson, Skill> = {
  lessons: Lesson[];
  skills: Skill[];
  used: number;
  /** Only tier 1, which is never dropped, or the empty envelope can stand above the limit. */
  exceeded: boolean;
  /** In the order in which they were dropped; `tokens` is what leaving each one out gave back. */
  drops: Drop[];
};

/**
 * Fits an answer into its token limit: references go first, then tier 2, then skills, each from the weakest.
 * Strict: what was dropped never returns, even when a later drop would make room for it.
 * `lessons` and `skills` come strongest first. `countTokens` counts o200k_base tokens of a text.
 */
export function fitBudget<Lesson extends BudgetLesson, Skill extends BudgetSkill>({
  lessons,
  skills,
  limitTokens,
  countTokens,
}: {
  lessons: readonly Lesson[];
  skills: readonly Skill[];
  limitTokens: number;
  countTokens: (text: string) => number;
}): Fitted<Lesson, Skill> {
  const kept = { lessons: [...lessons], skills: [...skills] };
  const drops: Drop[] = [];
  let used = usedTokens(kept.lessons, kept.skills, countTokens);
  while (used > limitTokens) {
    const drop = dropWeakest(kept);
    if (!drop) break;
    const usedAfter = usedTokens(kept.lessons, kept.skills, countTokens);
    drops.push({ ...drop, tokens: used - usedAfter });
    used = usedAfter;
  }
  return { ...kept, used, exceeded: used > limitTokens, drops };
}

/**
 * Tokens of the compact JSON of lessons and skills as the body carries them, with each `seen_count` as 0 and each
 * `last_seen` as "0000-00-00", so that neither the figure nor a drop depends on how often the question was asked.
 */
export function usedTokens(
  lessons: readonly BudgetLesson[],
  skills: readonly BudgetSkill[],
  countTokens: (text: string) => number,
): number {
  return countTokens(JSON.stringify({ lessons: lessons.map(withoutSightings), skills }));
}

function withoutSightings<Lesson extends BudgetLesson>(lesson: Lesson): Lesson {
  if (lesson.seen_count === undefined && lesson.last_seen === undefined) return lesson;
  return { ...lesson, seen_count: 0, last_seen: "0000-00-00" };
}

function dropWeakest(kept: { lessons: BudgetLesson[]; skills: BudgetSkill[] }): Omit<Drop, "tokens"> | null {
  const reference = kept.lessons.findLastIndex((lesson) => lesson.tier === 3);
  const position = reference >= 0 ? reference : kept.lessons.findLastIndex((lesson) => lesson.tier === 2);
  if (position >= 0) {
    const [dropped] = kept.lessons.splice(position, 1);
    return dropped ? { kind: dropped.level === "R" ? "reference" : "memory", id: dropped.id } : null;
  }
  const skill = kept.skills.pop();
  return skill ? { kind: "skill", id: skill.name } : null;
}
