import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { decodeLog } from "#server/domain/failure-signature/decode-log.ts";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { recognisers } from "#server/domain/failure-signature/recognisers/catalogue.ts";

/** Targets of the product, printed beside what was measured. */
const target = { medianMs50k: 15, growth: 1.3, slowestKind: 2 };

/** A repeatable stream of numbers in [0, 1), so that two runs measure the same texts. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Builds a log of about `bytes` from lines that `line` makes, with a failure at its end. */
function logOf(bytes: number, line: (index: number, random: () => number) => string): string {
  const random = numbers(7);
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    const next = line(lines.length, random);
    lines.push(next);
    size += next.length + 1;
  }
  lines.push("src/app.ts(3,5): error TS2304: Cannot find name 'x'.", "##[error]Process completed with exit code 2.");
  return lines.join("\n");
}

/** The recorded failures of real tools: each text is the runs of one failure again and again. */
function recordedTexts(bytes: number): { name: string; text: string }[] {
  const folder = new URL("../../../drizzle/seed/failures/logs/", import.meta.url);
  return readdirSync(folder).map((failure) => {
    const runs = readdirSync(new URL(`${failure}/`, folder))
      .filter((file) => file.endsWith(".log"))
      .map((file) => decodeLog(readFileSync(new URL(`${failure}/${file}`, folder))).text);
    let text = "";
    for (let run = 0; text.length < bytes && runs.length > 0; run++) text += `${runs[run % runs.length]}\n`;
    return { name: `recorded: ${failure}`, text: text.slice(0, bytes) };
  });
}

const stamp = (index: number) =>
  `2026-05-01T10:${String(Math.floor(index / 60) % 60).padStart(2, "0")}:${String(index % 60).padStart(2, "0")}.1234567Z `;

type Kind = (index: number, random: () => number) => string;

/** Kinds of text that logs are made of. */
const usualKinds: Record<string, Kind> = {
  "a CI log that passes": (index, random) =>
    `${stamp(index)}  ✓ src/feature-${index % 97}.test.ts (${index % 13} tests) ${Math.floor(random() * 900)}ms`,
  "coloured output": (index) =>
    `${stamp(index)}\x1b[32m✓\x1b[39m \x1b[2msrc/\x1b[22mfeature-${index}.test.ts \x1b[2m(\x1b[22m\x1b[2m3 tests\x1b[22m\x1b[2m)\x1b[22m`,
  "install output": (index) => `npm warn deprecated left-pad@1.${index}.0: use String.prototype.padStart()`,
  "debug lines": (index, random) =>
    `10:00:00 DEBUG [worker-${index % 8}] handled request /api/users/${Math.floor(random() * 1e6)} in ${index % 90}ms status=200`,
  "compiler errors": (index) =>
    `src/module-${index % 400}/file-${index}.ts(${index},7): error TS2322: Type 'string' is not assignable to type 'number'.`,
  "error lines": (index) =>
    `2026-05-01 10:00:00,123 ERROR pool ${index} exhausted: connection to 10.0.0.${index % 250}:5432 refused after ${index}ms`,
  "stack traces": (index) =>
    index % 12 === 0
      ? `TypeError: Cannot read properties of undefined (reading 'k${index}')`
      : `    at handler${index} (/home/runner/work/shop/shop/node_modules/express/lib/router/layer.js:${index}:5)`,
  "python tracebacks": (index) =>
    [
      "Traceback (most recent call last):",
      `  File "/app/shop/a${index}.py", line ${index}, in run`,
      "    call()",
      `ValueError: bad value ${index}`,
    ][index % 4] ?? "",
  "carriage returns": (index) =>
    `downloading ${index}\rdownloading ${index + 1}\rdownloading ${index + 2}\rdone ${index}`,
  "json lines": (index) =>
    `{"level":"error","time":${index},"msg":"request ${index} failed","err":{"type":"Error","stack":"Error: x\\n at y"}}`,
};

