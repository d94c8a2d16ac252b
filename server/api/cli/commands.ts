import type { ListedCommand } from "./command.ts";

/** Every command, in the order of the help. Each has a file of its own, and only the one that is asked for is loaded. */
export const commands: readonly ListedCommand[] = [
  {
    name: "lookup",
    summary: "What is known about a failure, a tool or a task",
    load: async () => (await import("./commands/lookup.ts")).defineLookup,
  },
  {
    name: "prior",
    summary: "What other sessions decided that bears on a task",
    load: async () => (await import("./commands/prior.ts")).definePrior,
  },
  {
    name: "remember",
    summary: "Store a lesson",
    load: async () => (await import("./commands/remember.ts")).defineRemember,
  },
  {
    name: "decide",
    summary: "Store a decision with the code that it is about",
    load: async () => (await import("./commands/decide.ts")).defineDecide,
  },
  {
    name: "outcome",
    summary: "Say whether a decision held: pass or fail",
    load: async () => (await import("./commands/outcome.ts")).defineOutcome,
  },
  {
    name: "session",
    summary: "Open or resume a session: its decisions and what is still unverified",
    load: async () => (await import("./commands/session.ts")).defineSession,
  },
  {
    name: "brief",
    summary: "What a session should know at its start",
    load: async () => (await import("./commands/brief.ts")).defineBrief,
  },
  {
    name: "report",
    summary: "Say what happened in a session, from a JSON file",
    load: async () => (await import("./commands/report.ts")).defineReport,
  },
  {
    name: "drafts",
    summary: "Lessons drafted from sessions: list, approve or discard them",
    load: async () => (await import("./commands/drafts.ts")).defineDrafts,
  },
  {
    name: "unexplained",
    summary: "Failures seen often that no lesson explains",
    load: async () => (await import("./commands/unexplained.ts")).defineUnexplained,
  },
  {
    name: "memory",
    summary: "One memory, or the newest ones",
    load: async () => (await import("./commands/memory.ts")).defineMemory,
  },
  {
    name: "supersede",
    summary: "Replace a memory, or retire it",
    load: async () => (await import("./commands/supersede.ts")).defineSupersede,
  },
  {
    name: "undo",
    summary: "Undo the supersession of a memory",
    load: async () => (await import("./commands/undo.ts")).defineUndo,
  },
  {
    name: "delete",
    summary: "Remove a memory and every copy of its text",
    load: async () => (await import("./commands/delete.ts")).defineDelete,
  },
  {
    name: "reference",
    summary: "Add a Markdown document to the reference corpus",
    load: async () => (await import("./commands/reference.ts")).defineReference,
  },
  {
    name: "skill",
    summary: "Add the skills of a folder: each SKILL.md below it",
    load: async () => (await import("./commands/skill.ts")).defineSkill,
  },
  {
    name: "explain",
    summary: "Which failure a log holds, and why; - for standard input",
    load: async () => (await import("./commands/explain.ts")).defineExplain,
  },
  {
    name: "failures",
    summary: "One failure, or the ones seen last",
    load: async () => (await import("./commands/failures.ts")).defineFailures,
  },
  {
    name: "neighbours",
    summary: "The failures most like one, and in which words they differ",
    load: async () => (await import("./commands/neighbours.ts")).defineNeighbours,
  },
  {
    name: "merge",
    summary: "Say that two signatures are one failure",
    load: async () => (await import("./commands/merge.ts")).defineMerge,
  },
  {
    name: "split",
    summary: "Take out of a signature the failures whose log holds certain words",
    load: async () => (await import("./commands/split.ts")).defineSplit,
  },
  {
    name: "rename",
    summary: "Give a failure a name that people know it by",
    load: async () => (await import("./commands/rename.ts")).defineRename,
  },
  {
    name: "mark",
    summary: "Mark a failure as flaky or as noise",
    load: async () => (await import("./commands/mark.ts")).defineMark,
  },
  {
    name: "undo-change",
    summary: "Undo a merge, a split, a name or a mark of a failure",
    load: async () => (await import("./commands/undo-change.ts")).defineUndoChange,
  },
  {
    name: "lookups",
    summary: "One attention record, or the newest ones",
    load: async () => (await import("./commands/lookups.ts")).defineLookups,
  },
  {
    name: "follow",
    summary: "What followed a lookup, or how often a pass followed lookups",
    load: async () => (await import("./commands/follow.ts")).defineFollow,
  },
  {
    name: "replay",
    summary: "Recompute a lookup from its record, or under another policy",
    load: async () => (await import("./commands/replay.ts")).defineReplay,
  },
  {
    name: "label",
    summary: "Judge a memory of a lookup: relevant, control or unsure",
    load: async () => (await import("./commands/label.ts")).defineLabel,
  },
  {
    name: "calibrate",
    summary: "Suggest thresholds from labelled pairs",
    load: async () => (await import("./commands/calibrate.ts")).defineCalibrate,
  },
  {
    name: "policy",
    summary: "Policy versions, or apply one",
    load: async () => (await import("./commands/policy.ts")).definePolicy,
  },
  {
    name: "mcp",
    summary: "Speak MCP over standard input and output, for a host that starts it",
    load: async () => (await import("./commands/mcp.ts")).defineMcp,
  },
  {
    name: "key",
    summary: "Keys for callers from elsewhere: create, list, revoke",
    load: async () => (await import("./commands/key.ts")).defineKey,
  },
  {
    name: "index",
    summary: "Index the committed state of a checkout",
    load: async () => (await import("./commands/index-checkout.ts")).defineIndex,
  },
  {
    name: "rebuild",
    summary: "Make what is known of a checkout anew from HEAD; shows what would change unless told to apply it",
    load: async () => (await import("./commands/rebuild.ts")).defineRebuild,
  },
  {
    name: "graph",
    summary: "What contains, imports or is imported by a node",
    load: async () => (await import("./commands/graph.ts")).defineGraph,
  },
  {
    name: "scope",
    summary: "Which files a task is about, with the map, the rules and the lessons of the repository",
    load: async () => (await import("./commands/scope.ts")).defineScope,
  },
  {
    name: "steer",
    summary: "What a failing command printed, read: diagnostics, files to read next, what is known",
    load: async () => (await import("./commands/steer.ts")).defineSteer,
  },
  {
    name: "retain",
    summary: "Remove a batch of what is older than the policies keep",
    load: async () => (await import("./commands/retain.ts")).defineRetain,
  },
  {
    name: "recall",
    summary: "What is remembered about an error, a symbol or a question",
    load: async () => (await import("./commands/recall.ts")).defineRecall,
  },
  {
    name: "carry",
    summary: "Leave a capsule of a run: what it touched, left unread, relied on and would do next",
    load: async () => (await import("./commands/carry.ts")).defineCarry,
  },
  {
    name: "import",
    summary: "Bring in documents, memories of other systems, logs of GitHub Actions, or an export",
    load: async () => (await import("./commands/import.ts")).defineImport,
  },
  {
    name: "export",
    summary: "Write everything that is remembered into a folder, as JSON lines",
    load: async () => (await import("./commands/export.ts")).defineExport,
  },
  {
    name: "forget",
    summary: "Remove memories and every copy of their texts",
    load: async () => (await import("./commands/forget.ts")).defineForget,
  },
  {
    name: "purge",
    summary: "Remove a project, or one session of it, for good",
    load: async () => (await import("./commands/purge.ts")).definePurge,
  },
  {
    name: "completion",
    summary: "A completion script for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).defineCompletion,
  },
  {
    name: "connect",
    summary: "Connect an agent host: its MCP server and its hooks",
    load: async () => (await import("./commands/connect.ts")).defineConnect,
  },
  {
    name: "hook",
    summary: "Answer an event of an agent host; hosts call this, see connect",
    load: async () => (await import("./commands/hook.ts")).defineHook,
  },
  {
    name: "health",
    summary: "Whether the store answers",
    load: async () => (await import("./commands/health.ts")).defineHealth,
  },
  {
    name: "doctor",
    summary: "Examine the store: owner, versions, counts, invariants, and what to do about each finding",
    load: async () => (await import("./commands/doctor.ts")).defineDoctor,
  },
  {
    name: "dump",
    summary: "Write everything in the store into one file",
    load: async () => (await import("./commands/dump.ts")).defineDump,
  },
  {
    name: "repair",
    summary: "Make a damaged store usable; works on a copy and keeps the original",
    load: async () => (await import("./commands/repair.ts")).defineRepair,
  },
];
