import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import {
  bundleRepository,
  commitAll,
  gitAs,
  hostileRepositories,
  linksRepository,
  normalFormsRepository,
  oddNamesRepository,
  repositoryOf,
  temporaryFolder,
  writeFiles,
} from "#server/testing/case-repositories.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { openTestStore } from "#server/testing/stores.ts";
import { bootAgent } from "./boot-agent.ts";
import { readLookup } from "./browse-lookups.ts";
import { indexProject } from "./index-project.ts";
import { readCoChange, readCodeOverview } from "./read-code.ts";
import { remember } from "./remember.ts";
import { steerFailure } from "./steer-failure.ts";

/** The cases of real repositories, asked of SCOPE as an agent asks it; what each file answers alone is tested beside it. */

const { folder, remove } = temporaryFolder();
const logged: unknown[] = [];
let store: Awaited<ReturnType<typeof openTestStore>>;
let context: TestContext;

beforeAll(async () => {
  store = await openTestStore("embedded");
  context = await anOperationContext(store.db, {
    repositories: gitRepositoryReader({
      workerFile: await parseWorkerFile(),
      packageFolder: process.cwd(),
      countTokens,
    }),
    log: { info: (...said) => void logged.push(said), error: (...said) => void logged.push(said) },
  });
}, 120_000);
afterAll(async () => {
  await store.close();
  remove();
});

const boot = async (goal: string, repo: string) => bodyOf(await bootAgent.call(context, { goal, repo, limit: 20 }));
const pathsFor = async (goal: string, repo: string) => (await boot(goal, repo)).candidates.map(({ path }) => path);

test("C01, C02, C23: a task that names a file leads to exactly that file, whatever its name is made of", async () => {
  const root = oddNamesRepository(join(folder, "odd"));
  for (const name of ["café.ts", "src/app/(site)/[slug]/page.tsx", "dir b/inner b/x.ts"]) {
    const [first] = await pathsFor(`fix the export of \`${name}\``, root);
    expect(first).toBe(name);
  }
});

test("C05: a shallow clone says so and claims no shared changes; completed, it does, at the same commit", async () => {
  const whole = repositoryOf(join(folder, "whole"), {
    "src/mail.ts": "export const mail = 0;\n",
    "src/tone.ts": "export const tone = 0;\n",
  });
  for (let turn = 1; turn <= 4; turn += 1) {
    writeFiles(whole, {
      "src/mail.ts": `export const mail = ${turn};\n`,
      "src/tone.ts": `export const tone = ${turn};\n`,
    });
    commitAll(whole, `turn ${turn}`);
  }
  gitAs(whole, "remote", "add", "origin", "https://git.example.invalid/team/whole.git");
  const shallow = join(folder, "shallow");
  gitAs(folder, "clone", "-q", "--depth", "1", `file://${whole}`, shallow);
  gitAs(shallow, "remote", "add", "upstream", `file://${whole}`);
  gitAs(shallow, "remote", "set-url", "origin", "https://git.example.invalid/team/whole.git");
  const partners = async (project: string) =>
    bodyOf(await readCoChange.call(context, { project, path: "src/mail.ts" })).partners.map(({ path }) => path);
  const cut = await boot("change src/mail.ts", shallow);
  expect([cut.shallow, await partners(cut.project)]).toEqual([true, []]);
  gitAs(shallow, "fetch", "-q", "--unshallow", `file://${whole}`);
  context.clock.advance(60_000);
  const completed = await boot("change src/mail.ts", shallow);
  expect([completed.shallow, await partners(completed.project)]).toEqual([false, ["src/tone.ts"]]);
  expect(completed.commit).toBe(cut.commit);
});

test("C14, C22: what links lead to is in no answer, and each link is listed as skipped", async () => {
  const { root } = linksRepository(folder);
  const answer = await boot(
    "show MARK_OUTSIDE_FILE and MARK_OUTSIDE_DIR of to-file.ts and linked-real/sub/in.ts",
    root,
  );
  const overview = bodyOf(await readCodeOverview.call(context, { project: answer.project }));
  expect(JSON.stringify([answer.candidates, answer.repoMap, overview])).not.toContain("MARK_OUTSIDE");
  expect(answer.candidates.map(({ path }) => path)).toEqual(["real/sub/in.ts"]);
  expect(overview.shown?.skipped).toContainEqual(expect.objectContaining({ reason: "symbolic_link", count: 5 }));
});

