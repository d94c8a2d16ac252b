import type { FailureCode } from "#server/contracts/failure-codes.ts";

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Timing = { buckets: number[]; sum: number; count: number };

/**
 * What this process has answered since it started, in the text format of Prometheus. Names of operations, outcomes and
 * legs only: no project, no caller, nothing of a request.
 */
export class CallMetrics {
  readonly #calls = new Map<string, number>();
  readonly #degraded = new Map<string, number>();
  readonly #tiers = new Map<string, number>();
  readonly #timings = new Map<string, Timing>();

  record(operation: string, { code, seconds }: { code: FailureCode | "OK"; seconds: number }): void {
    add(this.#calls, labels({ operation, outcome: code.toLowerCase() }));
    const timing = this.#timings.get(operation) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
    for (const [index, bound] of bounds.entries()) {
      if (seconds <= bound) timing.buckets[index] = (timing.buckets[index] ?? 0) + 1;
    }
    timing.sum += seconds;
    timing.count += 1;
    this.#timings.set(operation, timing);
  }

  /** Reads what lookups say of themselves: the tier that answered, the legs that did not. */
  recordAnswer(operation: string, body: unknown): void {
    if (typeof body !== "object" || body === null) return;
    if ("tier" in body && "lessons" in body) add(this.#tiers, labels({ operation, tier: String(body.tier ?? "none") }));
    if (!("degraded" in body) || !Array.isArray(body.degraded)) return;
    for (const degraded of body.degraded) {
      const { leg, reason } = { leg: "unknown", reason: "unknown", ...degraded };
      add(this.#degraded, labels({ operation, leg: String(leg), reason: String(reason) }));
    }
  }

  text(): string {
    const lines = [
      ...counter("whence_calls_total", "Operations answered, by outcome.", this.#calls),
      ...counter("whence_lookup_tier_total", "Three-tier lookups, by the first tier that answered.", this.#tiers),
      ...counter("whence_degraded_legs_total", "Parts of lookups that did not answer.", this.#degraded),
      "# HELP whence_call_seconds Time an operation took.",
      "# TYPE whence_call_seconds histogram",
    ];
    for (const [operation, { buckets, sum, count }] of sorted(this.#timings)) {
      for (const [index, bound] of bounds.entries()) {
        lines.push(`whence_call_seconds_bucket${labels({ operation, le: String(bound) })} ${buckets[index] ?? 0}`);
      }
      lines.push(`whence_call_seconds_bucket${labels({ operation, le: "+Inf" })} ${count}`);
      lines.push(`whence_call_seconds_sum${labels({ operation })} ${sum}`);
      lines.push(`whence_call_seconds_count${labels({ operation })} ${count}`);
    }
    return `${lines.join("\n")}\n`;
  }
}

/** Of this process. Next loads modules more than once, and all copies count into one. */
export function callMetrics(): CallMetrics {
  globalThis.whenceCallMetrics ??= new CallMetrics();
  return globalThis.whenceCallMetrics;
}

declare global {
  var whenceCallMetrics: CallMetrics | undefined;
}

function counter(name: string, help: string, values: ReadonlyMap<string, number>): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...sorted(values).map(([label, value]) => `${name}${label} ${value}`),
  ];
}

function add(values: Map<string, number>, label: string): void {
  values.set(label, (values.get(label) ?? 0) + 1);
}

function sorted<Value>(values: ReadonlyMap<string, Value>): [string, Value][] {
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1));
}

function labels(values: Record<string, string>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, "_")}"`);
  return `{${parts.join(",")}}`;
}
