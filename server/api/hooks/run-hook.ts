import path from "node:path";
import { cutText } from "#server/domain/text/cut-text.ts";
import { lastMebibyte } from "../cli/read-source.ts";
import type { JsonAnswer, SendOptions } from "../send-json.ts";
import { textAt, valueAt } from "./at-path.ts";
import type { EditEvent, HookAdapter, HookEvent, HookHost, RunEvent } from "./hook-event.ts";
import { claudeCode } from "./hosts/claude-code.ts";
import { codex } from "./hosts/codex.ts";
import { cursor } from "./hosts/cursor.ts";
import { gemini } from "./hosts/gemini.ts";
import { readTranscript } from "./read-transcript.ts";

const adapters = { "claude-code": claudeCode, cursor, codex, gemini } as const satisfies Record<HookHost, HookAdapter>;

export type HookEnvironment = {
  readInput(): Promise<string>;
  /** Rejects when the server is absent, or when time is up. */
  send(pathname: string, options?: Omit<SendOptions, "key" | "signal">): Promise<Pick<JsonAnswer, "status" | "body">>;
  /** The address at which a person sees the dashboard; null without a server. */
  pageUrl(): string | null;
  /** The repository of a folder; null where there is none or it took too long. */
  repository(folder: string): Promise<HookRepository | null>;
  /** The last bytes of a file from a line start; empty when it cannot be read. */
  readTail(file: string, maxBytes: number): Promise<string>;
};

export type HookRepository = {
  project: string;
  root: string;
  /** What the work seems to be about: branch and last commit. Empty when that says nothing. */
  task: string;
};

const transcriptBytes = 4 * 1024 * 1024;
const reportedOutput = 16 * 1024;
const reportedEvents = 1_000;
const carriedDiff = 512 * 1024;

/**
 * One event of an agent host: what is printed to its standard output, in its format. Empty for nothing to say. May
 * reject or take its time; whoever calls it bounds both, because a hook never fails an agent and never holds it up.
 */
export async function runHook(host: HookHost, event: string, environment: HookEnvironment): Promise<string> {
  const adapter: HookAdapter = adapters[host];
  const input: unknown = JSON.parse(await environment.readInput());
  const told = adapter.read(event, input);
  if (!told) return "";
  const repository = await environment.repository(told.folder);
  const said = await answerTo(told, repository, environment);
  return said === null ? "" : adapter.answer(event, said);
}

type Said = { context?: string; message?: string } | null;

async function answerTo(
  told: HookEvent,
  repository: HookRepository | null,
  environment: HookEnvironment,
): Promise<Said> {
  if (told.kind === "session_start") return atSessionStart(told, repository, environment);
  if (told.kind === "prompt") return atPrompt(told, repository, environment);
  if (told.kind === "run") return atRun(told, repository, environment);
  if (repository === null) return null;
  if (told.kind === "edits") {
    return report(told, repository, environment, { events: editEvents(told.edits, repository) });
  }
  return atTurnEnd(told, repository, environment);
}

async function atSessionStart(told: HookEvent, repository: HookRepository | null, { send }: HookEnvironment) {
  if (repository === null) return null;
  const { body } = await send("/api/sessions/brief", {
    body: {
      project: repository.project,
      session: told.session,
      ...(repository.task === "" ? {} : { task_text: repository.task }),
    },
  });
  const rendered = textAt(body, "rendered");
  if (rendered === "") return null;
  return { context: `${rendered}\nIn calls to Whence, name this session ${told.session}.` };
}

async function atPrompt(
  told: Extract<HookEvent, { kind: "prompt" }>,
  repository: HookRepository | null,
  { send }: HookEnvironment,
): Promise<Said> {
  const prompt = told.prompt.trim();
  // A slash command is for the host, and a word or two asks nothing that could be matched.
  if (repository === null || prompt.startsWith("/") || prompt.split(/\s+/).length < 3) return null;
  const { body } = await send("/api/prior-context", {
    body: {
      project: repository.project,
      session: told.session,
      task_text: cutText(prompt, 20_000),
      origin: "injected",
    },
  });
  const items = valueAt(body, "items");
  const rendered = textAt(body, "rendered");
  if (!Array.isArray(items) || items.length === 0 || rendered === "") return null;
  return { context: withSource(rendered, textAt(body, "lookup_id")) };
}

async function atRun(
  told: Extract<HookEvent, { kind: "run" }>,
  repository: HookRepository | null,
  environment: HookEnvironment,
): Promise<Said> {
  const { run } = told;
  const reported =
    told.isToldLater || repository === null ? null : report(told, repository, environment, { events: [runEvent(run)] });
  const [answered, message] = await Promise.allSettled([lookUp(told, repository, environment), reported]);
  const said = {
    ...(answered.status === "fulfilled" && answered.value !== null ? { context: answered.value } : {}),
    ...(message.status === "fulfilled" ? message.value : null),
  };
  return Object.keys(said).length === 0 ? null : said;
}

async function lookUp(
  { run, session }: Extract<HookEvent, { kind: "run" }>,
  repository: HookRepository | null,
  { send }: HookEnvironment,
): Promise<string | null> {
  if (run.verdict === "pass" || run.output.trim() === "") return null;
  const { text, leftOutBytes } = lastMebibyte(run.output);
  if (run.verdict === "unknown") {
    // Whoever ends well is not looked up: it would only fill the records.
    const { body } = await send("/api/signatures/explain", { body: { text } });
    if (textAt(body, "id") === "") return null;
  }
  const { body } = await send("/memory/context", {
    body: {
      signature_source: text,
      ...(repository === null ? {} : { project: repository.project }),
      session,
      ...(run.id === "" ? {} : { request_id: run.id.slice(0, 255) }),
      origin: "injected",
    },
  });
  const lessons = valueAt(body, "lessons");
  const lookupId = textAt(body, "lookup_id");
  if (!Array.isArray(lessons) || lessons.length === 0 || lookupId === "") return null;
  const shown = await send(`/api/lookups/${encodeURIComponent(lookupId)}/shown`, { method: "GET" });
  const rendered = textAt(shown.body, "rendered");
  if (rendered === "") return null;
  const cut =
    leftOutBytes === 0
      ? ""
      : `\nOnly the last 1 MiB of the output was sent; ${leftOutBytes} bytes before were left out.`;
  return `${withSource(rendered, lookupId)}${cut}`;
}