test("C19: the skeleton and the files of a task come from the 30 real files, whatever a bundle, a library or a lock file holds", async () => {
  const root = bundleRepository(join(folder, "bundle"));
  const answer = await boot("where does handler7 add its number to the input? function a1f", root);
  expect(answer.candidates[0]?.path).toBe("src/h7.ts");
  for (const { path } of answer.candidates) expect(path).toMatch(/^src\/h\d+\.ts$/);
  // What the bundle declares by the thousand is in no line of the skeleton; what a real file declares is.
  expect(answer.repoMap).toMatch(/src\/h\d+\.ts/);
  expect(answer.repoMap).not.toMatch(/app\.js|jquery|package-lock|\.cache|\ba[0-9a-f]+\(/);
  const overview = bodyOf(await readCodeOverview.call(context, { project: answer.project }));
  expect(JSON.stringify(overview)).not.toMatch(/"path":"(?:dist|public|\.cache)\//);
  // The same again, byte for byte: no clock decides what is parsed.
  expect(JSON.stringify(await boot("where does handler7 add its number to the input? function a1f", root))).toBe(
    JSON.stringify(answer),
  );
});

test("C20: a task in one spelling finds a name in the other, and two spellings stay two files", async () => {
  const root = normalFormsRepository(join(folder, "forms"));
  const found = await pathsFor(`rename what ${"résumé.ts".normalize("NFC")} exports`, root);
  expect(found[0]).toBe("résumé.ts".normalize("NFD"));
  const both = await pathsFor(`rename what ${"señal.ts".normalize("NFC")} exports`, root);
  expect(both.slice(0, 2).sort()).toEqual(["señal.ts".normalize("NFC"), "señal.ts".normalize("NFD")].sort());
});

test("C10: user and token of the remote are in no answer, no record and no log, and the project is that of the clean URL", async () => {
  const root = repositoryOf(join(folder, "secret"), { "a.ts": "export const a = 1;\n" });
  gitAs(root, "remote", "add", "origin", "https://oauth2:s3cr%2Ft-t0ken@git.example.invalid/team/app.git");
  const answer = await boot("change a.ts", root);
  const indexed = bodyOf(await indexProject.call(context, { path: root }));
  const { record } = bodyOf(await readLookup.call(context, { id: answer.lookup_id ?? "" }));
  expect(answer.project).toBe("git.example.invalid/team/app");
  expect(JSON.stringify([answer, indexed, record, logged])).not.toMatch(/t0ken|oauth2/);
});

test("C17: a repository that names programs is read, and none of them runs", async () => {
  const { roots, marker } = hostileRepositories(folder);
  for (const root of roots) await bootAgent.call(context, { goal: "change x.ts", repo: root });
  expect(existsSync(marker)).toBe(false);
});

test("a steer names what the lesson of exactly this failure is about, then what history couples, behind the output's own files", async () => {
  const files = (turn: number, ...names: string[]) =>
    Object.fromEntries(names.map((name) => [`src/${name}.ts`, `export const ${name} = ${turn};\n`]));
  const root = repositoryOf(join(folder, "steered"), files(0, "cart", "price", "money", "other"));
  for (const turn of [1, 2, 3]) {
    writeFiles(root, files(turn, "cart", "price"));
    commitAll(root, `turn ${turn}`);
  }
  gitAs(root, "remote", "add", "origin", "https://git.example.invalid/team/steered.git");
  const { project } = bodyOf(await indexProject.call(context, { path: root }));
  const output = "src/cart.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n";
  const steer = async () => bodyOf(await steerFailure.call(context, { output, project }));
  const price = { path: "src/price.ts", reason: expect.stringContaining("changes together with src/cart.ts: 3") };
  expect((await steer()).read_next.slice(1)).toEqual([price]);
  const lesson = {
    project,
    id: "cents",
    text: "Prices are cents.",
    signature_source: output,
    ground: ["src/money.ts"],
  };
  bodyOf(await remember.call(context, lesson));
  const answer = await steer();
  expect(answer.read_next.map(({ path }) => path)).toEqual(["src/cart.ts", "src/money.ts", "src/price.ts"]);
  expect(answer.read_next[1]?.reason).toBe("lesson cents about exactly this failure is about it");
});
