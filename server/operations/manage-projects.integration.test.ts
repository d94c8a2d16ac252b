import { beforeEach, expect, test } from "vitest";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { lookUpContext } from "./look-up-context.ts";
import { addAlias, listProjects, removeAlias } from "./manage-projects.ts";
import { readSettings } from "./read-settings.ts";
import { remember } from "./remember.ts";

const project = "github.com/acme/shop";
const old = "gitlab.com/acme-old/shop";

describeEachStore("projects and their other names", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
    bodyOf(
      await remember.call(context, {
        project,
        text: "Peer dependency conflicts are settled by upgrading the package.",
      }),
    );
  });

  const found = async (named: string) =>
    bodyOf(await lookUpContext.call(context, { task: "peer dependency conflict package", project: named })).lessons
      .length;

  test("an alias leads to the project's memories, and removing it undoes that", async () => {
    expect(await found(old)).toBe(0);
    bodyOf(await addAlias.call(context, { alias: old, project }));
    expect(await found(old)).toBe(1);
    const listed = bodyOf(await listProjects.call(context, {})).items;
    expect(listed.map(({ project: name, memories }) => [name, memories])).toEqual([[project, 1]]);
    expect(listed[0]?.aliases.map(({ alias }) => alias)).toEqual([old]);
    bodyOf(await removeAlias.call(context, { alias: old }));
    expect(await found(old)).toBe(0);
  });

  test("a name that would hide what a project holds is refused", async () => {
    bodyOf(await remember.call(context, { project: old, text: "A lesson of the old remote that must stay in reach." }));
    const refusals = [
      { alias: old, project },
      { alias: project, project },
      { alias: "github.com/acme/new", project: "github.com/acme/unknown" },
    ];
    for (const input of refusals) expect((await addAlias.call(context, input)).ok).toBe(false);
  });

  test("a key sees the projects that it may read, and no alias of others", async () => {
    bodyOf(await addAlias.call(context, { alias: old, project }));
    const narrow = { ...context, access: { keyId: "k", projects: ["github.com/acme/other"], canWrite: true } };
    expect(bodyOf(await listProjects.call(narrow, {})).items).toEqual([]);
    expect((await removeAlias.call(narrow, { alias: old })).ok).toBe(false);
    expect((await addAlias.call(narrow, { alias: "github.com/acme/new", project })).ok).toBe(false);
  });

  test("settings tell what is set up and never a secret", async () => {
    const providers = [
      {
        name: "embeddings" as const,
        configured: true,
        host: "embed.example",
        model: "m",
        has_key: true,
        variables: ["WHENCE_EMBEDDINGS_URL"],
      },
    ];
    const settings = bodyOf(await readSettings.call({ ...context, providers }, {}));
    expect(settings.providers).toEqual(providers);
    expect(settings.retention).toMatchObject({ record_days: 90, request_text_days: 14 });
  });
});
