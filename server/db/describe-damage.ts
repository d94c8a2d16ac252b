import { EmbeddedStartFailed } from "#server/db/embedded-store.ts";
import { EngineStopped } from "#server/db/guarded-pglite.ts";
import { postgresErrorCode } from "#server/db/postgres-error-code.ts";

export const damageKinds = [
  "disk_full",
  "read_only",
  "no_permission",
  "other_postgres",
  "log_damaged",
  "control_damaged",
  "page_damaged",
  "file_missing",
  "unknown",
] as const;

export type DamageKind = (typeof damageKinds)[number];

/** The embedded store cannot be used as it is. Its message names the folder, the likely cause and the remedy. */
export class StoreUnusable extends Error {
  override readonly name = "StoreUnusable";
  readonly kind: DamageKind;
  readonly directory: string;
  /** Whether `repairStore` can do something about it. */
  readonly isRepairable: boolean;
  readonly newestDump: string | undefined;
  constructor(directory: string, kind: DamageKind, said: string, options: { cause: unknown; newestDump?: string }) {
    const { what, likelyCause, remedy, isRepairable } = explanations[kind];
    super(
      [
        `The store in ${directory} cannot be used: ${what}.`,
        `Likely cause: ${likelyCause}`,
        `What to do: ${isRepairable ? `${remedy} ${repairAdvice(options.newestDump)}` : remedy}`,
        `Postgres said: ${said}`,
      ].join("\n"),
      { cause: options.cause },
    );
    this.kind = kind;
    this.directory = directory;
    this.isRepairable = isRepairable;
    this.newestDump = options.newestDump;
  }
}

/**
 * What is wrong with the embedded store in `directory`, judged by an error of opening or using it and by what Postgres
 * wrote to its log. Undefined when the error says nothing about the store, such as a broken rule or a wrong statement.
 */
export function describeDamage(
  directory: string,
  error: unknown,
  { newestDump }: { newestDump?: string } = {},
): StoreUnusable | undefined {
  const messages = [...logOf(error), ...messagesOf(error)];
  const isEngineFailure = error instanceof EmbeddedStartFailed || error instanceof EngineStopped;
  const code = systemCode(directory, error) ?? postgresErrorCode(error);
  const found = rules.find(
    ({ codes, pattern }) =>
      (code !== undefined && codes.includes(code)) ||
      // Of a statement that failed only the code counts: its text may quote what a caller wrote.
      (isEngineFailure && messages.some((line) => pattern.test(line))),
  );
  if (!found && !isEngineFailure) return undefined;
  const telling =
    messages.findLast((line) => found?.pattern.test(line)) ?? messages.findLast((line) => line.trim() !== "");
  return new StoreUnusable(directory, found?.kind ?? "unknown", shorten(telling ?? "nothing"), {
    cause: error,
    ...(newestDump !== undefined && { newestDump }),
  });
}

type Rule = { kind: DamageKind; codes: readonly string[]; pattern: RegExp };

/** First match wins: what the surroundings of the store explain comes before damage to the store itself. */
const rules: readonly Rule[] = [
  { kind: "disk_full", codes: ["ENOSPC", "EDQUOT", "53100"], pattern: /No space left on device|disk quota exceeded/i },
  { kind: "read_only", codes: ["EROFS"], pattern: /Read-only file system/i },
  {
    kind: "no_permission",
    codes: ["EACCES", "EPERM"],
    pattern: /Permission denied|Operation not permitted|not permitted/i,
  },
  { kind: "other_postgres", codes: [], pattern: /initialized by PostgreSQL version|incompatible with server/ },
  { kind: "control_damaged", codes: [], pattern: /control file|pg_control/ },
  {
    kind: "log_damaged",
    codes: [],
    pattern: /valid checkpoint record|invalid checkpoint record|required WAL directory|WAL segment|redo record/,
  },
  {
    kind: "page_damaged",
    codes: ["XX001", "XX002"],
    pattern: /invalid page in block|page verification failed|could not read blocks|invalid primary checkpoint/,
  },
  {
    kind: "file_missing",
    codes: ["58P01"],
    pattern:
      /could not (open|access) (file|directory|the server configuration file|status of transaction)|No such file|missing file/,
  },
];

