/** What is left of a quota after a call. `resetSeconds`: until it is whole again. */
export type QuotaState = { isExceeded: boolean; limit: number; remaining: number; resetSeconds: number };

const windowMs = 60_000;
/** Callers that are remembered at once; the one unseen for longest is forgotten, which can only help it. */
const mostCallers = 10_000;

/**
 * Calls a minute for each caller: a bucket that holds a minute's worth and refills evenly. In this process's memory, so
 * several processes over one store each grant it.
 */
export class CallQuota {
  readonly #limit: number;
  readonly #buckets = new Map<string, { left: number; atMs: number }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one call at `nowMs`, a time that never goes back. */
  take(caller: string, nowMs: number): QuotaState {
    const left = this.#leftOf(caller, nowMs);
    const isExceeded = left < 1;
    this.#remember(caller, { left: isExceeded ? left : left - 1, atMs: nowMs });
    return this.#stateOf(isExceeded ? left : left - 1, isExceeded);
  }

  /** The state without counting. */
  peek(caller: string, nowMs: number): QuotaState {
    const left = this.#leftOf(caller, nowMs);
    return this.#stateOf(left, left < 1);
  }

  #leftOf(caller: string, nowMs: number): number {
    const bucket = this.#buckets.get(caller);
    if (!bucket) return this.#limit;
    return Math.min(this.#limit, bucket.left + (Math.max(0, nowMs - bucket.atMs) * this.#limit) / windowMs);
  }

  #stateOf(left: number, isExceeded: boolean): QuotaState {
    const missing = this.#limit - left;
    return {
      isExceeded,
      limit: this.#limit,
      remaining: Math.max(0, Math.floor(left)),
      resetSeconds: Math.ceil((missing * windowMs) / this.#limit / 1_000),
    };
  }

  #remember(caller: string, bucket: { left: number; atMs: number }): void {
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size <= mostCallers) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
