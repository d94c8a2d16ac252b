/**
 * A decoration that a runner or a log driver puts before each line. `open` lists the characters that it can begin with; `holds` is a text that
 * every such line has, where looking for it is cheaper than the pattern.
 */
type PrefixRule = { name: string; open: RegExp; holds?: string; pattern: RegExp };

const day = "[0-9]{4}[-/][01]?[0-9][-/][0-3]?[0-9]";
const clock = "[0-2]?[0-9]:[0-5][0-9]:[0-5][0-9](?:[.,:][0-9]{1,9})?";
const zone = "(?: ?(?:Z|UTC|GMT|[+-][0-2][0-9]:?[0-5][0-9]))?";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";

/** Tried at the start of a line, again and again until none fits, because runners wrap one another. */
const prefixRules: PrefixRule[] = [
  {
    name: "job_and_step_columns",
    open: /[^\s]/,
    holds: "\t",
    pattern: new RegExp(`[^\\t\\n]{1,120}\\t[^\\t\\n]{0,120}\\t(?=\\uFEFF?${day}T)`, "y"),
  },
  {
    name: "timestamp",
    open: /[0-9]/,
    pattern: new RegExp(`${day}[T ]${clock}${zone}(?: [0-9a-f]{2}[OE](?=[ +]|$)\\+?)?(?=[\\s:|\\]]|$|(?<=\\+))`, "y"),
  },
  { name: "bracketed_timestamp", open: /\[/, pattern: new RegExp(`\\[(?:${day}[T ])?${clock}${zone}\\]`, "y") },
  { name: "clock", open: /[0-9]/, pattern: new RegExp(`${clock}(?=\\s)`, "y") },
  {
    name: "syslog",
    open: /[JFMASOND]/,
    pattern: new RegExp(
      `${month} {1,2}[0-9]{1,2} ${clock} (?:[\\w.-]{1,80} (?=[\\w./-]{1,60}(?:\\[[0-9]{1,9}\\])?: ))?`,
      "y",
    ),
  },
  { name: "kubernetes_pod", open: /\[/, pattern: /\[pod\/[\w./-]{1,200}\]/y },
  { name: "travis_fold", open: /t/, holds: "travis_", pattern: /travis_(?:fold|time):(?:start|end):[\w.:=,-]{1,120}/y },
  {
    name: "gitlab_section",
    open: /s/,
    holds: "section_",
    pattern: /section_(?:start|end):[0-9]{1,12}:[\w.-]{1,80}(?:\[[^\]\n]{0,80}\])?/y,
  },
];

/** Longest beginning of a line that decorations are looked for in, in UTF-16 units. */
const deepest = 480;

/** Length of the decorations at the start of `line`: times, log columns, step numbers. Blanks after one belong to it only where it ends in none. */
export function runnerPrefixLength(line: string): number {
  let at = 0;
  while (at < deepest && at < line.length) {
    const next = endOfPrefix(line, at);
    if (next === at) break;
    at = next;
  }
  return at;
}

/** The rules that may apply at each ASCII character, so that a line which begins like none is not looked at twice. */
const rulesByFirst = Array.from({ length: 0x80 }, (_, code) =>
  prefixRules.filter(({ open }) => open.test(String.fromCharCode(code))),
);

/** Those that may apply at a letter beyond ASCII; none does at a blank. */
const rulesBeyondAscii = prefixRules.filter(({ open }) => open.test("\u00e9"));
const anyBlank = /\s/;

function rulesAt(line: string, at: number): readonly PrefixRule[] {
  const known = rulesByFirst[line.charCodeAt(at)];
  if (known) return known;
  return anyBlank.test(line.charAt(at)) ? [] : rulesBeyondAscii;
}

function endOfPrefix(line: string, from: number): number {
  const at = line.charCodeAt(from) === 0xfeff ? from + 1 : from;
  for (const { holds, pattern } of rulesAt(line, at)) {
    if (holds !== undefined && !line.includes(holds)) continue;
    pattern.lastIndex = at;
    if (!pattern.test(line)) continue;
    const end = pattern.lastIndex;
    return line.charAt(end) === " " && line.charAt(end - 1) !== " " ? end + 1 : end;
  }
  return at;
}
