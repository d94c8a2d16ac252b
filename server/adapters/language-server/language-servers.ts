import { realpath } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { readInside } from "#server/adapters/checkout/read-inside.ts";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { namesToAsk, quotedNames } from "#server/domain/diagnostics/names-to-ask.ts";
import type { Expansion, ExpansionRequest, LanguageServers } from "#server/operations/ports.ts";
import { type LanguageClient, LanguageServerFailed, startLanguageClient } from "./language-client.ts";
import { serverCommand } from "./server-command.ts";

/** Findings that are followed: the first ones cause the rest. */
const mostFindings = 5;
const mostFiles = 12;
const largestFile = 1_048_576;
/** Servers that are kept warm. The one that was asked longest ago makes room. */
const mostServers = 4;
const idleMs = 5 * 60_000;

const Position = z.looseObject({ line: z.number().int().min(0), character: z.number().int().min(0) });
const Range = z.looseObject({ start: Position });
const Location = z.union([
  z.looseObject({ uri: z.string(), range: Range }),
  z
    .looseObject({ targetUri: z.string(), targetSelectionRange: Range })
    .transform(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange })),
]);
const Locations = z
  .union([z.null(), Location.transform((one) => [one]), z.array(Location).max(20_000)])
  .transform((all) => all ?? []);
const Symbols = z
  .union([
    z.null(),
    z
      .array(z.looseObject({ name: z.string(), location: z.looseObject({ uri: z.string(), range: Range.optional() }) }))
      .max(20_000),
  ])
  .transform((all) => all ?? []);

type Warm = { client: Promise<LanguageClient>; usedAt: number; timer: NodeJS.Timeout; opened: Map<string, number> };
type Place = { path: string; line: number; character: number };

/**
 * Language servers of checkouts on this machine: one warm process for each command and root, ended when it was idle for
 * five minutes, when others need its place, and with this process. Whatever a server does, hang, flood or talk nonsense,
 * the caller gets what was found until then, within its time limit.
 */
export function languageServers(
  findCommand: (root: string, file: string) => Promise<{ language: string; command: string[] } | null> = serverCommand,
): LanguageServers {
  const warm = new Map<string, Warm>();

  function drop(key: string): void {
    const held = warm.get(key);
    if (!held) return;
    warm.delete(key);
    clearTimeout(held.timer);
    held.client.then((client) => client.close()).catch(() => {});
  }

  async function clientOf(command: string[], root: string, limitMs: number): Promise<Warm & { ready: LanguageClient }> {
    const key = JSON.stringify([command, root]);
    const known = warm.get(key);
    const isDead = known !== undefined && !(await known.client.then((client) => client.isAlive).catch(() => false));
    if (isDead) drop(key);
    let held = warm.get(key);
    if (!held) {
      const oldest = [...warm].toSorted(([, one], [, other]) => one.usedAt - other.usedAt)[0];
      if (warm.size >= mostServers && oldest) drop(oldest[0]);
      const timer = setTimeout(() => drop(key), idleMs);
      // A start that is too slow for this call goes on, and is warm for the next one.
      const client = startLanguageClient(command, { root, limitMs: 30_000 });
      client.catch(() => drop(key));
      held = { client, usedAt: performance.now(), timer, opened: new Map() };
      warm.set(key, held);
    }
    held.usedAt = performance.now();
    held.timer.refresh();
    held.timer.unref();
    return { ...held, ready: await withLimit(held.client, limitMs) };
  }

  async function expand(request: ExpansionRequest): Promise<Expansion> {
    const root = await realpath(request.root);
    const until = performance.now() + request.limitMs;
    const left = () => Math.max(1, Math.round(until - performance.now()));
    const found = new Map<string, { path: string; line: number; reason: string }>();
    const notes: string[] = [];
    const offer = (place: Place, reason: string) => {
      if (found.size < mostFiles && !found.has(place.path))
        found.set(place.path, { path: place.path, line: place.line + 1, reason });
    };
    const findings = request.diagnostics
      .filter((one) => one.severity === "error" && one.file !== null && !isForeignPath(one.file))
      .slice(0, mostFindings);
    try {
      for (const finding of findings) {
        const file = finding.file ?? "";
        const server = await findCommand(root, file);
        if (server === null) continue;
        const { ready: client, opened } = await clientOf(server.command, root, left());
        const definitions = await definitionsOf({ client, opened, root, server, file, finding, left });
        const at = `${file}${finding.line === null ? "" : `:${finding.line}`}`;
        for (const { name, place } of definitions) offer(place, `declares ${name}, which ${at} is about`);
        if (request.hops < 2) continue;
        for (const { name, place } of definitions) {
          await open({ client, opened, root, language: server.language, file: place.path });
          const used = await ask(
            client,
            "textDocument/references",
            {
              ...documentAt(root, place),
              context: { includeDeclaration: false },
            },
            Locations,
            left(),
          );
          for (const other of placesIn(root, used)) offer(other, `uses ${name} as well`);
        }
      }
    } catch (error) {
      const reason = error instanceof LanguageServerFailed ? error.message : "it could not be used";
      notes.push(`Language server: ${reason}.`);
    }
    return { files: [...found.values()], notes };
  }

  return {
    expand,
    close() {
      for (const key of [...warm.keys()]) drop(key);
    },
  };
}

