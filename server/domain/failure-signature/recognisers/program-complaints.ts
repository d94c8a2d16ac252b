import type { FailureTool } from "#server/domain/failure-signature/failure-tool.ts";
import { captured, findingLine, type LogView, textAt } from "#server/domain/failure-signature/log-view.ts";
import type { Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/** Programs whose name before a colon is a word of nothing else: what they say there is a complaint unless it is known to be a remark. */
const plainPrograms: Record<string, FailureTool> = {
  ...named(
    "bash",
    "cp mv rm rmdir mkdir mktemp mkfifo chmod chown chgrp ln ls grep egrep fgrep sed tar gzip gunzip zcat",
    "bzip2 bunzip2 xz unxz zstd unzstd unzip xargs sha1sum sha224sum sha256sum sha384sum sha512sum md5sum",
    "shasum base64 base32 wc dd expr seq tr nohup nice readlink realpath basename dirname hexdump xxd tac flock",
    "chroot umount useradd usermod userdel groupadd groupdel groupmod rsync sysctl modprobe crontab envsubst",
    "yq nproc",
  ),
  ...named("jq", "jq"),
  ...named("awk", "awk gawk mawk nawk original-awk"),
  ...named("curl", "curl wget"),
  ...named("binutils", "objdump objcopy strip ranlib nm readelf addr2line"),
  ...named("ssh", "ssh-keygen ssh-add ssh-keyscan ssh-agent ssh-copy-id"),
  ...named("apt", "dpkg dpkg-deb dpkg-query apt-key apt-get"),
  ...named("lua", "lua luajit luac lua5.1 lua5.2 lua5.3 lua5.4 luac5.4"),
  ...named(
    "postgres",
    "pg_dump pg_dumpall pg_restore pg_basebackup pg_ctl initdb createdb dropdb createuser vacuumdb psql",
  ),
  ...named("redis", "redis-cli redis-server"),
  ...named("systemd", "systemctl journalctl"),
};

/** Programs whose names are words: they are believed where what follows reads like a complaint. */
const wordPrograms: Record<string, FailureTool> = {
  ...named(
    "bash",
    "touch cat find install tee head tail sort mount cd source stat du df patch diff cmp date cut sleep env",
    "timeout split join paste comm test kill id file zip tsort fold shuf truncate service su",
  ),
  ...named("binutils", "ar as"),
  ...named("gpg", "gpg gpg2 gpgv"),
};

function named(tool: FailureTool, ...programs: string[]): Record<string, FailureTool> {
  return Object.fromEntries(
    programs
      .join(" ")
      .split(" ")
      .map((program) => [program, tool]),
  );
}

const programs = [...Object.keys(plainPrograms), ...Object.keys(wordPrograms)]
  .sort((left, right) => right.length - left.length)
  .map((program) => program.replaceAll(".", "\\."))
  .join("|");
const form = new RegExp(`^(?:\\/\\S{1,200}\\/)?(${programs}): {1,2}(\\S.{0,400})$`, "d");

/** What a program says besides complaints, and the last words of tar, which only say that there was an error above. */
const remark =
  /^(?:[Ww]arning|WARNING|[Nn]ote|NOTE|[Hh]int|[Ii]nfo|INFO|[Tt]ry |[Uu]sage|Removing leading|Child returned|Error is not recoverable|Exiting with failure|skipping|removed |created |changed |\d{1,9}(?:\.\d{1,9})? ?%|.{0,120}(?:is deprecated|stable CLI interface)|(?:Selecting|Preparing|Unpacking|Setting up|done)\b)|`' -> `'|: {1,2}[0-9.]{1,6}%/;
const complaint =
  /[Nn]o such|[Pp]ermission denied|[Cc]annot|[Cc]an't|[Cc]ould not|Is a directory|[Nn]ot a directory|[Ee]xists|Read-only|not permitted|No space|[Ee]rror|[Ii]nvalid|[Uu]nexpected|unrecognized|failed|unterminated|[Uu]nknown|missing|extra|[Nn]ot found|is not |does not|doesn't|differ|must |requires|unsupported|not specified|too (?:many|few|long|large)|ambiguous|illegal|[Bb]ad |no valid|No name|No secret key|No public key|No data|timed out|refused|corrupt|malformed|\*{4}/;

const checksum = /^(.{1,300}): FAILED(?: open or read)?$/d;

/** A file whose checksum is another, as the programs of the C library name it before they count such files. */
export const checksumMismatch: Recogniser = {
  name: "checksum_mismatch",
  hint: checksum,
  readsHint: true,
  read(log, index) {
    const line = log.line(index);
    const match = line && checksum.exec(line.text);
    if (!line || !match || !/: WARNING: .{1,40}(?:computed checksum|listed file)/.test(textBelow(log, index)))
      return undefined;
    const words = findingLine("message", captured(line, match, 1), ": FAILED");
    const count = findingLine("message", "sha256sum: WARNING: <n> computed checksum did NOT match");
    return {
      findings: [{ rule: "checksum_mismatch", tool: "bash", rank: "cause", at: index, lines: [words, count] }],
      end: index + 1,
    };
  },
};

/** The next line that tells of no other file. */
function textBelow(log: LogView, index: number): string {
  let at = index + 1;
  while (at < Math.min(log.lineCount, index + 400) && /: (?:OK|FAILED(?: open or read)?)$/.test(textAt(log, at)))
    at += 1;
  return textAt(log, at);
}

/**
 * `program: complaint` of the small programs that every script calls. Ranked below what compilers and test runners report, because a script goes
 * on after most of them. Where the program is installed takes no part.
 */
export const programComplaints: Recogniser = {
  name: "program_complaint",
  hint: form,
  readsHint: true,
  read(log, index) {
    const line = log.line(index);
    const match = line && form.exec(line.text);
    if (!line || !match) return undefined;
    const [, program = "", said = ""] = match;
    if (remark.test(said)) return undefined;
    const plain = plainPrograms[program];
    if (plain === undefined && !complaint.test(said)) return undefined;
    const tool = plain ?? wordPrograms[program] ?? null;
    // Debian appends the version to the name of this one.
    const name = tool === "lua" ? "lua" : captured(line, match, 1);
    const words = findingLine("message", name, ": ", captured(line, match, 2));
    return {
      findings: [{ rule: "program_complaint", tool, rank: "reported", at: index, lines: [words] }],
      end: index + 1,
    };
  },
};
