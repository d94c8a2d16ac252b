import type { z } from "zod";
import type { LegReport } from "#server/contracts/lookups.ts";
import type { Degraded } from "#server/contracts/memory-context.ts";
import type { FeedSource } from "#server/domain/lookup/context-plan.ts";
import type { Clock, LegName } from "#server/operations/ports.ts";
import type { Candidate } from "./candidate.ts";
import { type LegFailure, runLeg } from "./run-leg.ts";
import type { LegFound } from "./search-legs.ts";

/** Runs the legs of one lookup and keeps what became of each. A leg that fails thins the answer and is named in `degraded`. */
export class LegLog {
  readonly reports: z.infer<typeof LegReport>[] = [];
  readonly degraded: z.infer<typeof Degraded>[] = [];
  readonly #clock: Clock;
  readonly #timeoutMs: number;

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  async run(leg: LegName, fedBy: FeedSource, search: (signal: AbortSignal) => Promise<LegFound>): Promise<Candidate[]> {
    const outcome = await runLeg(search, { timeoutMs: this.#timeoutMs, clock: this.#clock });
    const candidates = outcome.status === "answered" ? outcome.result.candidates : [];
    this.reports.push({
      leg,
      status: outcome.status,
      note: outcome.note,
      duration_ms: outcome.durationMs,
      fed_by: fedBy,
      candidates: candidates.length,
    });
    if (outcome.status !== "answered") this.degrade(leg, outcome.status);
    else if (outcome.result.embedder !== "off" && outcome.result.embedder !== "answered") {
      this.degrade("embedder", outcome.result.embedder);
    }
    return candidates;
  }

  skip(leg: LegName, because: string): Candidate[] {
    this.reports.push({ leg, status: "skipped", note: because, duration_ms: 0, fed_by: null, candidates: 0 });
    return [];
  }

  /** Names each leg once, in the order of the legs, so that the same degradation reads the same. */
  degrade(leg: z.infer<typeof Degraded>["leg"], reason: LegFailure): void {
    if (this.degraded.some((known) => known.leg === leg)) return;
    this.degraded.push({ leg, reason });
    this.degraded.sort((a, b) => legOrder.indexOf(a.leg) - legOrder.indexOf(b.leg));
  }
}

const legOrder: z.infer<typeof Degraded>["leg"][] = [
  "signature",
  "symptom",
  "text",
  "reference",
  "skills",
  "embedder",
  "record",
];
