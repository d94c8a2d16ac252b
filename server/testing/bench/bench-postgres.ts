import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { quietLog } from "#server/adapters/log/pino-log.ts";
import { readConfig } from "#server/compose/config.ts";
import { compose } from "#server/compose/context.ts";
import { packageRoot } from "#server/compose/package-root.ts";
import { remember } from "#server/operations/remember.ts";
import { fillStore } from "#server/testing/fill-store.ts";
import { startPostgres } from "#server/testing/postgres-server.ts";
import type { Figure } from "./figures.ts";
import { measureStart } from "./measure-start.ts";
import { randomFrom, realText } from "./real-words.ts";

/**
 * A start of the built server on a Postgres of this machine that holds as many memories as its argument says: with its
 * indexes built anew, and with those that it kept. Prints its figures as one JSON line.
 */
const size = Number(process.argv[2] ?? "1000");
const project = "github.com/acme/shop";
const figures: Figure[] = [];
const add = (name: string, value: number) =>
  figures.push({ name, size, value: Number(value.toPrecision(4)), unit: "ms" });

const cache = await mkdtemp(path.join(tmpdir(), "whence-bench-cache-"));
// Where a process keeps the indexes of a database is asked of its environment.
process.env.XDG_CACHE_HOME = cache;
const postgres = await startPostgres();
try {
  const environment = { DATABASE_URL: postgres.urlOf("postgres"), XDG_CACHE_HOME: cache };
  const log = await readFile(
    path.join(packageRoot(), "drizzle", "seed", "failures", "logs", "npm-eresolve-react", "run-1.log"),
    "utf8",
  );
  const { context, close } = await compose(readConfig(environment), { log: quietLog });
  const text = "Pin react to the version that the peer asks for.";
  const outcome = await remember.call(context, { project, id: "fix", text, signature_source: log });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const random = randomFrom(size);
  const started = performance.now();
  const { db, workspaceId } = context;
  await fillStore(db, { workspaceId, project, count: size, textOf: () => realText(random, 60) });
  add("fill, per memory, Postgres", (performance.now() - started) / size);
  await close();
  await rm(cache, { recursive: true, force: true });

  const body = { project, signature_source: log };
  for (const how of ["anew", "kept"] as const) {
    const { firstAnswerMs, completeAnswerMs, firstTier } = await measureStart(environment, { body });
    if (firstTier !== 1) throw new Error(`The first answer was of tier ${firstTier}.`);
    add(`start to first answer, Postgres, indexes ${how}`, firstAnswerMs);
    add(`start to whole answer, Postgres, indexes ${how}`, completeAnswerMs);
  }
} finally {
  await postgres.stop();
  await rm(cache, { recursive: true, force: true });
}
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