const explanations: Record<DamageKind, { what: string; likelyCause: string; remedy: string; isRepairable: boolean }> = {
  disk_full: {
    what: "its disk is full",
    likelyCause: "other files took the space, or the store grew into the last of it.",
    remedy: "Free some space (100 MB is enough to start) and start again. Nothing that was acknowledged is lost.",
    isRepairable: false,
  },
  read_only: {
    what: "its file system is mounted read-only",
    likelyCause: "the disk reported an error and was remounted, or the volume was attached for reading only.",
    remedy: "Make the file system writable, or set WHENCE_DATA_DIR to a folder on another one.",
    isRepairable: false,
  },
  no_permission: {
    what: "this user may not write to it",
    likelyCause: "it was created by another user, for example by a run with sudo or inside a container.",
    remedy: "Give the folder and all that is in it to this user, or set WHENCE_DATA_DIR to another folder.",
    isRepairable: false,
  },
  other_postgres: {
    what: "it was made by another version of Postgres than the one built into this Whence",
    likelyCause: "a newer Whence has used this store.",
    remedy:
      "Start the newer Whence again. To go back, run `whence dump` with it and `whence repair --from DUMP` with this one.",
    isRepairable: false,
  },
  log_damaged: {
    what: "its write-ahead log is cut off or missing",
    likelyCause:
      "the power failed while the disk held back writes, the disk was full, or a copy of the folder was incomplete.",
    remedy: "None of its tables has been touched.",
    isRepairable: true,
  },
  control_damaged: {
    what: "its control file is damaged or missing",
    likelyCause: "a failing disk, or a copy of the folder that was incomplete.",
    remedy: "None of its tables has been touched.",
    isRepairable: true,
  },
  page_damaged: {
    what: "a page of it is damaged: its checksum is wrong or its end is missing",
    likelyCause: "a failing disk or memory, or a program that wrote to the folder.",
    remedy: "None of its tables has been touched.",
    isRepairable: true,
  },
  file_missing: {
    what: "a file or folder of it is missing",
    likelyCause: "it was deleted by a clean-up, or left out by a copy or a backup (some leave out empty folders).",
    remedy: "None of its tables has been touched.",
    isRepairable: true,
  },
  unknown: {
    what: "Postgres could not start on it",
    likelyCause: "not recognised; the last words of Postgres are below.",
    remedy: "None of its tables has been touched.",
    isRepairable: true,
  },
};

function repairAdvice(newestDump: string | undefined): string {
  const dump = newestDump === undefined ? "There is no dump to fall back on." : `The newest dump is ${newestDump}.`;
  return `Run \`whence repair\`: it works on a copy and keeps the original. ${dump}`;
}

function logOf(error: unknown): readonly string[] {
  return error instanceof EmbeddedStartFailed || error instanceof EngineStopped ? error.log : [];
}

function messagesOf(error: unknown): string[] {
  const messages: string[] = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    messages.push(cause.message);
  }
  return messages;
}

/** The code of a failed file operation, unless it was about a file outside of `directory`. */
function systemCode(directory: string, error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (!("code" in cause) || typeof cause.code !== "string" || !/^E[A-Z]+$/.test(cause.code)) continue;
    const isElsewhere = "path" in cause && typeof cause.path === "string" && !cause.path.startsWith(directory);
    return isElsewhere ? undefined : cause.code;
  }
  return undefined;
}

/** Without the time and process that Postgres puts in front of each line; one line, at most 300 characters. */
function shorten(line: string): string {
  return line
    .replace(/^.*?\b(LOG|FATAL|PANIC|ERROR|DETAIL):\s*/, "")
    .replaceAll(/\s+/g, " ")
    .slice(0, 300);
}
