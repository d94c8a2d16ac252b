import { beforeEach, describe, expect, test } from "vitest";
import { judgeFollowThrough } from "#server/domain/follow-through/judge-follow-through.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { briefSession } from "./brief-session.ts";
import { readFollowThrough, readFollowThroughRate, readShownLookup } from "./follow-through.ts";
import { lookUpContext } from "./look-up-context.ts";
import { approveDraft, browseDrafts, browseUnexplained, discardDraft } from "./manage-drafts.ts";
import { applyPolicy, savePolicy } from "./manage-policies.ts";
import { recordDecision, recordOutcome } from "./record-decision.ts";
import { remember } from "./remember.ts";
import { reportSession } from "./report-session.ts";

const project = "github.com/acme/shop";
const session = "s-1";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";
const otherLog = "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n";
const diff = [
  "diff --git a/package.json b/package.json",
  "--- a/package.json",
  "+++ b/package.json",
  "@@ -3,3 +3,3 @@",
  '   "dependencies": {',
  '-    "left-padd": "1.0.0"',
  '+    "left-pad": "1.0.0"',
  "   }",
  "",
].join("\n");
const failed = { id: "call-1", kind: "run", command: "npm install", verdict: "fail", output: log };
const edited = { id: "edit-1", kind: "edit", path: "package.json", diff };
const passed = { id: "call-2", kind: "run", command: "npm  install", verdict: "pass" };

