import { readConfig } from "#server/compose/config.ts";
import { compose } from "#server/compose/context.ts";
import { runScenario, type SeedLink } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";

const dayMs = 86_400_000;

/** Fills the empty store in `dataDir` and closes it. `day` is the last day of the scenario; today, in UTC, if absent. */
export async function seedStore(
  scenario: Scenario,
  { dataDir, day, report }: { dataDir: string; day: string | undefined; report(line: string): void },
): Promise<SeedLink[]> {
  const last = day === undefined ? new Date(Math.floor(Date.now() / dayMs) * dayMs) : new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(last.getTime())) throw new Error(`--day ${day}: needs a date such as 2026-07-02.`);
  const composition = await compose(readConfig({ WHENCE_DATA_DIR: dataDir }), {
    log: { info: () => {}, error: () => {} },
    report,
  });
  try {
    return await runScenario(scenario, composition.context, last);
  } finally {
    await composition.close();
  }
}
