import { afterAll, beforeAll, expect, test } from "vitest";
import { checkoutFiles } from "#server/adapters/checkout/checkout-files.ts";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { catalogue, findOperation } from "#server/operations/catalogue.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { gitAs } from "#server/testing/case-repositories.ts";
import { type OperationStep, operationPlaces, operationSteps } from "#server/testing/operation-steps.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { clearTables, openTestStore } from "#server/testing/stores.ts";
import type { OperationContext } from "./operation.ts";

/**
 * Two tenants of one workspace, each with a key for its own projects. Everything the product can do is done by A twice: in a
 * store that holds A alone, and in one where B did the same before, with the same logs, sessions and tasks.
 */
const canary = "quokka";
const ofB = (text: string) =>
  text
    .replaceAll("github.com/acme/", "github.com/bcorp/")
    .replace(/^(att|cal|reb|chg)_0/, "$1_b0")
    .replace(/^(m1|m2|d1)$/, "b-$1");
const placeA = operationPlaces();
const placeB = operationPlaces();
afterAll(() => {
  placeA.remove();
  placeB.remove();
});

const [shop, other] = ["github.com/acme/shop", "github.com/acme/other"];
const oldNameOfB = "github.com/bcorp/old-shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";

/** What A asks besides, as widely as it can be asked. */
const wideSteps: OperationStep[] = [
  { name: "memory.context", input: { signature_source: log, scope: "all-projects" } },
  { name: "memory.context", input: { task: "left-pad cart totals", scope: "all-projects", budget: 200_000 } },
  { name: "memory.context", input: { tool: "npm" } },
  {
    name: "context.prior",
    input: { project: shop, session: "s-9", task_text: "round cart totals to cents", scope: "all-projects" },
  },
  ...["memory.list", "lookup.list", "signature.list", "draft.list", "supersession.list", "signature.unexplained"].map(
    (name) => ({ name, input: {} }),
  ),
  ...[oldNameOfB, "github.com/bcorp/shop", "github.com/none/none"].flatMap((project) => [
    { name: "memory.list", input: { project } },
    { name: "memory.context", input: { signature_source: log, project } },
    { name: "context.prior", input: { project, session: "s-9", task_text: "cart" } },
    { name: "graph.query", input: { project, node: "src/cart.ts" } },
    { name: "agent.boot", input: { goal: "cart", repo: project } },
    { name: "agent.recall", input: { query: "cart", repo: project } },
    { name: "agent.steer", input: { output: log, project } },
    { name: "memory.remember", input: { project, text: "planted" } },
    { name: "policy.list", input: { project } },
    { name: "service.purge", input: { project } },
  ]),
];

type Answers = { step: string; text: string }[];

async function playOf(context: OperationContext, steps: readonly OperationStep[]): Promise<Answers> {
  const answers: Answers = [];
  for (const { name, input, before } of steps) {
    before?.();
    const outcome = await findOperation(name)?.call(context, input);
    const answer = outcome?.ok ? outcome.value.body : outcome;
    answers.push({ step: `${name} ${JSON.stringify(input)}`, text: JSON.stringify(withoutTime(answer)) });
  }
  return answers;
}

/** How long a call took is the one thing that two runs may tell apart. */
function withoutTime(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (name, inner) =>
    name === "ms" || name === "duration_ms" ? 0 : inner,
  );
}

let store: Awaited<ReturnType<typeof openTestStore>>;
let alone: Answers;
let besideB: Answers;
let answersOfB: Answers;
/** Of a caller whose key is for another workspace of the same store, which holds nothing, and who asks for what B has. */
let strangerBesideB: Answers;
let strangerAlone: Answers;
let readableInWorkspace: Answers;

/** From the last to the first, so that what is asked for has not been made by the one who asks. */
const probes = (): OperationStep[] => stepsOfB().toReversed();

function stepsOfB(): OperationStep[] {
  return operationSteps(placeB).map(({ name, input, before }) => ({
    name,
    ...(before ? { before } : {}),
    input: JSON.parse(JSON.stringify(input), (_, value) => (typeof value === "string" ? ofB(value) : value)),
  }));
}