describeEachStore("what a session reports", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
    // These tests are about what follows a lookup, not about how long one may take on a busy machine.
    const { version } = bodyOf(await savePolicy.call(context, { fields: { leg_timeout_ms: 60_000 }, note: "tests" }));
    bodyOf(await applyPolicy.call(context, { version }));
  });

  const report = async (more: Record<string, unknown>) =>
    bodyOf(await reportSession.call(context, { project, session, ...more }));
  const ask = async (more: Record<string, unknown> = {}) =>
    bodyOf(await lookUpContext.call(context, { project, session, signature_source: log, ...more }));
  const follow = async (id: string | null) => bodyOf(await readFollowThrough.call(context, { id }));

  describe("drafts", () => {
    test("a command that failed and passed later becomes one inactive draft that names failure, files and change", async () => {
      const answer = await report({ events: [failed, edited, passed] });
      expect(answer.drafts).toHaveLength(1);
      const { items } = bodyOf(await browseDrafts.call(context, {}));
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject({ project, session, tool: "npm", ground: ["package.json"] });
      expect(items[0]?.text).toContain("`npm install` failed (npm)");
      expect(items[0]?.text).toContain("package.json (+1 −1)");
      expect(items[0]?.text).toContain('+ "left-pad": "1.0.0"');
      // Inactive: neither the failure nor the words find it.
      const asked = await ask({ task: items[0]?.text });
      expect(asked).toMatchObject({ tier: null, lessons: [] });
    });

    test("with the end of a session comes how it went and all that it changed, from whatever pieces it was told in", async () => {
      expect((await report({ events: [failed] })).outcome).toBeNull();
      await report({ events: [edited] });
      const failing = await report({ ended: true });
      expect(failing.outcome).toEqual({ verdict: "fail", diff: expect.stringContaining('+    "left-pad": "1.0.0"') });
      expect((await report({ events: [passed], ended: true })).outcome).toEqual({
        ...failing.outcome,
        verdict: "pass",
      });
      expect((await report({ session: "another", events: [edited, passed], ended: true })).outcome).toBeNull();
    });

    test("a report that is repeated, in one piece or in many, drafts once", async () => {
      await report({ events: [failed] });
      const first = await report({ events: [edited, passed] });
      const again = await report({ events: [failed, edited, passed] });
      expect([first.drafts.length, again.drafts.length, again.events]).toEqual([1, 0, 0]);
      expect(again.skipped).toEqual([{ signature_id: first.drafts[0]?.signature_id, reason: "already_drafted" }]);
    });

    test("nothing is drafted from a pass without a failure, another command, or a failure that a lesson explains", async () => {
      expect((await report({ events: [passed] })).events).toBe(0);
      expect((await report({ events: [failed, { ...passed, id: "c", command: "ls" }] })).drafts).toEqual([]);
      bodyOf(await remember.call(context, { project, text: "It is called left-pad.", signature_source: log }));
      const answer = await report({ session: "s-2", events: [failed, edited, passed] });
      expect(answer.skipped).toEqual([expect.objectContaining({ reason: "lesson_exists" })]);
    });

    test("a host that does not say how a command ended is judged by its output", async () => {
      const unknown = await report({
        events: [
          { ...failed, verdict: "unknown" },
          { ...passed, verdict: "unknown", output: "added 1 package\n" },
        ],
      });
      expect(unknown.drafts).toHaveLength(1);
    });

    test("approving makes it answer in tier 1, in the words of whoever approved it", async () => {
      const [draft] = (await report({ events: [failed, edited, passed] })).drafts;
      const id = draft?.id ?? "";
      const approved = await approveDraft.call(context, { id, text: "The package is left-pad, with one d." });
      expect(bodyOf(approved)).toMatchObject({ id, state: "active" });
      expect((await ask()).lessons[0]).toMatchObject({ id, tier: 1, text: "The package is left-pad, with one d." });
      expect(await approveDraft.call(context, { id })).toMatchObject({ ok: false, failure: { code: "CONFLICT" } });
      expect(await discardDraft.call(context, { id })).toMatchObject({ ok: false, failure: { code: "CONFLICT" } });
    });

    test("a discarded draft is gone and the same session does not draft it again", async () => {
      const [draft] = (await report({ events: [failed, edited, passed] })).drafts;
      bodyOf(await discardDraft.call(context, { id: draft?.id }));
      expect(bodyOf(await browseDrafts.call(context, {})).items).toEqual([]);
      expect((await report({ events: [failed, edited, passed] })).drafts).toEqual([]);
      expect(await approveDraft.call(context, { id: draft?.id })).toMatchObject({ failure: { code: "NOT_FOUND" } });
    });

    test("A17: drafts, reports and what followed stay within the projects of the key", async () => {
      const [draft] = (await report({ events: [failed, edited, passed] })).drafts;
      const { lookup_id } = await ask();
      const stranger = { ...context, access: { keyId: "k-2", projects: ["github.com/acme/other"], canWrite: true } };
      expect(bodyOf(await browseDrafts.call(stranger, {})).items).toEqual([]);
      expect(bodyOf(await browseDrafts.call(stranger, { project })).items).toEqual([]);
      expect(bodyOf(await browseUnexplained.call(stranger, { min_seen: 1 })).items).toEqual([]);
      expect(bodyOf(await readFollowThroughRate.call(stranger, {})).counted).toBe(0);
      for (const refused of [
        await approveDraft.call(stranger, { id: draft?.id }),
        await discardDraft.call(stranger, { id: draft?.id }),
        await reportSession.call(stranger, { project, session }),
        await briefSession.call(stranger, { project, session, task_text: "left-pad" }),
        await readFollowThrough.call(stranger, { id: lookup_id }),
        await readShownLookup.call(stranger, { id: lookup_id }),
      ]) {
        expect(refused).toMatchObject({ ok: false, failure: { code: "NOT_FOUND" } });
      }
      const reader = { ...context, access: { keyId: "k-3", projects: "all" as const, canWrite: false } };
      expect(await approveDraft.call(reader, { id: draft?.id })).toMatchObject({ failure: { code: "FORBIDDEN" } });
    });

    test("failures seen often without a lesson are listed until one explains them", async () => {
      for (let times = 0; times < 3; times++) await ask();
      await ask({ signature_source: otherLog });
      const listed = bodyOf(await browseUnexplained.call(context, {})).items;
      expect(listed).toEqual([expect.objectContaining({ tool: "npm", seen_count: 3, projects: [project], drafts: 0 })]);
      await report({ events: [failed, edited, passed] });
      expect(bodyOf(await browseUnexplained.call(context, {})).items[0]?.drafts).toBe(1);
      bodyOf(await remember.call(context, { project, text: "It is called left-pad.", signature_source: log }));
      expect(bodyOf(await browseUnexplained.call(context, {})).items).toEqual([]);
    });
  });

  describe("follow-through", () => {
    beforeEach(async () => {
      await remember.call(context, {
        project,
        id: "left-pad",
        text: "The package is called left-pad; package.json misspelt it.",
        signature_source: log,
      });
    });

    test("a pass within a day counts, the same failure again does not, and silence is not counted", async () => {
      const { lookup_id } = await ask({ request_id: "call-1" });
      expect(await follow(lookup_id)).toMatchObject({ kind: "nothing_later", events: [] });
      context.clock.advance(60_000);
      // The run that the lookup was about is told once more at the end of the turn; it did not fail again.
      await report({ events: [failed, edited, passed, { id: "edit-2", kind: "edit", path: "src/other.ts" }] });
      expect(await follow(lookup_id)).toMatchObject({
        kind: "passed",
        passed_at: "2026-07-02T10:01:00.000Z",
        failed_again_at: null,
        files: [
          { path: "package.json", named_by: ["left-pad"] },
          { path: "src/other.ts", named_by: [] },
        ],
      });
      context.clock.advance(60_000);
      await ask({ request_id: "call-3" });
      expect(await follow(lookup_id)).toMatchObject({ kind: "failed_again" });
    });

    test("an outcome of the session counts; one of another session or a day later does not", async () => {
      const { lookup_id } = await ask();
      const judge = async (inSession: string) => {
        const { id } = bodyOf(
          await recordDecision.call(context, { project, session: inSession, text: `use ${inSession}`, ground: [] }),
        );
        bodyOf(
          await recordOutcome.call(context, {
            session: inSession,
            decision_id: id,
            verdict: "pass",
            rationale: "the tests pass",
          }),
        );
      };
      context.clock.advance(1_000);
      await judge("s-other");
      expect(await follow(lookup_id)).toMatchObject({ kind: "nothing_later" });
      context.clock.advance(24 * 60 * 60 * 1_000);
      await judge(session);
      expect(await follow(lookup_id)).toMatchObject({ kind: "not_passed", passed_at: null });
    });

    test("the rate counts what the detail of each lookup says", async () => {
      const ids: (string | null)[] = [];
      for (const [position, verdict] of (["pass", "fail", "again", "silent", "nothing"] as const).entries()) {
        const name = `r-${position}`;
        const asked = verdict === "nothing" ? { tool: "cargo", signature_source: undefined } : {};
        const call = `${name}-call`;
        const answer = await ask({
          session: name,
          request_id: call,
          origin: position === 0 ? "injected" : "asked",
          ...asked,
        });
        ids.push(answer.lookup_id);
        context.clock.advance(1_000);
        const events = [{ ...failed, id: call }, ...(verdict === "pass" ? [{ ...passed, id: `${call}-2` }] : [])];
        if (verdict === "pass") await report({ session: name, events });
        if (verdict === "fail") await report({ session: name, ended: true });
        if (verdict === "again") await ask({ session: name });
        context.clock.advance(1_000);
      }
      const kinds = [];
      // The lookup of the repeated failure has the id of the first: the newest record answers for it.
      for (const id of ids) kinds.push((await follow(id)).kind);
      expect(kinds.filter((kind) => kind === "passed")).toHaveLength(1);
      const rate = bodyOf(await readFollowThroughRate.call(context, {}));
      expect(rate).toMatchObject({ passed: 1, not_passed: 1, failed_again: 1, counted: 3, rate: 1 / 3 });
      // Silent, and the repeated failure, of which nothing more was heard.
      expect(rate.nothing_later).toBe(2);
      expect(rate.by_origin).toEqual([
        { origin: "asked", passed: 0, counted: 2 },
        { origin: "injected", passed: 1, counted: 1 },
      ]);
      expect(bodyOf(await readFollowThroughRate.call(context, { origin: "injected" })).rate).toBe(1);
      context.clock.advance(40 * 24 * 60 * 60 * 1_000);
      expect(bodyOf(await readFollowThroughRate.call(context, {})).rate).toBeNull();
    });

    test("what a model was shown is the rendered block of the record", async () => {
      const { lookup_id } = await ask();
      const { rendered } = bodyOf(await readShownLookup.call(context, { id: lookup_id }));
      expect(rendered).toMatch(/^<untrusted-[0-9a-f]{32}>\n/);
      expect(rendered).toContain("The package is called left-pad");
    });
  });

  test("a brief holds decisions and lessons in one block, and nothing when nothing bears on the session", async () => {
    const silent = bodyOf(await briefSession.call(context, { project, session, task_text: "left-pad in the cart" }));
    expect(silent).toMatchObject({ rendered: "", counts: { decisions: 0, lessons: 0 } });
    bodyOf(
      await recordDecision.call(context, {
        project,
        session: "s-0",
        text: "The cart pads prices with left-pad, not with padStart.",
        ground: [],
      }),
    );
    const brief = bodyOf(await briefSession.call(context, { project, session, task_text: "left-pad in the cart" }));
    expect(brief.rendered.match(/left-pad, not with padStart/g)).toHaveLength(1);
    expect(brief.rendered).toMatch(/^<untrusted-[0-9a-f]{32}>/);
    expect(brief.lookup_ids).toHaveLength(2);
    const untold = bodyOf(await briefSession.call(context, { project, session }));
    expect(untold).toMatchObject({ rendered: "", lookup_ids: [] });
  });
});

test("no event, or none that counts, is never a pass", () => {
  const lookup = { atMs: 0, returned: 1 };
  const pass = { atMs: 1, verdict: "pass" as const, isSameFailure: false };
  expect(judgeFollowThrough(lookup, []).kind).toBe("nothing_later");
  expect(judgeFollowThrough({ ...lookup, returned: 0 }, [pass]).kind).toBe("nothing_returned");
  expect(judgeFollowThrough(lookup, [pass, { ...pass, verdict: "fail", isSameFailure: true }]).kind).toBe(
    "failed_again",
  );
  expect(judgeFollowThrough(lookup, [{ ...pass, atMs: 24 * 60 * 60 * 1_000 + 1 }]).kind).toBe("not_passed");
});