type Asking = {
  client: LanguageClient;
  opened: Map<string, number>;
  root: string;
  server: { language: string };
  file: string;
  finding: ExpansionRequest["diagnostics"][number];
  left: () => number;
};

/** Where the names of a finding are declared: by its place, else by their names in the whole workspace. */
async function definitionsOf(asking: Asking): Promise<{ name: string; place: Place }[]> {
  const { client, opened, root, server, file, finding, left } = asking;
  const text = finding.line === null ? null : await open({ client, opened, root, language: server.language, file });
  const line = text === null || finding.line === null ? undefined : text.split(/\r?\n/)[finding.line - 1];
  const found: { name: string; place: Place }[] = [];
  if (line !== undefined && finding.line !== null) {
    for (const { name, character } of namesToAsk(finding, line)) {
      const place = { path: file, line: finding.line - 1, character };
      const locations = await ask(client, "textDocument/definition", documentAt(root, place), Locations, left());
      // The line itself declares what it is about: there is nothing further to read.
      const elsewhere = placesIn(root, locations).filter((one) => one.path !== file || one.line !== place.line);
      found.push(...elsewhere.slice(0, 3).map((one) => ({ name, place: one })));
    }
  }
  if (found.length > 0) return found;
  for (const name of quotedNames(finding.message)) {
    const symbols = await ask(client, "workspace/symbol", { query: name }, Symbols, left());
    const places = placesIn(
      root,
      symbols.flatMap(({ name: known, location: { uri, range } }) => (known === name && range ? [{ uri, range }] : [])),
    );
    found.push(...places.slice(0, 3).map((place) => ({ name, place })));
  }
  return found;
}

async function ask<Shape extends z.ZodType>(
  client: LanguageClient,
  method: string,
  params: unknown,
  shape: Shape,
  limitMs: number,
): Promise<z.output<Shape>> {
  const parsed = shape.safeParse(await client.request(method, params, limitMs));
  if (!parsed.success) throw new LanguageServerFailed("it answered something that is no answer");
  return parsed.data;
}

/** Tells the server the file as it lies in the working tree now; null for one that must not be read. */
async function open(asked: {
  client: LanguageClient;
  opened: Map<string, number>;
  root: string;
  language: string;
  file: string;
}): Promise<string | null> {
  const { client, opened, root, language, file } = asked;
  const bytes = await readInside(root, file, largestFile);
  if (bytes === null) return null;
  const text = bytes.toString("utf8");
  const uri = pathToFileURL(path.join(root, file)).href;
  const version = (opened.get(file) ?? 0) + 1;
  if (version > 1) client.notify("textDocument/didClose", { textDocument: { uri } });
  opened.set(file, version);
  client.notify("textDocument/didOpen", {
    textDocument: { uri, languageId: languageId(language, file), version, text },
  });
  return text;
}

function languageId(language: string, file: string): string {
  if (language !== "typescript") return language;
  const ending = path.extname(file);
  const base = /^\.[cm]?js/.test(ending) ? "javascript" : "typescript";
  return ending.endsWith("x") ? `${base}react` : base;
}

function documentAt(root: string, { path: file, line, character }: Place) {
  return { textDocument: { uri: pathToFileURL(path.join(root, file)).href }, position: { line, character } };
}

/** Locations inside the checkout and its own files, in the server's order. */
function placesIn(
  root: string,
  locations: readonly { uri: string; range: { start: { line: number; character: number } } }[],
): Place[] {
  const places: Place[] = [];
  for (const { uri, range } of locations) {
    const file = pathOf(uri);
    if (file === null) continue;
    const below = path.relative(root, file).split(path.sep).join("/");
    if (below === "" || below.startsWith("../") || path.isAbsolute(below) || isForeignPath(below)) continue;
    places.push({ path: below, line: range.start.line, character: range.start.character });
  }
  return places;
}

function pathOf(uri: string): string | null {
  try {
    return uri.startsWith("file://") ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}

async function withLimit(client: Promise<LanguageClient>, limitMs: number): Promise<LanguageClient> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LanguageServerFailed(`it was not ready within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([client, late]);
  } finally {
    clearTimeout(timer);
  }
}