async function atTurnEnd(
  told: Extract<HookEvent, { kind: "turn_end" }>,
  repository: HookRepository,
  environment: HookEnvironment,
): Promise<Said> {
  const text = told.transcript === null ? "" : await environment.readTail(told.transcript, transcriptBytes);
  const steps = readTranscript(text);
  const failed = new Set<string>();
  const standing = new Set<string>();
  const events = steps.flatMap((step) => {
    if (step.kind === "edit") return editEvents([step.edit], repository);
    const command = step.run.command.replace(/\s+/g, " ").trim();
    if (step.run.verdict === "fail") {
      failed.add(command);
      standing.add(command);
    } else standing.delete(command);
    return failed.has(command) ? [runEvent(step.run)] : [];
  });
  // A turn in which nothing failed has nothing to tell, unless it is the last.
  if (failed.size === 0 && !told.ended) return null;
  const what = { events: events.slice(-reportedEvents), ended: told.ended };
  if (told.transcript === null) {
    // What came before was told as it happened, so the server knows how the session went.
    const body = await sendReport(told, repository, environment, what);
    const verdict = textAt(body, "outcome", "verdict");
    if (told.ended && (verdict === "pass" || verdict === "fail")) {
      await carry(told, repository, environment, { diff: textAt(body, "outcome", "diff"), verdict });
    }
    return saidOf(body, environment);
  }
  const [said] = await Promise.allSettled([
    report(told, repository, environment, what),
    // Where nothing failed there is no verdict: any command may pass.
    told.ended && failed.size > 0
      ? carry(told, repository, environment, {
          diff: events.map((event) => event.diff ?? "").join(""),
          verdict: standing.size === 0 ? "pass" : "fail",
        })
      : null,
  ]);
  if (said.status === "rejected") throw said.reason;
  return said.value;
}

/** A capsule of a session that changed something and came to a verdict. Refused, without harm, by a server elsewhere. */
async function carry(
  told: HookEvent,
  { root, task }: HookRepository,
  { send }: HookEnvironment,
  { diff, verdict }: { diff: string; verdict: "pass" | "fail" },
): Promise<void> {
  if (diff === "") return;
  await send("/api/agent/carry", {
    body: {
      path: root,
      run_id: told.session.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 64),
      task: task === "" ? `Session ${told.session}` : task,
      verdict,
      diff: diff.slice(0, carriedDiff).toWellFormed(),
    },
  });
}

type ReportedEvent = Record<string, string>;

async function report(
  told: HookEvent,
  repository: HookRepository,
  environment: HookEnvironment,
  what: { events: ReportedEvent[]; ended?: boolean },
): Promise<Said> {
  return saidOf(await sendReport(told, repository, environment, what), environment);
}

/** The server's answer; null where there is nothing to report. */
async function sendReport(
  told: HookEvent,
  repository: HookRepository,
  { send }: HookEnvironment,
  what: { events: ReportedEvent[]; ended?: boolean },
): Promise<unknown> {
  if (what.events.length === 0 && what.ended !== true) return null;
  const { body } = await send("/api/sessions/report", {
    body: { project: repository.project, session: told.session, ...what },
  });
  return body;
}

/** What a person is told of a report. */
function saidOf(answer: unknown, { pageUrl }: HookEnvironment): Said {
  const drafts = valueAt(answer, "drafts");
  const url = pageUrl();
  if (!Array.isArray(drafts) || drafts.length === 0 || url === null) return null;
  const waiting = drafts.length === 1 ? "a lesson" : `${drafts.length} lessons`;
  return { message: `Whence drafted ${waiting} from what failed and was fixed here; approve at ${url}/failures` };
}

function runEvent(run: RunEvent): ReportedEvent {
  const tail = run.output.slice(-reportedOutput);
  return {
    id: run.id.slice(0, 255) || "run",
    kind: "run",
    command: cutText(run.command, 2_000) || "(no command)",
    verdict: run.verdict,
    ...(run.verdict === "pass" ? {} : { output: tail.toWellFormed() }),
    ...(run.at === undefined ? {} : { at: run.at }),
  };
}

/** Paths relative to the repository; what lies outside of it is no business of the project. */
function editEvents(edits: readonly EditEvent[], { root }: HookRepository): ReportedEvent[] {
  return edits.flatMap((edit) => {
    const relative = path.isAbsolute(edit.path) ? path.relative(root, edit.path) : path.normalize(edit.path);
    if (relative === "" || relative.startsWith("..") || path.isAbsolute(relative)) return [];
    const named = relative.split(path.sep).join("/");
    return [
      {
        id: edit.id.slice(0, 255) || "edit",
        kind: "edit",
        path: cutText(named, 1_000),
        diff: edit.diff.replaceAll(edit.path, named).slice(0, reportedOutput).toWellFormed(),
        ...(edit.at === undefined ? {} : { at: edit.at }),
      },
    ];
  });
}

function withSource(rendered: string, lookupId: string): string {
  return lookupId === "" ? rendered : `${rendered}\nWhence lookup ${lookupId}`;
}