beforeAll(async () => {
  const reading = { workerFile: await parseWorkerFile(), packageFolder: process.cwd() };
  gitAs(placeB.root, "remote", "set-url", "origin", "https://github.com/bcorp/shop.git");
  store = await openTestStore("embedded");
  const contextOf = async (keyId: string, projects: string[], marked: string) => {
    const base = await anOperationContext(store.db, {
      repositories: gitRepositoryReader({ ...reading, countTokens }),
      checkoutFiles: checkoutFiles(reading),
    });
    const { newId } = base;
    const local: OperationContext = { ...base, newId: (kind) => newId(kind).replace("_", `_${marked}`) };
    return { local, narrow: { ...local, access: { keyId, projects, canWrite: true } } };
  };
  const world = async () => {
    const { local, narrow } = await contextOf("key-a", [shop, other], "");
    await findOperation("graph.index")?.call(local, { path: placeA.root });
    const answers = await playOf(narrow, [...operationSteps(placeA), ...wideSteps]);
    return { answers };
  };
  alone = (await world()).answers;
  await clearTables(store.db);
  const b = await contextOf("key-b", ["github.com/bcorp/shop", "github.com/bcorp/other"], "b");
  await findOperation("graph.index")?.call(b.local, { path: placeB.root });
  answersOfB = await playOf(b.narrow, stepsOfB());
  answersOfB.push(
    ...(await playOf(
      b.narrow,
      [`${log}\nnpm error ${canary}`, `src/${canary}.ts(1,1): error TS2304: Cannot find name '${canary}'.\n`].map(
        (signature_source, number) => ({
          name: "memory.remember",
          input: {
            project: "github.com/bcorp/shop",
            id: `b-canary-${number}`,
            text: `The ${canary} sums cart totals: left-pad answers 404.`,
            signature_source,
          },
        }),
      ),
    )),
  );
  await findOperation("project.addAlias")?.call(b.local, { alias: oldNameOfB, project: "github.com/bcorp/shop" });
  readableInWorkspace = await playOf(
    b.local,
    probes().filter(({ name }) => findOperation(name)?.kind === "read"),
  );
  const probe = async () => {
    const stranger = await anOperationContext(store.db, { workspaceId: "elsewhere" });
    return playOf({ ...stranger, access: { keyId: "key-s", projects: "all", canWrite: true } }, probes());
  };
  strangerBesideB = await probe();
  besideB = (await world()).answers;
  await clearTables(store.db);
  strangerAlone = await probe();
}, 240_000);
afterAll(() => store.close());

test("A17: what A is answered is the same with and without B, in every operation and however widely it asks", () => {
  const refusedOfB = answersOfB.filter(({ text }) => text.startsWith('{"ok":false'));
  expect(refusedOfB.length).toBeLessThan(answersOfB.length / 2);
  const differing = besideB.flatMap(({ step, text }, index) =>
    text === alone[index]?.text ? [] : [{ step, alone: alone[index]?.text, besideB: text }],
  );
  expect(differing).toEqual([]);
  expect(besideB.filter(({ text }) => text.includes(canary))).toEqual([]);
  expect(new Set(besideB.map(({ step }) => step.split(" ")[0]))).toEqual(new Set(catalogue.map(({ name }) => name)));
});

test("a key of another workspace is told of what B has what it is told of ids that nobody has, in every operation", () => {
  const found = readableInWorkspace.filter(({ text }) => !text.startsWith('{"ok":false'));
  expect(found.length).toBeGreaterThan(readableInWorkspace.length / 2);
  const differing = strangerBesideB.flatMap(({ step, text }, index) =>
    text === strangerAlone[index]?.text ? [] : [{ step, alone: strangerAlone[index]?.text, besideB: text }],
  );
  expect(differing).toEqual([]);
  expect(strangerBesideB.filter(({ text }) => text.includes(canary))).toEqual([]);
  expect(new Set(strangerBesideB.map(({ step }) => step.split(" ")[0]))).toEqual(
    new Set(catalogue.map(({ name }) => name)),
  );
});
