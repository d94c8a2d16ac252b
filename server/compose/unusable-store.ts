import type { IncomingMessage, ServerResponse } from "node:http";
import { isFromHere } from "#server/api/http/loopback-guard.ts";
import { problem } from "#server/api/http/problem.ts";
import { StoreUnusable } from "#server/db/describe-damage.ts";
import { RepairCutOff } from "#server/db/repair-leftovers.ts";
import { headersOf } from "./answer-request.ts";
import { hostRule, needsKeys } from "./host-rule.ts";

/** Why a server answers nothing, and what a person is to do, step by step. */
export type Trouble = { message: string; steps: readonly string[] };

/** Undefined when no repair would help: then a server does not start, and says why. */
export function repairNeeded(error: unknown, repairCommand: string): Trouble | undefined {
  const comesBack =
    "This server goes on by itself once a repaired store stands in the place of this one. After any other change, start it again.";
  if (error instanceof RepairCutOff) {
    return { message: error.message, steps: ["Do what the message says.", comesBack] };
  }
  if (!(error instanceof StoreUnusable) || !error.isRepairable) return undefined;
  const fallback =
    error.newestDump === undefined
      ? "There is no dump to fall back on. What cannot be read is lost, and the repair says what that is."
      : `What cannot be read at all, it takes from the newest dump: ${error.newestDump}`;
  return {
    message: error.message,
    steps: [
      `Run: ${repairCommand}`,
      "It works on a copy. The damaged store is kept beside the new one, under a name that begins with pg.damaged-.",
      fallback,
      comesBack,
    ],
  };
}

/** After the store has stopped by itself under a running server, as it does on a full disk. */
export function stoppedStore(error: Error): Trouble {
  return { message: error.message, steps: ["Do what the message says.", "Start this server again."] };
}

/**
 * Answers every request of a server whose store cannot be used: agents and health by 503 with the reason, a browser by a
 * page with the steps. Beyond this machine nothing is told of its folders.
 */
export async function answerUnusable(
  request: IncomingMessage,
  response: ServerResponse,
  trouble: Trouble,
): Promise<void> {
  // No answer waits for what a peer still sends.
  request.resume();
  const headers = headersOf(request);
  if (!isFromHere(headers, hostRule())) {
    response.writeHead(403, { "content-type": "text/plain; charset=utf-8" }).end("Not meant for this server.\n");
    return;
  }
  const told = needsKeys() ? untold : trouble;
  if (request.method === "GET" && (headers.get("accept") ?? "").includes("text/html")) {
    response.writeHead(503, pageHeaders).end(troublePage(told));
    return;
  }
  const text = [told.message, ...told.steps].join("\n");
  const answer = problem({ code: "UNAVAILABLE", message: text, errors: [], retryAfterSeconds: 5 }, crypto.randomUUID());
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

const untold: Trouble = {
  message: "The store of this server cannot be used.",
  steps: ["What is wrong and what to do stands on the machine of the server, where it was started."],
};

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  "x-content-type-options": "nosniff",
  "retry-after": "5",
};

/** Stands alone: whatever the other pages are made of may need the store. Colours are those of the system. */
function troublePage({ message, steps }: Trouble): string {
  const paragraphs = message.split("\n").map((line) => `<p>${escaped(line)}</p>`);
  const items = steps.map((step) => `<li>${escaped(step)}</li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Whence: the store needs a repair</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; line-height: 1.3; }
li { margin: 0.5rem 0; }
</style>
<main>
<h1>The store cannot be used</h1>
${paragraphs.join("\n")}
<h2>Step by step</h2>
<ol>
${items.join("\n")}
</ol>
</main>
</html>
`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
