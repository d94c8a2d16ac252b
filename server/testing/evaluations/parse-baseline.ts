import type { FoundDiagnostic } from "#server/testing/evaluations/parse-scorer.ts";

const colours = /\x1b\[[0-9;?]*[ -/]*[@-~]/g;
const annotation =
  /^(?:##)?(?:::)?\[?(error|warning|notice)\]? ?(?:title=[^,:]*,)?file=([^,]+),(?:.*?)line=(\d+)(?:.*?col=(\d+))?.*?::(.*)$/;
const parens = /^\s*(\S.*?\.\w{1,5})\((\d+),(\d+)\): (?:\w+ )?(error|warning|info)?\s*(\w+\d+)?:? ?(.*)$/;
const colons =
  /^\s*(?:-->|,-\[|❯|File|at|┌─|╭─\[)?\s*\[?"?([\w@./\\ -]*?[\w@-]+\.\w{1,6})"?(?::|, line )(\d+)(?::(\d+))?\]?:?\s*(?:-\s*)?(?:(error|warning|note|info)\b)?\s*:?\s*(.*)$/;
const frame = /\(((?!node:)[^\s()]+\.\w{1,5}):(\d+):(\d+)\)/;
const header = /^\S.*\.\w{1,6}:?$/;
const row = /^\s+(\d+):(\d+)\s+(?:(error|warning)\s+)?(.*?)(?:\s{2,}(\S+))?$/;

/** A deliberately generic parser: what a few patterns for places get without knowing any tool. The measure to beat. */
export function findByGenericPatterns(raw: string): FoundDiagnostic[] {
  const found: FoundDiagnostic[] = [];
  let current: string | null = null;
  for (const printed of raw.replaceAll(colours, "").split("\n")) {
    const line = printed.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, "").replace(/\r+$/, "");
    const annotated = annotation.exec(line);
    if (annotated) {
      found.push({
        severity: annotated[1] ?? null,
        file: annotated[2] ?? null,
        line: Number(annotated[3]),
        message: annotated[5] ?? "",
      });
      continue;
    }
    const paren = parens.exec(line);
    if (paren) {
      found.push({
        file: paren[1] ?? null,
        line: Number(paren[2]),
        severity: paren[4] ?? null,
        message: paren[6] ?? "",
      });
      continue;
    }
    const colon = colons.exec(line);
    if (colon && !(colon[1] ?? "").includes("node_modules") && !line.includes("node:")) {
      found.push({
        file: (colon[1] ?? "").trim(),
        line: Number(colon[2]),
        severity: colon[4] ?? null,
        message: colon[5] ?? "",
      });
      continue;
    }
    const framed = frame.exec(line);
    if (framed && !(framed[1] ?? "").includes("node_modules")) {
      found.push({ file: framed[1] ?? null, line: Number(framed[2]), message: "" });
      continue;
    }
    if (header.test(line) && !line.trim().includes(" ")) {
      current = line.trim().replace(/:+$/, "");
      continue;
    }
    const listed = row.exec(line);
    if (listed && current)
      found.push({ file: current, line: Number(listed[1]), severity: listed[3] ?? null, message: listed[4] ?? "" });
  }
  return found;
}
