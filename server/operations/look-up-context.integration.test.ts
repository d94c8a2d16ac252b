import { sql } from "drizzle-orm";
import { getEncoding } from "js-tiktoken";
import { beforeEach, expect, test } from "vitest";
import type { MemoryContextAnswer } from "#server/contracts/memory-context.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { hastyTimer } from "#server/testing/fixed-clock.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { addReference } from "./add-reference.ts";
import { addSkill } from "./add-skill.ts";
import { readLookup } from "./browse-lookups.ts";
import { lookUpContext } from "./look-up-context.ts";
import type { OperationContext } from "./operation.ts";
import type { LegName, RetrievalLeg } from "./ports.ts";
import { remember } from "./remember.ts";
import { supersedeMemory } from "./supersede-memory.ts";

const project = "github.com/acme/shop";

const eresolve = `npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: shop@1.0.0
npm error Found: react@19.1.0
npm error Could not resolve dependency:
npm error peer react@"^17.0.0" from react-slots@2.3.1
npm error A complete log of this run can be found in: /home/ada/.npm/_logs/2026-07-01T08_11_12_345Z-debug-0.log
`;
const eresolveElsewhere = eresolve
  .replaceAll("/home/ada/", "/Users/grace/")
  .replaceAll("2026-07-01T08_11_12_345Z", "2026-07-02T21_00_59_001Z");
const unknownFailure = "Error: ENOSPC: no space left on device, write\n    at writeFileSync (node:fs:2380:3)\n";

const lessonText =
  "react-slots 2 wants react 17 as a peer, so npm refuses to install beside react 19. Upgrade react-slots to 4, which accepts react 19.";

