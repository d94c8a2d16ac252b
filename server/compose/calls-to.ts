import { type Send, type SendOptions, sendJson } from "#server/api/send-json.ts";
import type { FoundServer } from "./find-server.ts";
import { ownerAnswerHeader, ownerAskHeader, ownerPath } from "./owner-question.ts";

/** Something else may listen where the owner of the store did: nothing was sent to it. */
export class NotTheOwner extends Error {
  override readonly name = "NotTheOwner";
  constructor(url: string) {
    super(`What answers at ${url} is not the owner of the store.`);
  }
}

/** For so long the owner is taken for the same: nothing ends and another takes its port meanwhile. */
const knownForSeconds = 1;

export type Calls = {
  /** Whether the server answers within `limitMs` and is the owner of the store. One that `WHENCE_URL` names is not asked. */
  isThere(options: { limitMs: number }): Promise<boolean>;
  /** Rejects, with nothing sent, when what answers is not the owner of the store. */
  send: Send;
};

/**
 * Calls to a found server. `owner.json` outlives a killed owner and its port may be anybody's by then, so a key or a text
 * is only sent once the owner has proven itself; that takes one small exchange on the connection that the call then uses.
 */
export function callsTo({ url, key, proof }: FoundServer): Calls {
  // Seconds of this process: the clock of `performance` takes longer to load than the question to be answered.
  let knownAt = Number.NEGATIVE_INFINITY;
  const prove = async (signal: AbortSignal | undefined): Promise<boolean> => {
    if (proof === "given" || process.uptime() - knownAt < knownForSeconds) return true;
    const options: SendOptions = { method: "GET", headers: { [ownerAskHeader]: proof.ask } };
    const { headers } = await sendJson(new URL(ownerPath, url), signal ? { ...options, signal } : options);
    if (headers[ownerAnswerHeader] !== proof.answer) return false;
    knownAt = process.uptime();
    return true;
  };
  return {
    isThere: ({ limitMs }) => prove(AbortSignal.timeout(limitMs)).catch(() => false),
    async send(pathname, options = {}) {
      if (!(await prove(options.signal))) throw new NotTheOwner(url);
      return sendJson(new URL(pathname, url), { ...options, key });
    },
  };
}
