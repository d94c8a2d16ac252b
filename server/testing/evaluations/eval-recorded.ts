import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";

/**
 * Prints, for every recorded failure, the signature of each run: the same failure must give one, different failures must
 * never share one. Ends with exit code 1 when either does not hold.
 */
const logs = path.join(process.cwd(), "drizzle", "seed", "failures", "logs");
const holdsSeveral = (failure: string) => failure.startsWith("several-");
const ownerOf = new Map<string, string>();
let split = 0;
let shared = 0;
let unseen = 0;
const failures = readdirSync(logs).sort();
for (const failure of failures) {
  const runs = readdirSync(path.join(logs, failure))
    .filter((name) => name.endsWith(".log"))
    .sort();
  const explained = runs.map((run) => explainFailure({ text: readFileSync(path.join(logs, failure, run), "utf8") }));
  const ids = explained.map((result) => (result.kind === "failure" ? result.id : `none: ${result.reason}`));
  const distinct = [...new Set(ids)];
  const tool = explained.flatMap((result) => (result.kind === "failure" ? [result.tool] : []))[0] ?? "?";
  const marks: string[] = [];
  if (distinct.length > 1) {
    split += 1;
    marks.push(`SPLIT into ${distinct.length}`);
  }
  for (const id of distinct) {
    if (id.startsWith("none")) {
      unseen += 1;
      marks.push(id);
      continue;
    }
    const owner = ownerOf.get(id);
    if (owner !== undefined && owner !== failure) {
      // A log with several failures has the signature of the first among them, and holds the others as parts.
      if (holdsSeveral(owner) || holdsSeveral(failure)) marks.push(`holds the failure of ${owner}`);
      else {
        shared += 1;
        marks.push(`SHARED with ${owner}`);
      }
    }
    ownerOf.set(id, failure);
  }
  process.stdout.write(
    `${failure.padEnd(44)} ${tool.padEnd(12)} ${runs.length} runs  ${distinct.map((id) => id.slice(0, 15)).join(" ")}  ${marks.join("; ") || "one signature"}\n`,
  );
}
process.stdout.write(
  `\n${failures.length} failures: ${split} split, ${shared} shared signatures, ${unseen} not seen as failures\n`,
);
process.exitCode = split + shared + unseen === 0 ? 0 : 1;