describeEachStore("the three-tier lookup", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const ask = async (input: Record<string, unknown>, within: OperationContext = context) =>
    bodyOf(await lookUpContext.call(within, input));
  const write = async (input: Record<string, unknown>) => bodyOf(await remember.call(context, { project, ...input }));

  /** A lesson on the failure, a similar one, a document and a skill: something for each tier. */
  async function aFilledStore() {
    const lesson = await write({ id: "exact", text: lessonText, signature_source: eresolve, session: "s-1" });
    await write({
      id: "similar",
      text: "Peer dependency conflicts of npm are settled by upgrading the package that asks for the old react, not by --legacy-peer-deps.",
      symptom: "npm cannot resolve the dependency tree because a peer wants another react",
      session: "s-2",
    });
    bodyOf(
      await addReference.call(context, {
        path: "docs/npm-peers.md",
        markdown:
          "# npm peer dependencies\n\nnpm stops with ERESOLVE when it is unable to resolve the dependency tree: a package asks for a peer react in a range that the installed react does not fit.",
      }),
    );
    bodyOf(
      await addSkill.call(context, {
        name: "npm-dependency-conflicts",
        description: "Resolve npm ERESOLVE errors: unable to resolve dependency tree, peer react conflicts",
        body: "Look at `npm explain`.",
      }),
    );
    return lesson;
  }

  test("a1: replaying a stored failure gives tier 1, the right memory, and every other tier beside it", async () => {
    await aFilledStore();
    const answer = await ask({ signature_source: eresolveElsewhere, project, budget: 6_000 });
    expect(answer.tier).toBe(1);
    expect(answer.lessons[0]).toMatchObject({ id: "exact", tier: 1, matched_kind: "signature", raw_score: 1 });
    expect(answer.lessons[0]?.seen_count).toBeGreaterThanOrEqual(2);
    expect(answer.lessons.map((lesson) => lesson.tier)).toEqual(expect.arrayContaining([1, 2, 3]));
    expect(answer.skills.map((skill) => skill.name)).toEqual(["npm-dependency-conflicts"]);
    expect(answer.degraded).toEqual([]);
  });

  test("a2: two calls count two occurrences; a retry of one request id counts once and repeats the bytes", async () => {
    await aFilledStore();
    const first = await ask({ signature_source: eresolve, project });
    const second = await ask({ signature_source: eresolve, project });
    expect([first, second].map((answer) => answer.lessons[0]?.seen_count)).toEqual([2, 3]);

    const request = { signature_source: eresolve, project, request_id: "r-1" };
    const once = await lookUpContext.call(context, request);
    const again = await lookUpContext.call(context, request);
    if (!once.ok || !again.ok) throw new Error("both must answer");
    expect(again.value.text).toBe(once.value.text);
    expect([once.value.replayed, again.value.replayed]).toEqual([false, true]);
    expect((await ask({ signature_source: eresolve, project })).lessons[0]?.seen_count).toBe(5);
  });

  test("a3: a new wording of a known incident gives tier 2 by its symptom", async () => {
    await write({
      id: "known",
      text: "Give the pool more connections, or close those that the report job leaves open.",
      symptom: "checkout requests time out while the database connection pool is exhausted",
    });
    const answer = await ask({
      task: "connection pool of the database is exhausted and checkout requests are timing out",
      project,
    });
    expect(answer.tier).toBe(2);
    expect(answer.lessons[0]).toMatchObject({ id: "known", tier: 2, matched_kind: "symptom" });
  });

  test("a4: without its symptom the right memory ranks strictly lower", async () => {
    const symptom = "payment webhook signature check fails after the clock of the host drifts";
    await write({ id: "right", text: "Run chrony on the host; the provider refuses old timestamps.", symptom });
    await write({ id: "rival", text: "The payment webhook signature check needs the raw request body." });
    const query = { task: "payment webhook signature check fails, host clock drift suspected", project };
    const rankOf = (answer: MemoryContextAnswer) => answer.lessons.findIndex((lesson) => lesson.id === "right");
    expect(rankOf(await ask(query))).toBe(0);

    await store.db.execute(sql`update memories set symptom = null`);
    const without = await anOperationContext(store.db);
    const answer = await ask(query, without);
    expect(rankOf(answer) === -1 || rankOf(answer) > 0).toBe(true);
  });

  test("a5: an unknown failure gives tier 3, and no lesson claims a lower tier", async () => {
    await write({ id: "foreign", text: lessonText, signature_source: eresolve });
    bodyOf(
      await addReference.call(context, {
        path: "docs/disk.md",
        markdown:
          "# Full disks\n\nENOSPC means that there is no space left on the device: the disk or its table of files is full, so a write fails.",
      }),
    );
    const answer = await ask({ signature_source: unknownFailure, project });
    expect(answer.tier).toBe(3);
    expect(answer.lessons.map((lesson) => lesson.tier)).toEqual([3]);
    expect(answer.signature?.parts.some((part) => part.hit)).toBe(false);
  });

  test("a6: a reference that scores above the exact hit still comes after it, and both scores are shown", async () => {
    await write({ id: "terse", text: "Upgrade react-slots to version four.", signature_source: eresolve });
    bodyOf(await addReference.call(context, { path: "docs/eresolve.md", markdown: `# ERESOLVE\n\n${eresolve}` }));
    const { lessons } = await ask({ signature_source: eresolve, project });
    const exact = lessons.find((lesson) => lesson.tier === 1);
    const reference = lessons.find((lesson) => lesson.tier === 3);
    expect(reference?.score).toBeGreaterThan(exact?.score ?? Number.POSITIVE_INFINITY);
    expect(lessons.indexOf(exact ?? never())).toBeLessThan(lessons.indexOf(reference ?? never()));
    expect([exact?.raw_score, reference?.raw_score].every((raw) => raw !== undefined && raw > 0 && raw <= 1)).toBe(
      true,
    );
  });

  test("a7: what is superseded is absent and its successor present, at the tier of what it replaces", async () => {
    await write({ id: "old", text: lessonText, signature_source: eresolve });
    await write({ id: "new", text: "Pin react-slots to 4.2: 4.0 and 4.1 break server rendering." });
    bodyOf(await supersedeMemory.call(context, { id: "old", successor_id: "new", reason: "4.0 breaks rendering" }));
    const { lessons } = await ask({ signature_source: eresolve, project });
    expect(lessons.map((lesson) => lesson.id)).not.toContain("old");
    expect(lessons[0]).toMatchObject({ id: "new", tier: 1, raw_score: 1, replaces: ["old"] });
    expect(lessons.filter((lesson) => lesson.id === "new")).toHaveLength(1);
  });

  test("a8: a shrinking budget drops references, then tier 2, then skills, and never tier 1", async () => {
    await aFilledStore();
    const kinds = new Map<string, number>();
    let keptBefore = Number.POSITIVE_INFINITY;
    const whole = await ask({ signature_source: eresolve, project, budget: 6_000 });
    for (let budget = whole.budget.used; budget >= 0; budget -= 7) {
      const answer = await ask({ signature_source: eresolve, project, budget });
      expect(answer.lessons.filter((lesson) => lesson.tier === 1).map((lesson) => lesson.id)).toEqual(["exact"]);
      const kept = answer.lessons.length + answer.skills.length;
      expect(kept).toBeLessThanOrEqual(keptBefore);
      keptBefore = kept;
      if (answer.lessons.some((lesson) => lesson.tier === 2)) expect(answer.skills).toEqual(whole.skills);
      if (answer.lessons.some((lesson) => lesson.tier === 3)) {
        expect(answer.lessons.filter((lesson) => lesson.tier === 2)).toHaveLength(
          whole.lessons.filter((lesson) => lesson.tier === 2).length,
        );
      }
      expect(answer.budget.exceeded).toBe(answer.budget.used > budget);
      for (const drop of answer.budget.dropped) kinds.set(drop.kind, (kinds.get(drop.kind) ?? 0) + 1);
    }
    expect([...kinds.keys()].sort()).toEqual(["memory", "reference", "skill"]);
  });

  const hang: RetrievalLeg = { search: () => new Promise(() => {}) };
  const hasty = () => ({ clock: { ...context.clock, after: hastyTimer } });
  const explode: RetrievalLeg = {
    search: () => {
      throw new Error("broken");
    },
  };
  const talkNonsense: RetrievalLeg = {
    search: async () => ({ hits: [{ id: "x", rawScore: Number.NaN, factors: {} }], embedder: "off" }),
  };

  test("a9: a skills leg that hangs gives its place up and is named, within the time limit", async () => {
    await aFilledStore();
    const answer = await ask(
      { signature_source: eresolve, project },
      { ...context, ...hasty(), retrieval: { ...context.retrieval, skills: hang } },
    );
    expect(answer.skills).toEqual([]);
    expect(answer.degraded).toEqual([{ leg: "skills", reason: "timeout" }]);
    expect(answer.tier).toBe(1);
  });

  const faults = [
    ["timeout", hang],
    ["failed", explode],
    ["nonsense", talkNonsense],
  ] as const;
  for (const leg of ["symptom", "text", "reference", "skills"] as const satisfies readonly LegName[]) {
    for (const [reason, broken] of faults) {
      test(`a leg that is ${reason} thins the answer and is named: ${leg}`, async () => {
        await aFilledStore();
        const whole = await ask({ signature_source: eresolve, task: "install react-slots", project });
        const answer = await ask(
          { signature_source: eresolve, task: "install react-slots", project },
          { ...context, ...(broken === hang ? hasty() : {}), retrieval: { ...context.retrieval, [leg]: broken } },
        );
        expect(answer.degraded).toEqual([{ leg, reason }]);
        expect(answer.lessons[0]?.id).toBe("exact");
        expect(answer.lookup_id).toMatch(/^lk_[a-z2-7]{26}$/);
        expect(answer.counts.returned).toBeLessThanOrEqual(whole.counts.returned);
        // The next ordinary request is not harmed.
        expect((await ask({ signature_source: eresolve, project })).degraded).toEqual([]);
      });
    }
  }

  test("the signature query is a leg too: when it fails, the other tiers answer", async () => {
    await aFilledStore();
    const broken = new Proxy(store.db, {
      get(target, property, receiver) {
        if (property === "select") throw new Error("no reads today");
        return Reflect.get(target, property, receiver);
      },
    });
    const answer = await ask({ signature_source: eresolve, project }, { ...context, db: broken });
    expect(answer.degraded.map((degraded) => degraded.leg)).toContain("signature");
    expect(answer.signature?.id).toMatch(/^v1:[0-9a-f]{64}$/);
  });

  test("a store that cannot write the record costs the record, never the answer", async () => {
    await aFilledStore();
    const readOnly = new Proxy(store.db, {
      get(target, property, receiver) {
        if (property === "transaction") return () => Promise.reject(new Error("read only"));
        return Reflect.get(target, property, receiver);
      },
    });
    const request = { signature_source: eresolve, project, request_id: "kept-nowhere" };
    const answer = await ask(request, { ...context, db: readOnly });
    expect(answer).toMatchObject({ tier: 1, lookup_id: null, degraded: [{ leg: "record", reason: "failed" }] });
    // Nothing was kept under the id and nothing counted: the retry is the first sighting by a lookup.
    const retry = await ask(request);
    expect(retry.lookup_id).not.toBeNull();
    expect(retry.lessons[0]?.seen_count).toBe(2);
  });

  test("a10: the tool is inferred, and a given one that disagrees changes nothing but the note of it", async () => {
    const inferred = await ask({ signature_source: eresolve, project });
    expect(inferred.signature).toMatchObject({ tool: "npm", inferred: true });
    const given = await ask({ signature_source: eresolve, project, tool: "github-actions" });
    expect(given.signature).toMatchObject({ id: inferred.signature?.id, tool: "npm", given_tool: "github-actions" });
    const note = "the given tool is github-actions, the log reads as npm";
    expect([given.signature?.notes, given.notes]).toEqual([[note], [note]]);
    const { record } = bodyOf(await readLookup.call(context, { id: given.lookup_id ?? "" }));
    expect(record).toMatchObject({ signature: { notes: [note] } });
  });

  test("a11: another project's failure is found over all projects and not within the own one", async () => {
    bodyOf(
      await remember.call(context, {
        project: "github.com/acme/infra",
        id: "theirs",
        text: lessonText,
        signature_source: eresolve,
      }),
    );
    const all = await ask({ signature_source: eresolve, project, scope: "all-projects" });
    expect(all.lessons[0]).toMatchObject({ id: "theirs", tier: 1, project: "github.com/acme/infra" });
    const own = await ask({ signature_source: eresolve, project, scope: "project" });
    expect(own.lessons).toEqual([]);
    // What a log feeds goes everywhere by itself, what a task feeds stays at home.
    expect((await ask({ signature_source: eresolve, project })).lessons[0]?.id).toBe("theirs");
    expect((await ask({ task: "install react-slots beside react 19 with npm", project })).lessons).toEqual([]);
  });

  test("a12: an independent tokenizer counts exactly what the budget says was used", async () => {
    const independent = getEncoding("o200k_base");
    const texts = [
      "Plain words about npm ERESOLVE and the dependency tree.",
      "A text with <|endoftext|> and <|im_start|> in the middle of npm ERESOLVE.",
      `npm ERESOLVE ${"a".repeat(3_980)}`,
      "依存関係の解決に失敗しました。npm ERESOLVE を確認 🧩👩‍👩‍👧",
    ];
    for (const [position, text] of texts.entries()) {
      await write({ id: `t${position}`, text, signature_source: position === 0 ? eresolve : undefined });
    }
    for (const budget of [0, 100, 500, 2_000, 200_000]) {
      const answer = await ask({ signature_source: eresolve, task: "npm ERESOLVE", project, budget });
      const lessons = answer.lessons.map((lesson) =>
        lesson.seen_count === undefined ? lesson : { ...lesson, seen_count: 0, last_seen: "0000-00-00" },
      );
      const counted = independent.encode(JSON.stringify({ lessons, skills: answer.skills }), [], []).length;
      expect(answer.budget.used).toBe(counted);
    }
  });

  test("the same request on the same store gives the same bytes, but for the sightings", async () => {
    await aFilledStore();
    const strip = (answer: MemoryContextAnswer) => ({
      ...answer,
      lookup_id: null,
      lessons: answer.lessons.map(({ seen_count, last_seen, ...lesson }) => lesson),
    });
    const first = await ask({ signature_source: eresolve, project });
    context.clock.advance(3_600_000);
    const second = await ask({ signature_source: eresolve, project });
    expect(JSON.stringify(strip(second))).toBe(JSON.stringify(strip(first)));
    const byTask = { task: "resolve the dependency tree of react-slots", project };
    expect((await ask(byTask)).lookup_id).toBe((await ask(byTask)).lookup_id);
  });

  test("every lookup keeps a record that names each candidate with both scores", async () => {
    await aFilledStore();
    const answer = await ask({ signature_source: eresolve, project, session: "s-9" });
    const { record, summary, same } = bodyOf(await readLookup.call(context, { id: answer.lookup_id ?? "" }));
    expect(summary).toMatchObject({ tier: 1, project, session: "s-9", tool: "npm" });
    expect(same).toEqual([record.id]);
    expect(JSON.stringify(record)).toContain('"raw_score":1');
  });
});

function never(): never {
  throw new Error("must be there");
}