/** Kinds of text that patterns are afraid of: each would show a repetition that looks back at what it has read. */
const hostileKinds: Record<string, Kind> = {
  "one long line": () => "x".repeat(60_000),
  "long words of hex": (index) => `${(index * 2_654_435_761).toString(16).repeat(300)}`,
  "brackets and blanks": () => `${"( [ { ".repeat(200)}`,
  quotes: () => `error: ${"'a ".repeat(400)}`,
  slashes: () => `error: ${"/a".repeat(900)}`,
  backslashes: () => `error: C:${"\\a".repeat(900)}`,
  "colons and digits": () => `error: ${"1:".repeat(900)}`,
  "dots and digits": () => `error: ${"1.".repeat(900)}`,
  dashes: () => `error: ${"a-".repeat(900)}`,
  blanks: () => `error: ${" ".repeat(1_500)}x`,
  "at signs": () => `error: ${"a@b.".repeat(400)}`,
  "unclosed escapes": () => "\x1b]8;;x\x1b[".repeat(60),
  "Error words": () => "Error: ".repeat(200),
  "quoted frames": () => `    at ${"a (".repeat(300)}`,
  "mocha numbers": (index) => `  ${index}) title that never ends`,
  "pytest underscores": () => `_____ ${"_ ".repeat(300)}`,
  "npm error lines": (index) => `npm error code E${index % 40} ${"path ".repeat(20)}`,
  markers: (index) => (index % 2 === 0 ? "##[group]Run step" : "##[error]failed"),
  unicode: () => "ошибка: не найдено 错误：‘weird’不是一个类型名 🔥 ".repeat(12),
};

/** What hostile texts are put together from: openers without their ends, words that rules look for, and what repeats in them. */
const fragments = [
  "error: ",
  "Error: ",
  "TypeError: ",
  "##[error]",
  "FAILED ",
  "failed ",
  "npm error ",
  "E   ",
  "Caused by: ",
  "    at f (",
  '  File "/a/b.py", line ',
  "Traceback (most recent call last):",
  "undefined reference to `",
  "exit code ",
  "1.",
  "1:",
  "10:00:00 ",
  "2026-05-01T",
  "a-",
  "_ ",
  "/a",
  "\\a",
  "C:\\",
  "'",
  '"',
  "`",
  "(",
  "[",
  "{",
  "<",
  ")",
  "]",
  ",",
  "=",
  "@",
  "a@b.",
  "#1 ",
  "| ",
  "0x",
  "deadbeef",
  "4f9a1c0",
  "://",
  "%20",
  "\x1b[31m",
  "^[[",
  "\\x1b[",
  "\t",
  "    ",
  "━",
  "●",
  "✕ ",
  "错误：",
  "Fehler: ",
  "--> ",
  "note: ",
  "\r",
  "\n",
];

/** The same, what a terminal, another encoding or a broken file leaves behind, and every word that the recognisers look for. */
const manyFragments = [
  ...fragments,
  "\0",
  "\x07",
  "\b",
  "\x0c",
  "\x7f",
  "\x9b",
  "\u200b",
  "\u2028",
  "\ufeff",
  "\ufffd",
  "\ud800",
  "😀",
  ...new Set(recognisers.flatMap(({ hint }) => hint.source.match(/[A-Za-z]{3,}(?:[ :][A-Za-z]{2,}){0,3}/g) ?? [])),
];

/** A kind of text out of chance: three or four fragments, each repeated, in lines of up to 2,000 characters. */
function chanceKind(seed: number): { name: string; line: Kind } {
  const among = seed % 2 === 0 ? fragments : manyFragments;
  const random = numbers(seed * 7_919 + 1);
  for (let turn = 0; turn < 5; turn++) random();
  const chosen = Array.from({ length: 3 + Math.floor(random() * 2) }, () => ({
    text: among[Math.floor(random() * among.length)] ?? "",
    times: Math.ceil(random() ** 3 * 300),
  }));
  const whole = chosen.map(({ text, times }) => text.repeat(times)).join("");
  return {
    name: JSON.stringify(chosen.map(({ text, times }) => `${times} × ${text}`).join(", ")),
    line: (index) => `${whole.slice(0, 2_000)}${index}`,
  };
}

const chanceKinds = 1_000;
/** So many of the slowest at first sight are looked at again. */
const suspects = 16;
/** In bytes. */
const lengths = { small: 200_000, large: 800_000 };
const leastLine = 16;

/** Median of the processor time, which a machine that is busy with other work changes less than the time on the wall. */
function medianMs(run: () => void, times: number): number {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const { user, system } = process.cpuUsage();
    run();
    const spent = process.cpuUsage({ user, system });
    taken.push((spent.user + spent.system) / 1_000);
  }
  return taken.sort((left, right) => left - right)[Math.floor(times / 2)] ?? 0;
}

