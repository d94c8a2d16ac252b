import { afterAll, beforeAll, test } from "vitest";
import { type DamageBench, prepareDamageBench } from "#server/testing/damage-bench.ts";
import { damages } from "#server/testing/damaged-stores.ts";
import { expectRepaired } from "#server/testing/expect-repaired.ts";

let bench: DamageBench;
beforeAll(async () => {
  bench = await prepareDamageBench();
});
afterAll(() => bench.remove());

test.each(damages)("E20: $name: $repair", (damage) => expectRepaired(bench, damage));
