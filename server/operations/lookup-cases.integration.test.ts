import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { getEncoding } from "js-tiktoken";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { handle } from "#server/api/http/handle.ts";
import { createCaller } from "#server/api/trpc/router.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { readLookup } from "./browse-lookups.ts";
import { browseMemories, readMemory } from "./browse-memories.ts";
import { deleteMemory } from "./delete-memory.ts";
import { lookUpContext } from "./look-up-context.ts";
import { remember } from "./remember.ts";
import { supersedeMemory, undoSupersede } from "./supersede-memory.ts";

const project = "github.com/acme/shop";
const Records = z.array(z.object({ id: z.string(), text: z.string() }));

function inputs(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../testing/cases/${name}`, import.meta.url), "utf8"));
}

describeEachStore("reported cases of memory servers", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const write = async (id: string, text: string, more: Record<string, unknown> = {}) =>
    bodyOf(await remember.call(context, { project, id, text, ...more }));
  const ask = async (input: Record<string, unknown>) =>
    bodyOf(await lookUpContext.call(context, { project, ...input }));
  const idsFor = async (task: string) => (await ask({ task })).lessons.map((lesson) => lesson.id);

  test("A04: a part of a Chinese, Japanese, Korean or Thai sentence finds it, and foreign words do not", async () => {
    const cjk = z
      .object({
        records: Records,
        queries: z.array(z.object({ q: z.string(), expect: z.string() })),
        controls: z.array(z.string()),
      })
      .parse(inputs("A04-cjk.json"));
    for (const record of cjk.records) await write(record.id, record.text);
    for (const { q, expect: wanted } of cjk.queries) expect([q, (await idsFor(q))[0]]).toEqual([q, wanted]);
    for (const control of cjk.controls) expect([control, await idsFor(control)]).toEqual([control, []]);
  });

  test("A05: letters of every language are letters, and both spellings of one are the same", async () => {
    const { pairs } = z
      .object({ pairs: z.array(z.object({ store: z.string(), query: z.string(), match: z.boolean() })) })
      .parse(inputs("A05-letters.json"));
    for (const [position, pair] of pairs.entries()) {
      await store.clear();
      context = await anOperationContext(store.db);
      await write(`p${position}`, pair.store);
      expect([pair.query, (await idsFor(pair.query)).length > 0]).toEqual([pair.query, pair.match]);
      const [nfc, nfd] = [
        await ask({ task: pair.query.normalize("NFC") }),
        await ask({ task: pair.query.normalize("NFD") }),
      ];
      expect(nfd.lessons.map((lesson) => lesson.score)).toEqual(nfc.lessons.map((lesson) => lesson.score));
    }
  });

  test("A07: nonsense gets an empty answer on every surface, and the record names the best that was rejected", async () => {
    const abstain = z.object({ records: Records, queries: z.array(z.string()) }).parse(inputs("A07-abstain.json"));
    for (const record of abstain.records) await write(record.id, record.text);
    for (const task of abstain.queries.filter((query) => query !== "")) {
      const answer = await ask({ task });
      expect([task, answer.tier, answer.lessons]).toEqual([task, null, []]);
      expect(await createCaller(context).memory.context({ project, task })).toEqual(answer);
      const response = await handle(
        new Request("http://localhost/memory/context", {
          method: "POST",
          headers: { host: "localhost", "content-type": "application/json" },
          body: JSON.stringify({ project, task }),
        }),
        { context: async () => context, hosts: { names: new Set() } },
      );
      expect(await response.json()).toEqual(answer);
      const { record } = bodyOf(await readLookup.call(context, { id: answer.lookup_id ?? "" }));
      const candidates = z
        .array(z.object({ fate: z.string(), raw_score: z.number(), floor: z.number() }))
        .parse(record.candidates);
      for (const candidate of candidates) {
        expect(candidate.fate).toBe("below_floor");
        expect(candidate.raw_score).toBeLessThan(candidate.floor);
      }
    }
  });

  test("A10: correcting one of four copies names the three that still mislead, and retires none of them", async () => {
    await write(
      "c1",
      "The nightly import must run after the currency rates are refreshed, otherwise invoices use yesterday's rates.",
    );
    await write(
      "c2",
      "Run the nightly import only after refreshing the currency rates; otherwise yesterday's rates end up in invoices.",
    );
    await write(
      "c3",
      "Invoices use yesterday's currency rates when the nightly import runs before the rates are refreshed.",
    );
    await write(
      "c4",
      "Refresh currency rates before the nightly import, or the invoices carry the rates of yesterday.",
    );
    await write("other", "The nightly backup is kept for thirty days.");
    const answer = bodyOf(
      await supersedeMemory.call(context, {
        id: "c1",
        successor: { text: "The import refreshes currency rates itself since March." },
        reason: "the import fetches rates",
      }),
    );
    expect(answer.near_copies.map((copy) => copy.id).sort()).toEqual(["c2", "c3", "c4"]);
    const { items } = bodyOf(await browseMemories.call(context, { project }));
    expect(items.filter((item) => item.state === "active").map((item) => item.id)).toEqual(
      expect.arrayContaining(["c2", "c3", "c4", "other"]),
    );
  });

  test("A11: thirty quick writes that share words all stay active, and a supersession is explicit and reversible", async () => {
    for (let n = 0; n < 30; n += 1)
      await write(`n${n}`, `The cache of service ${n % 5} is warmed by job ${n} at start.`);
    const states = async () => {
      const { items } = bodyOf(await browseMemories.call(context, { project, limit: 100 }));
      return items.map((item) => item.state);
    };
    expect(await states()).toEqual(Array(30).fill("active"));
    bodyOf(await supersedeMemory.call(context, { id: "n3", successor_id: "n8", reason: "job 3 was merged into 8" }));
    expect((await states()).filter((state) => state === "superseded")).toHaveLength(1);
    bodyOf(await undoSupersede.call(context, { id: "n3" }));
    expect(await states()).toEqual(Array(30).fill("active"));

    bodyOf(
      await remember.call(context, {
        project: "github.com/acme/infra",
        id: "foreign",
        text: "Cache of another house.",
      }),
    );
    const across = await supersedeMemory.call(context, { id: "n1", successor_id: "foreign", reason: "no" });
    expect(across).toMatchObject({ ok: false, failure: { code: "CONFLICT" } });
  });

  test("A14: at every budget there are whole entries only, and the limit is kept unless tier 1 stands above it", async () => {
    for (let n = 0; n < 20; n += 1) {
      await write(`b${n}`, `The release train ${n} waits for the smoke tests of the release branch before it leaves.`);
    }
    const texts = new Map<string, string>();
    for (let budget = 0; budget <= 400; budget += 16) {
      const answer = await ask({ task: "release train waits for smoke tests of the release branch", budget });
      for (const lesson of answer.lessons) {
        const known = texts.get(lesson.id) ?? lesson.text;
        expect(lesson.text).toBe(known);
        texts.set(lesson.id, known);
      }
      // Only the empty envelope may stand above a limit that is smaller than itself.
      if (answer.budget.exceeded) expect([answer.lessons, answer.skills]).toEqual([[], []]);
      else expect(answer.budget.used).toBeLessThanOrEqual(budget);
      expect(answer.counts.dropped).toBe(answer.budget.dropped.length);
    }
  });

  test("A16: the budget counts real tokens of Japanese, emoji, base64 and code, with the one tokenizer it names", async () => {
    const { records } = z.object({ records: Records }).parse(inputs("A16-tokens.json"));
    const independent = getEncoding("o200k_base");
    for (const record of records) {
      await write(record.id, cutText(record.text, 3_900), { symptom: `budget sample ${record.id}` });
    }
    for (const budget of [0, 500, 2_000, 50_000]) {
      const answer = await ask({ task: "budget sample", budget });
      const { lessons, skills } = answer;
      expect(answer.budget.tokenizer).toBe("o200k_base");
      expect(answer.budget.used).toBe(independent.encode(JSON.stringify({ lessons, skills }), [], []).length);
      expect(answer.budget.used <= budget || (lessons.length === 0 && answer.budget.exceeded)).toBe(true);
    }
    expect((await ask({ task: "budget sample", budget: 50_000 })).lessons.length).toBeGreaterThan(1);
  });

  test("A22: text with emoji at every offset stays well-formed, and a lone surrogate is repaired with a note", async () => {
    const { texts } = z.object({ texts: z.array(z.string()) }).parse(inputs("A22-surrogates.json"));
    for (const [position, text] of texts.entries()) {
      const stored = await write(`e${position}`, text.slice(0, 3_000));
      const read = bodyOf(await readMemory.call(context, { id: `e${position}` }));
      expect(read.text.isWellFormed() && !read.text.includes("\0")).toBe(true);
      if (!text.slice(0, 3_000).isWellFormed()) expect(stored.notes.length).toBeGreaterThan(0);
    }
    for (let offset = 3_990; offset <= 4_000; offset += 1) {
      await write(`edge${offset}`, `${"x ".repeat(offset / 2)}🔥`.slice(-4_001).trim());
    }
    const tooLong = await remember.call(context, { project, text: `${"y".repeat(4_000)}🔥` });
    expect(tooLong).toMatchObject({
      ok: false,
      failure: { errors: [{ path: "text", message: "at most 4,000 code points" }] },
    });
    for (let budget = 0; budget < 300; budget += 13) {
      expect(JSON.stringify(await ask({ task: "cut here flag family", budget })).isWellFormed()).toBe(true);
    }
  });

  test("A23: punctuation in a query never breaks the search and never hides the record", async () => {
    const { record, queries } = z
      .object({ record: z.string(), queries: z.array(z.string()) })
      .parse(inputs("A23-queries.json"));
    await write("punctuated", record);
    for (const task of queries) {
      const answer = await ask({ task, tool: "npm" });
      expect(answer.degraded).toEqual([]);
      if (record.includes(task)) expect([task, answer.lessons[0]?.id]).toEqual([task, "punctuated"]);
      bodyOf(await browseMemories.call(context, { q: task }));
    }
  });

  test("A25: what was acknowledged is found by the next lookup, and what nothing could find is refused", async () => {
    for (let n = 0; n < 50; n += 1) {
      const name = `part-${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`;
      const log = `npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/${name}\nnpm error 404  '${name}@*' is not in this registry.\n`;
      const { id } = bodyOf(
        await remember.call(context, {
          project,
          text: `Volume ${n} was full; lesson number ${n}.`,
          signature_source: log,
        }),
      );
      const answer = await ask({ signature_source: log });
      expect(answer.lessons.some((lesson) => lesson.id === id && lesson.tier === 1)).toBe(true);
      expect((await ask({ task: `lesson number ${n} on volume ${n}` })).lessons.map((lesson) => lesson.id)).toContain(
        id,
      );
    }
    for (const text of ["", "   ", "the of and to in", "!!! …"]) {
      const refused = await remember.call(context, { project, text });
      expect(refused).toMatchObject({ ok: false, failure: { code: "INVALID_INPUT", errors: [{ path: "text" }] } });
    }
    expect(bodyOf(await browseMemories.call(context, { project, limit: 100 })).items).toHaveLength(50);
  });

  test("A26: thirty equal texts come back in the same order every time, whatever order they were written in", async () => {
    const ties = z.object({ records: Records, query: z.string() }).parse(inputs("A26-ties.json"));
    for (const record of ties.records.toReversed()) await write(record.id, record.text);
    const first = await ask({ task: ties.query });
    expect(first.lessons.map((lesson) => lesson.id)).toEqual(
      ties.records
        .map((record) => record.id)
        .sort()
        .slice(0, first.lessons.length),
    );
    for (let n = 0; n < 30; n += 1) expect(await ask({ task: ties.query })).toEqual(first);
    await store.db.execute(sql`vacuum analyze`);
    const restarted = await anOperationContext(store.db);
    restarted.newId = (prefix) => `${prefix}_again`;
    expect(bodyOf(await lookUpContext.call(restarted, { project, task: ties.query }))).toEqual(first);
  });

  describe("deleting", () => {
    test("a deleted memory's text is nowhere: not in the row, nor in records, kept answers, examples", async () => {
      const secretText = "Zanzibar is the codename that must go.";
      const log =
        "npm error code E500\nnpm error 500 Internal Server Error - GET https://registry.npmjs.org/zanzibar-pkg\n";
      await write("gone", secretText, { signature_source: log, symptom: "Zanzibar symptom" });
      const before = await ask({ signature_source: log, request_id: "kept" });
      expect(JSON.stringify(before)).toContain("Zanzibar");
      bodyOf(await deleteMemory.call(context, { id: "gone" }));

      const tombstone = bodyOf(await readMemory.call(context, { id: "gone" }));
      expect(tombstone).toMatchObject({ id: "gone", state: "deleted", text: "", symptom: null });
      expect(JSON.stringify(bodyOf(await readLookup.call(context, { id: before.lookup_id ?? "" })))).not.toContain(
        "Zanzibar is",
      );
      expect(JSON.stringify(await ask({ signature_source: log, request_id: "kept" }))).not.toContain("Zanzibar is");
      expect((await ask({ signature_source: log })).lessons).toEqual([]);
      expect(await idsFor("codename Zanzibar")).toEqual([]);
    });
  });
});