/**
 * Processor time of each text in ns per counted byte, turn by turn: the texts come one after another in each turn, so that whatever else the
 * machine does falls on all of them alike, and what one turn gives is compared with the same turn.
 */
function nsByTurns(texts: readonly Measured[], turns: number): number[][] {
  const taken = texts.map((): number[] => []);
  for (let turn = -1; turn < turns; turn++) {
    for (const [index, { text, bytes, times = 1 }] of texts.entries()) {
      const before = process.cpuUsage();
      for (let time = 0; time < times; time++) explainFailure({ text });
      const { user, system } = process.cpuUsage(before);
      if (turn >= 0) taken[index]?.push(((user + system) * 1_000) / times / (bytes ?? text.length));
    }
  }
  return taken;
}

/** `bytes` where another number than the length counts; `times` a turn that a short text is read. */
type Measured = { text: string; bytes?: number; times?: number };

const middleOf = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 1;

/** A blank line is work too: each line counts as some bytes. */
function countedBytes(text: string): number {
  return text.split("\n").reduce((sum, { length }) => sum + Math.max(length + 1, leastLine), 0);
}

/** A text and how its time per byte stands to that of the usual ones. */
type Judged = { name: string; ratio: number; ns: number };

/**
 * How each suspect stands to the median of the usual texts, in turns that hold both. The least of the turns is what the text takes: whatever else
 * the machine does only adds to it, and may do so for fractions of a second. `median` are usual texts around that median.
 */
function judged(suspects: readonly (Measured & { name: string })[], median: readonly Measured[]): Judged[] {
  const least = nsByTurns([...median, ...suspects], 15).map((taken) => Math.min(...taken));
  const middle = middleOf(least.slice(0, median.length));
  return suspects
    .map(({ name }, index) => {
      const ns = least[median.length + index] ?? 0;
      return { name, ratio: ns / middle, ns };
    })
    .sort((left, right) => right.ratio - left.ratio);
}

export type SignatureFigures = {
  /** Of processor time, for a CI log of 50 KB. */
  medianMs50k: number;
  /** The slowest of 100 KB, 1 MB and 10 MB in ratio to the fastest of 10 KB and 100 KB, per byte. */
  growth: number;
  /** The kind of text, usual or hostile, that takes longest per byte, in ratio to the median of the usual kinds at the same length. */
  slowest: { kind: string; ratio: number };
  /** The same among texts that chance put together; and of those, the most that time per byte grew over eight times the length. */
  slowestByChance: { kind: string; ratio: number };
  mostGrowthByChance: { kind: string; ratio: number };
};

