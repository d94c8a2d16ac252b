import type { Clock } from "#server/operations/ports.ts";

/** How often a read is asked again while somebody watches. */
export const askedAgainAfterMs = 3_000;

/**
 * The answers of one read for as long as somebody watches: the first at once, each later one when it differs from the
 * last. Other processes write to the same store, so the store is asked and no event of this process is waited for.
 *
 * @param ask Throws what ends the stream: a refusal or a store that does not answer.
 */
export async function* liveAnswers<Body>(
  ask: () => Promise<Body>,
  { clock, signal }: { clock: Clock; signal: AbortSignal | undefined },
): AsyncGenerator<Body, void, void> {
  let last: string | null = null;
  while (!signal?.aborted) {
    const body = await ask();
    const text = JSON.stringify(body);
    if (text !== last) yield body;
    last = text;
    await pause(clock, signal);
  }
}

function pause(clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(askedAgainAfterMs, done);
    function done() {
      cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    }
    if (signal?.aborted) done();
    else signal?.addEventListener("abort", done);
  });
}
