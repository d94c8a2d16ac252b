/** One expected diagnostic of a parser case. `in_raw` tells whether the text form of the output holds it at all. */
export type ExpectedDiagnostic = {
  file: string | null;
  line: number | null;
  col: number | null;
  severity?: string | null;
  message?: string | null;
  in_raw: boolean;
};

export type ParserCase = {
  id: string;
  tool: string;
  variant: string;
  split: string;
  root: string;
  raw: string;
  expected: ExpectedDiagnostic[];
};

export type FoundDiagnostic = {
  file: string | null;
  line: number | null;
  message?: string | null;
  severity?: string | null;
};

export type ParserScore = {
  cases: number;
  precision: number;
  recall: number;
  f1: number;
  messageOk: number;
  firstIsGold: number;
};

type Tally = { hits: number; inventions: number; misses: number; messages: number; cases: number; firsts: number };

const prefixCompared = 40;

function normalFile(file: string | null, root: string): string | null {
  if (file === null || file === "") return null;
  let path = file.replaceAll("\\", "/").replace(/^file:\/\//, "");
  const base = `${root.replace(/\/+$/, "")}/`;
  if (root !== "" && path.startsWith(base)) path = path.slice(base.length);
  return path.replace(/^\.\//, "");
}

function isSameFile(one: string | null, other: string | null): boolean {
  if (one === other) return true;
  return one !== null && other !== null && (one.endsWith(`/${other}`) || other.endsWith(`/${one}`));
}

function normalText(text: string | null | undefined): string {
  return (text ?? "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, " ")
    .trim();
}

function prefix(text: string): string {
  return Array.from(text).slice(0, prefixCompared).join("");
}

function saysTheSame(expected: string | null | undefined, found: string | null | undefined): boolean {
  if (!expected || !found) return false;
  const [left, right] = [normalText(expected), normalText(found)];
  return right.includes(prefix(left)) || left.includes(prefix(right));
}

/**
 * Scores what a parser found against the tool's own machine output: precision, recall and F1 on (file, line), the share of hits whose message
 * agrees on its first 40 characters, and the share of cases whose first finding is expected. Paths match by their ends.
 */
export function scoreParser(
  cases: readonly ParserCase[],
  found: ReadonlyMap<string, readonly FoundDiagnostic[]>,
): Map<string, ParserScore> {
  const tallies = new Map<string, Tally>();
  for (const one of cases) {
    const expected = new Map<
      string,
      { file: string | null; line: number | null; messages: (string | null | undefined)[] }
    >();
    for (const entry of one.expected) {
      if (!entry.in_raw) continue;
      const file = normalFile(entry.file, one.root);
      const key = `${file}\n${entry.line}`;
      const held = expected.get(key) ?? { file, line: entry.line, messages: [] };
      held.messages.push(entry.message);
      expected.set(key, held);
    }
    const places = new Map<string, { file: string; line: number; message: string | null | undefined }>();
    for (const entry of found.get(one.id) ?? []) {
      const file = normalFile(entry.file, one.root);
      if (file === null || !entry.line) continue;
      const key = `${file}\n${entry.line}`;
      if (!places.has(key)) places.set(key, { file, line: entry.line, message: entry.message });
    }
    const open = new Map(expected);
    let [hits, messages] = [0, 0];
    for (const place of places.values()) {
      const hit = [...open].find(([, gold]) => gold.line === place.line && isSameFile(gold.file, place.file));
      if (hit === undefined) continue;
      open.delete(hit[0]);
      hits += 1;
      if (hit[1].messages.some((message) => saysTheSame(message, place.message))) messages += 1;
    }
    const [first] = places.values();
    const isFirstGold =
      first !== undefined &&
      [...expected.values()].some((gold) => gold.line === first.line && isSameFile(gold.file, first.file));
    for (const group of [one.tool, "ALL"]) {
      const tally = tallies.get(group) ?? { hits: 0, inventions: 0, misses: 0, messages: 0, cases: 0, firsts: 0 };
      tally.hits += hits;
      tally.inventions += places.size - hits;
      tally.misses += open.size;
      tally.messages += messages;
      tally.cases += 1;
      tally.firsts += isFirstGold ? 1 : 0;
      tallies.set(group, tally);
    }
  }
  return new Map([...tallies].map(([group, tally]) => [group, scoreOf(tally)]));
}

function scoreOf({ hits, inventions, misses, messages, cases, firsts }: Tally): ParserScore {
  const precision = hits / Math.max(1, hits + inventions);
  const recall = hits / Math.max(1, hits + misses);
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { cases, precision, recall, f1, messageOk: messages / Math.max(1, hits), firstIsGold: firsts / cases };
}
