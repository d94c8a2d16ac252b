import type { Language } from "#server/domain/code-graph/parsed-blob.ts";

/** The parts of a context's body, in the order in which they stand. */
export type ContextBody = {
  path: string;
  language: Language | null;
  signatures: readonly string[];
  summary: string;
  /** Paths of files that belong with it. */
  related: readonly string[];
};

const heading = /^##[ \t]+(?<name>\S.*?)[ \t]*$/;

/** A body as it is sent: path, language, then the sections Signatures, Summary and Related. Empty sections are left out. */
export function writeContextBody({ path, language, signatures, summary, related }: ContextBody): string {
  const section = (name: string, lines: readonly string[]) => (lines.length === 0 ? [] : ["", `## ${name}`, ...lines]);
  return [
    path,
    ...(language === null ? [] : [`lang: ${language}`]),
    ...section("Signatures", signatures),
    ...section("Summary", summary === "" ? [] : [summary]),
    ...section("Related", related),
  ].join("\n");
}

type Section = { name: string; start: number; end: number };

/** Line ranges of the sections of a body; `start` is the line after the heading. */
function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  let isFenced = false;
  for (const [at, line] of lines.entries()) {
    if (line.startsWith("```")) isFenced = !isFenced;
    const name = isFenced ? undefined : heading.exec(line)?.groups?.name;
    if (name === undefined) continue;
    const before = sections.at(-1);
    if (before) before.end = at;
    sections.push({ name: name.toLowerCase(), start: at + 1, end: lines.length });
  }
  return sections;
}

/**
 * What a body says in words: its Summary sections. A body without one is prose as a whole, apart from the sections that
 * quote code and paths.
 */
export function summaryOfBody(body: string): string {
  const lines = body.split("\n");
  const sections = sectionsOf(lines);
  const summaries = sections.filter(({ name }) => name === "summary");
  const textOf = (list: readonly Section[]) =>
    list.map(({ start, end }) => lines.slice(start, end).join("\n").trim()).join("\n\n");
  if (summaries.length > 0) return textOf(summaries);
  const before = lines.slice(0, (sections[0]?.start ?? lines.length + 1) - 1).join("\n");
  return [before, textOf(sections.filter(({ name }) => name !== "signatures" && name !== "related"))]
    .join("\n\n")
    .trim();
}

/** The same body with another summary; one is added where there was none. */
export function withSummary(body: string, summary: string): string {
  const lines = body.split("\n");
  const found = sectionsOf(lines).find(({ name }) => name === "summary");
  if (!found) return `${body.trimEnd()}\n\n## Summary\n${summary}`;
  const isLast = found.end === lines.length;
  return [...lines.slice(0, found.start), summary, ...(isLast ? [] : ["", ...lines.slice(found.end)])].join("\n");
}
