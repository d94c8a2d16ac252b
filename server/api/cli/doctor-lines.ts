import type { z } from "zod";
import type { DoctorOutput } from "#server/contracts/service.ts";
import { stripControl } from "#server/domain/text/strip-control.ts";

/** What an examination found, for a person: what the store is, what it holds, then each rule with what to do. */
export function doctorLines(found: z.infer<typeof DoctorOutput>): string[] {
  const { healthy, version, store, owner, counts, checks } = found;
  const filled = Object.entries(counts).filter(([, count]) => count > 0);
  const lines = [
    `Whence ${version} · ${store.kind} store in ${store.location}`,
    `${store.engine} · migration ${store.migration ?? "none"}`,
    `Open in process ${owner.pid} on ${owner.host}, started ${owner.started_at}${owner.url ? `, at ${owner.url}` : ""}`,
    "",
    filled.length === 0
      ? "The store is empty."
      : filled.map(([name, count]) => `${name.replaceAll("_", " ")} ${count}`).join(" · "),
    "",
    ...checks.flatMap(({ found: count, rule, remedy, examples }) => [
      `${count === 0 ? "ok" : `${count} found`.padEnd(2)}  ${rule}`,
      ...(examples.length === 0 ? [] : [`    ${examples.join(", ")}`]),
      ...(remedy === null ? [] : [`    ${remedy}`]),
    ]),
    "",
    healthy ? "Nothing was found." : "Something was found; what to do stands below each finding.",
  ];
  return lines.map((line) => stripControl(line));
}
