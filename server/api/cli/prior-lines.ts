/**
 * An answer of prior context for a reader: the block as it is put before a model, then why each memory was selected or not. Texts stand in
 * the block alone, marked as data of other sessions. Null when the body is none. Checked by hand: see `forward.ts`.
 */
export function priorLines(body: unknown): string[] | null {
  if (!isPriorAnswer(body)) return null;
  const { items, rejected, counts, degraded, notes, unresolved_nodes } = body;
  const lines = body.rendered === "" ? ["No prior context bears on this task."] : body.rendered.split("\n");
  lines.push("");
  for (const [index, item] of items.entries()) lines.push(`[${index + 1}] ${item.id}: ${arithmeticOf(item)}`);
  for (const item of rejected)
    lines.push(`not selected, ${item.reason.replaceAll("_", " ")}: ${item.id}: ${arithmeticOf(item)}`);
  if (counts.truncated > 0) lines.push(`and ${counts.truncated} more that were not selected`);
  if (unresolved_nodes.length > 0) lines.push(`Unresolved nodes: ${unresolved_nodes.join(", ")}`);
  if (body.focus_size === 0) lines.push("The focus is empty: --nodes carried no structural signal.");
  for (const { leg, reason } of degraded) lines.push(`Degraded: ${leg} (${reason})`);
  for (const note of notes) lines.push(`Note: ${note}`);
  lines.push(
    "",
    `${counts.returned} of ${counts.considered} selected · cutoff ${short(body.cutoff)} · focus ${body.focus_size} · policy ${body.policy_version} · ${body.lookup_id ?? "no record"}`,
  );
  return lines;
}

function arithmeticOf({ score, factors }: Judged): string {
  const parts = Object.entries(factors).map(([name, value]) => `${name.replaceAll("_", " ")} ${short(value)}`);
  return `score ${short(score)} (${parts.join(", ")})`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

type Judged = { id: string; score: number; factors: Record<string, number> };

type PriorAnswer = {
  items: Judged[];
  rejected: (Judged & { reason: string })[];
  counts: { considered: number; returned: number; truncated: number };
  cutoff: number;
  policy_version: number;
  focus_size: number;
  unresolved_nodes: string[];
  rendered: string;
  degraded: { leg: string; reason: string }[];
  notes: string[];
  lookup_id: string | null;
};

const lists = ["items", "rejected", "unresolved_nodes", "degraded", "notes"] as const;

/** The body has passed its contract where it was made; this only tells it from the body of another operation. */
function isPriorAnswer(body: unknown): body is PriorAnswer {
  if (typeof body !== "object" || body === null || !("rendered" in body) || !("counts" in body)) return false;
  const fields = new Map(Object.entries(body));
  return lists.every((name) => Array.isArray(fields.get(name)));
}
