import { addReference } from "#server/operations/add-reference.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { remember } from "#server/operations/remember.ts";
import { supersedeMemory } from "#server/operations/supersede-memory.ts";
import type { Scenario } from "../scenario.ts";

const project = `github.com/${"acme-international-holding".repeat(2)}/${"the-shop-with-a-very-long-name-".repeat(3)}end`;
const word = "Donaudampfschifffahrtsgesellschaftskapitän";
const unbroken = "x".repeat(600);

export const scenario: Scenario = {
  summary:
    "Everything as long as it may be: texts at their limits, words without a break, many grounds, long chains, drops.",
  async fill({ run, link }) {
    const ground = Array.from({ length: 100 }, (_, n) => `packages/${"deeply/nested/".repeat(6)}module-${n}.ts`);
    const log = `npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/${"left-padd-".repeat(12)}end\n`;
    await run(
      remember,
      {
        project,
        id: "longest",
        text: `The exporter ${word.repeat(4)} needs ${unbroken} `.padEnd(4_000, "exporter words go on and on, "),
        symptom: `${unbroken} `.padEnd(1_000, "symptom of the exporter "),
        tool: "npm",
        ground,
        session: "s".repeat(200),
        parents: Array.from({ length: 20 }, (_, n) => ({ level: "L0", source: `pi:${"source".repeat(20)}-${n}` })),
        signature_source: log,
      },
      { minutesAgo: 900 },
    );
    for (let step = 0; step < 25; step++) {
      await run(
        remember,
        {
          project,
          id: `step-${step}`,
          text: `The exporter of chapter ${step}: ${"a step of a long chain. ".repeat(12)}`,
        },
        { minutesAgo: 800 - step * 20 },
      );
      if (step > 0) {
        await run(
          supersedeMemory,
          {
            id: `step-${step - 1}`,
            successor_id: `step-${step}`,
            reason: `Chapter ${step} says it better. `.repeat(20),
          },
          { minutesAgo: 795 - step * 20 },
        );
      }
    }
    for (let n = 0; n < 30; n++) {
      await run(
        remember,
        {
          project,
          id: `exporter-${n}`,
          text: `Exporter note ${n}: ${"the exporter writes its chapter before it closes. ".repeat(20)}`,
        },
        { minutesAgo: 200 - n },
      );
    }
    await run(addReference, {
      project,
      path: `docs/${"a-long-path/".repeat(15)}exporter.md`,
      markdown: `# Exporter\n\n${"The exporter writes chapters. ".repeat(60)}\n\n## ${"A heading that goes on ".repeat(8)}\n\n${word.repeat(10)}\n`,
    });
    const task =
      `Let the exporter write its chapter. ${"Then it closes the chapter and begins the next. ".repeat(350)}`.slice(
        0,
        19_000,
      );
    const wide = await run(lookUpContext, { project, task, signature_source: log, budget: 20_000 }, { minutesAgo: 30 });
    const tight = await run(lookUpContext, { project, task, signature_source: log, budget: 900 }, { minutesAgo: 20 });
    link(`/lookups/${wide.lookup_id}`, "many candidates, long texts, a long task");
    link(`/lookups/${tight.lookup_id}`, "a budget that drops most of it");
    link("/lookups", "long summaries and project names in rows");
    link("/memories/longest", "a memory at every limit");
    link("/memories/step-24", "the end of a chain of 25");
    link("/memories", "long texts cut in rows");
  },
};
