import type { MaskRule } from "#server/domain/failure-signature/masks.ts";

const number = "[0-9]{1,15}(?:[.,][0-9]{1,9})?";
const units =
  "(?:ns|nanoseconds?|[µu]s|microseconds?|ms|msecs?|millis(?:econds?)?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?)";

export const quantityRules: MaskRule[] = [
  {
    name: "duration",
    placeholder: "<duration>",
    reason: "How long something took differs in each run.",
    tradeOff: "A limit that was changed (5 s to 10 s) does not show.",
    profiles: ["prose", "message", "assertion"],
    needs: /[0-9] ?(?:[nµumsdhw]|min|hour)/,
    pattern: new RegExp(`(?<![\\w.-])${number} ?${units}(?: ?${number} ?${units}){0,4}(?![\\w-])`, "g"),
  },
  {
    name: "duration_value",
    placeholder: "<duration>",
    reason: "The same with the unit in the name: `duration_ms: 12.4`, `elapsed=3.1`.",
    tradeOff: "As for durations.",
    profiles: ["prose", "message", "assertion"],
    needs: /(?:duration|elapsed|took|latency|uptime)/i,
    pattern:
      /(?<=\b(?:duration|elapsed|took|latency|uptime)(?:_?m?s)?["']?[ :=]{1,2})[0-9]{1,15}(?:\.[0-9]{1,9})?(?![\w.])/gi,
  },
  {
    name: "size",
    placeholder: "<size>",
    reason: "Sizes of heaps, files and transfers differ in each run.",
    tradeOff: "A limit that was changed does not show.",
    profiles: ["prose", "message", "assertion"],
    needs: /[0-9] ?(?:[KMGTkmgt]i?[Bb]?|[Bb]ytes?|B)\b/,
    pattern:
      /(?<![\w.-])[0-9]{1,15}(?:,[0-9]{3}){0,5}(?:[.,][0-9]{1,9})? ?(?:[kKMGTP]i?[Bb]|[KMG]|[Bb]ytes?|B)(?:\/s)?(?![\w-])/g,
  },
  {
    name: "percent",
    placeholder: "<n>%",
    reason: "Progress and shares differ in each run.",
    tradeOff: "A threshold that was changed does not show.",
    profiles: ["prose", "message"],
    needs: /[0-9] ?%/,
    pattern: /(?<![\w.])[0-9]{1,3}(?:\.[0-9]{1,6})? ?%(?![\w%])/g,
  },
  {
    name: "progress_bar",
    placeholder: "<bar>",
    reason: "A bar is drawn as far as the work had come.",
    tradeOff: "None known.",
    profiles: ["prose", "message"],
    needs: /\[[=#>.\u2580-\u259f -]{4}/,
    pattern: /\[[=#>.\u2580-\u259f -]{4,200}\]/g,
  },
  {
    name: "process",
    placeholder: "<pid>",
    reason: "Process, thread and goroutine numbers are given by the system.",
    tradeOff: "None known.",
    profiles: ["prose", "message", "diagnostic", "assertion"],
    needs: /(?:pid|tid|process|thread|goroutine|lwp)[^\n]{0,204}[0-9]|\(node:[0-9]|\[[0-9]|\[gw/i,
    pattern:
      /(?=[0-9])(?:(?<=\b(?:p?pid|tid|process|thread|goroutine|lwp)["']?[ :=#([]{1,2})[0-9]{1,12}(?![\w.]*[\w])|(?<=\(node:)[0-9]{1,9}(?=\))|(?<=\bthread '[^'\n]{1,200}' \()[0-9]{1,12}(?=\))|(?<=\bThread-)[0-9]{1,9}\b|(?<=^\[?[\w./-]{1,60}\[)[0-9]{1,9}(?=\][: ])|(?<=^\[)[0-9]{1,9}(?=:)|(?<=\[gw)[0-9]{1,4}(?=\]))/gi,
  },
  {
    name: "attempt",
    placeholder: "<n>",
    reason: "Which attempt failed says nothing about why.",
    tradeOff: "None known.",
    profiles: ["prose", "message", "assertion"],
    needs: /attempt|retr(?:y|ies)|\btry\b|\btries\b/i,
    pattern:
      /(?<=\b(?:attempts?|retr(?:y|ies)|try|tries)["']?[ :=#(]{1,2})[0-9]{1,6}(?:(?: ?\/ ?| of )[0-9]{1,6})?(?![\w.])|(?<![\w.])[0-9]{1,6}(?= (?:attempts?|retries|tries)\b)/gi,
  },
  {
    name: "seed",
    placeholder: "<seed>",
    reason: "A random seed is new in each run.",
    tradeOff: "A failure that only one seed shows is grouped with the other failures of that test.",
    profiles: ["prose", "message", "diagnostic", "assertion"],
    needs: /seed/i,
    pattern: /(?<=seed["']?[ :=(]{1,2})-?[0-9]{1,20}(?![\w.])/gi,
  },
];
