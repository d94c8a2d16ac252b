import { type SaidSignature, signatureLines } from "#server/operations/words/signature-lines.ts";

/**
 * A three-tier answer in words: the block as it is put before a model, then why each lesson is there. Texts stand in the
 * block alone, marked as data of other sessions. Null when the body is none. Checked by hand: see `forward.ts`.
 */
export function contextLines(body: unknown): string[] | null {
  const answer = body;
  if (!isContextAnswer(answer)) return null;
  const lines = [answer.tier === null ? "Nothing is known about this." : `Tier ${answer.tier}`];
  if (answer.rendered !== undefined && answer.rendered !== "") lines.push("", ...answer.rendered.split("\n"));
  else if (answer.lessons.length > 0) lines.push("The block of texts could not be read back; --json holds them.");
  if (answer.lessons.length > 0) lines.push("");
  for (const lesson of answer.lessons) {
    const seen = lesson.seen_count === undefined ? "" : `, seen ${lesson.seen_count} times`;
    lines.push(
      `[tier ${lesson.tier} · ${lesson.matched_kind} · score ${lesson.score.toPrecision(3)}${seen}${lesson.flaky ? ", flaky" : ""}] ${lesson.id}`,
    );
  }
  if (answer.skills.length > 0) lines.push("", `Skills: ${answer.skills.map((skill) => skill.name).join(", ")}`);
  for (const degraded of answer.degraded) lines.push(`Degraded: ${degraded.leg} (${degraded.reason})`);
  if (answer.signature !== null) lines.push("", ...signatureLines(answer.signature));
  // What is noted of the failure is noted of the answer as well; it is said once.
  for (const note of new Set([...answer.notes, ...(answer.signature?.notes ?? [])])) lines.push(`Note: ${note}`);
  lines.push(
    "",
    `${answer.budget.used} of ${answer.budget.limit} tokens, ${answer.counts.dropped} left out · ${answer.lookup_id ?? "no record"}`,
  );
  return lines;
}

type ContextAnswer = {
  tier: number | null;
  lessons: {
    tier: number;
    matched_kind: string;
    score: number;
    id: string;
    seen_count?: number;
    flaky?: true;
  }[];
  signature: (SaidSignature & { notes: string[] }) | null;
  skills: { name: string }[];
  degraded: { leg: string; reason: string }[];
  notes: string[];
  budget: { used: number; limit: number };
  counts: { dropped: number };
  lookup_id: string | null;
  rendered?: string;
};

const lists = ["lessons", "skills", "degraded", "notes"] as const;

/** The body has passed its contract where it was made; this only tells it from the body of another operation. */
function isContextAnswer(body: unknown): body is ContextAnswer {
  if (typeof body !== "object" || body === null || !("tier" in body) || !("budget" in body) || !("counts" in body)) {
    return false;
  }
  const fields = new Map(Object.entries(body));
  return lists.every((name) => Array.isArray(fields.get(name)));
}