/** Measures the normaliser in processor time: 50 KB, time per byte from 10 KB to 10 MB, and the kinds of text that patterns are afraid of. */
export function benchSignatures(print: (line: string) => void): SignatureFigures {
  const row = (name: string, measured: string, goal: string) =>
    print(`  ${name.padEnd(26)} ${measured.padEnd(20)} ${goal}`);
  const usual = usualKinds["a CI log that passes"] ?? (() => "");
  for (let turn = 0; turn < 30; turn++) explainFailure({ text: logOf(50_000, usual) });

  print("Failure signatures: processor time of explainFailure");
  const text50k = logOf(50_000, usual);
  const medianMs50k = medianMs(() => explainFailure({ text: text50k }), 51);
  row("50 KB, median of 51", `${medianMs50k.toFixed(2)} ms`, `target < ${target.medianMs50k} ms`);
  row("of which cleaning", `${medianMs(() => cleanLog(text50k), 51).toFixed(2)} ms`, "");

  print("\nTime per byte by size (target: flat)");
  const sizes = [10_000, 100_000, 1_000_000, 10_000_000];
  const bySize = nsByTurns(
    sizes.map((bytes) => ({ text: logOf(bytes, usual), times: Math.max(1, Math.round(400_000 / bytes)) })),
    9,
  ).map(middleOf);
  for (const [index, bytes] of sizes.entries())
    row(`${bytes / 1000} KB`, `${(bySize[index] ?? 0).toFixed(1)} ns/byte`, "");
  const growth = Math.max(...bySize.slice(1)) / Math.min(...bySize.slice(0, 2));
  row("growth", growth.toFixed(2), `target <= ${target.growth}`);

  print(
    "\nTime per byte by kind of text, 200 KB and 800 KB, against the median of the usual kinds and the recorded failures",
  );
  print(`(target: none over ${target.slowestKind} times that median, and none that grows)`);
  // What the product is for is what the median is taken over; the hostile kinds hold hardly a failure and would lower it. Failures beyond the
  // first thousands of one rank are not kept, so that a long log of them costs less per byte: lengths are not mixed.
  const madeOf = (kinds: Record<string, Kind>, bytes: number) =>
    Object.entries(kinds).map(([name, line]) => ({ name, text: logOf(bytes, line) }));
  const usualTexts = [...madeOf(usualKinds, lengths.small), ...recordedTexts(lengths.small)];
  const first = nsByTurns(usualTexts, 3).map(middleOf);
  const inOrder = usualTexts
    .map((text, index) => ({ ...text, ns: first[index] ?? 0 }))
    .sort((left, right) => left.ns - right.ns);
  const half = Math.floor(inOrder.length / 2);
  const aroundMedian = inOrder.slice(half - 7, half + 8);
  row(`median of ${usualTexts.length}`, `${(inOrder[half]?.ns ?? 0).toFixed(0)} ns/byte`, "at 200 KB");
  const small = judged([...inOrder.slice(-suspects), ...madeOf(hostileKinds, lengths.small)], aroundMedian);
  const ofKinds = madeOf({ ...usualKinds, ...hostileKinds }, lengths.large);
  const large = judged(ofKinds, madeOf(usualKinds, lengths.large));
  const ratios = (all: readonly Judged[], by: string) => {
    for (const { name, ratio, ns } of all.slice(0, 5))
      row(`${ratio.toFixed(2)} × the median`, `${ns.toFixed(0)} ns/byte`, `${by}: ${name.slice(0, 150)}`);
  };
  ratios(small, "200 KB");
  ratios(large, "800 KB");
  const slowest = [...small, ...large].reduce((worst, each) => (each.ratio > worst.ratio ? each : worst));
  row("slowest kind", `${slowest.ratio.toFixed(2)} × the median`, `target <= ${target.slowestKind}: ${slowest.name}`);

  print(`\n${chanceKinds} kinds of text by chance, 25 KB and 200 KB, against the same median`);
  print(`(each line counts as ${leastLine} bytes or more, because a blank line is work too)`);
  const chanceText = (line: Kind, length: number, times: number) => {
    const text = logOf(length, line);
    return { text, bytes: countedBytes(text), times };
  };
  const byChance = Array.from({ length: chanceKinds }, (_, seed) => {
    const { name, line } = chanceKind(seed);
    const [shorter = [], longer = []] = nsByTurns([chanceText(line, 25_000, 3), chanceText(line, 200_000, 1)], 3);
    return { name, line, ns: middleOf(longer), growth: middleOf(longer) / Math.max(middleOf(shorter), 1) };
  });
  // One look is as much the compiler's and the collector's as the text's: the worst are looked at again, beside the usual ones.
  const bySpeed = byChance.toSorted((left, right) => right.ns - left.ns).slice(0, suspects);
  const slowByChance = judged(
    bySpeed.map(({ name, line }) => ({ name, ...chanceText(line, 200_000, 1) })),
    aroundMedian,
  );
  const grown = byChance
    .toSorted((left, right) => right.growth - left.growth)
    .slice(0, suspects / 2)
    .map(({ name, line }) => {
      const [shorter = [], longer = []] = nsByTurns([chanceText(line, 200_000, 4), chanceText(line, 1_600_000, 1)], 3);
      return { name, growth: middleOf(longer.map((ns, turn) => ns / (shorter[turn] ?? 1))) };
    })
    .sort((left, right) => right.growth - left.growth);
  row("median of them", `${middleOf(byChance.map(({ ns }) => ns)).toFixed(0)} ns/byte`, "");
  ratios(slowByChance, "200 KB");
  for (const { name, growth: by } of grown.slice(0, 4)) row(`grew by ${by.toFixed(2)}`, "", name.slice(0, 150));
  return {
    medianMs50k,
    growth,
    slowest: { kind: slowest.name, ratio: slowest.ratio },
    slowestByChance: { kind: slowByChance[0]?.name ?? "", ratio: slowByChance[0]?.ratio ?? 0 },
    mostGrowthByChance: { kind: grown[0]?.name ?? "", ratio: grown[0]?.growth ?? 0 },
  };
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).pathname.endsWith("/bench-signatures.ts")) {
  benchSignatures((line) => process.stdout.write(`${line}\n`));
}
