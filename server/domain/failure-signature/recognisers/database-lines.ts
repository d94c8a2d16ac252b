import { captured, findingLine, textAt } from "#server/domain/failure-signature/log-view.ts";
import { lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/** Databases, and the clients and mappers in front of them. Codes such as SQLSTATE 42P01 and ORA-00942 stay whole. */
export const databaseLines = lineRecognisers(
  /ERROR|FATAL|ORA-|SQLSTATE|psql|pg_|createdb|dropdb|initdb|PANIC|P[0-9]{4}|Msg [0-9]|SQLITE|sqlite|Mongo|WRONGTYPE|NOAUTH|\(psycopg|\(sqlite3|\(pymysql|DrizzleQuery|Failed query|PLS-|SP2-|TNS-|LINE |relation |duplicate key|CONSTRAINT|bad number of args/,
  [
    {
      name: "oracle_error",
      tool: "oracle",
      rank: "cause",
      profile: "message",
      pattern: /\b((?:ORA|PLS|TNS|SP2|RMAN|EXP|IMP|LRM|DPY|DPI|KUP|DRG)-[0-9]{3,5})\b:? ?(.{0,400})$/d,
      shape: [1, ": ", 2],
    },
    {
      name: "postgres_connection",
      tool: "postgres",
      rank: "cause",
      profile: "message",
      pattern:
        /^((?:psql|pg_dump|pg_restore|createdb|dropdb|pg_isready|vacuumdb|pg_dumpall)(?:\.exe)?: (?:error: )?(?:connection to server|could not connect|FATAL: ).{1,400})$/d,
    },
    {
      name: "mysql_error",
      tool: "mysql",
      rank: "cause",
      profile: "message",
      pattern: /\b(ERROR [0-9]{4} \([0-9A-Z]{5}\))(?: at line [0-9]{1,9})?(?: in file: '.{1,200}')?: (.{1,500})$/d,
      shape: [1, ": ", 2],
    },
    {
      name: "sqlstate_error",
      tool: "postgres",
      rank: "cause",
      profile: "message",
      pattern: /\b(SQLSTATE[ [(:=]{1,2}[0-9A-Z]{5}\]?\)?)(.{0,400})$/d,
      shape: [1, 2],
    },
    {
      name: "postgres_error",
      tool: "postgres",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:psql:(?:\S{1,200}?):[0-9]{1,9}: )?((?:ERROR|FATAL|PANIC): {1,2}(?:[0-9A-Z]{5}: )?(?:relation|column|table|syntax error|duplicate key|null value|permission denied|password authentication|database|role|schema|type|function|operator|constraint|insert or update|update or delete|deadlock|canceling|could not|current transaction|value too long|invalid input|division by zero|new row|cannot|must be|no pg_hba|sorry, too many|remaining connection|terminating|extension|index|there is no|more than one|subquery|missing|unterminated|out of|invalid|string|numeric|date\/time|cached plan|prepared statement|the database system|trigger|view|sequence|cursor|each|aggregate|foreign key|unrecognized|zero-length|bind message|requested|server|record|unexpected|window|WITH|SSL|no ).{1,500})$/d,
    },
    {
      name: "psycopg_error",
      tool: "postgres",
      rank: "exception",
      profile: "message",
      pattern: /^((?:sqlalchemy\.exc\.\w{1,60}: )?\(psycopg2?\.(?:errors\.)?\w{1,60}\) .{1,400})$/d,
    },
    {
      name: "prisma_code",
      tool: "prisma",
      rank: "cause",
      profile: "message",
      pattern: /^(?:Error: |Error code: |error: )?(P[1-6][0-9]{3})\b:? ?(.{0,400})$/d,
      shape: [1, ": ", 2],
    },
    {
      name: "drizzle_query",
      tool: "drizzle",
      rank: "cause",
      profile: "message",
      pattern: /^((?:Drizzle(?:Query)?Error|Error): Failed query: .{1,600})$/d,
    },
    {
      name: "mssql_error",
      tool: "mssql",
      rank: "cause",
      profile: "diagnostic",
      pattern:
        /^(Msg [0-9]{1,6}, Level [0-9]{1,3}, State [0-9]{1,4})(?:, (?:Server|Procedure).{0,200})?(?:, Line [0-9]{1,9})?$/d,
    },
    {
      name: "sqlite_error",
      tool: "sqlite",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:Error: |Parse error: |Runtime error: |SqliteError: |sqlite3\.\w{1,40}: |\(sqlite3\.\w{1,40}\) )?((?:SQLITE_[A-Z_]{2,40}|near line [0-9]{1,9}): .{1,400})$/d,
    },
    {
      name: "mongo_error",
      tool: "mongodb",
      rank: "cause",
      profile: "message",
      pattern: /\b(Mongo\w{0,40}Error: .{1,400})$/d,
    },
    {
      name: "redis_option",
      tool: "redis",
      rank: "cause",
      profile: "message",
      pattern: /^(Unrecognized option or bad number of args for: .{1,200})$/d,
    },
    {
      name: "postgres_initdb",
      tool: "postgres",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:.{1,200} \.\.\. )?((?:initdb|pg_ctl|pg_basebackup|pg_dump|pg_restore|createdb|dropdb): (?:error|could not|fatal):? ?.{1,400})$/d,
    },
    {
      name: "redis_error",
      tool: "redis",
      rank: "cause",
      profile: "message",
      pattern:
        /^((?:\(error\) |ReplyError: |redis\.exceptions\.\w{1,60}: )(?:WRONGTYPE|NOAUTH|WRONGPASS|MOVED|CLUSTERDOWN|OOM|READONLY|LOADING|MISCONF|NOPERM|ERR) .{0,300})$/d,
    },
  ],
);

const redisHead = /^\*{3} FATAL CONFIG FILE ERROR\b/;

/** Redis shows the faulty line of its configuration, and below it what is wrong with it. */
export const redisConfig: Recogniser = {
  name: "redis_config",
  hint: /FATAL CONFIG FILE ERROR/,
  read(log, index) {
    if (!redisHead.test(textAt(log, index))) return undefined;
    const lines = [findingLine("diagnostic", "*** FATAL CONFIG FILE ERROR")];
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 5); end++) {
      const line = log.line(end);
      const match = line && /^(?:Reading the configuration file.{0,80}|(\S.{0,300}))$/d.exec(line.text);
      if (!line || line.marker || !match || lines.length > 2) break;
      const said = captured(line, match, 1);
      if (said) lines.push(findingLine("diagnostic", said));
    }
    return { findings: [{ rule: "redis_config", tool: "redis", rank: "cause", at: index, lines }], end };
  },
};

const migrationCode = /^(?:Error: |error: )?(P30(?:09|18|06|05|14))\b/d;
const migrationName =
  /^(?:Migration name: |The |Migration )[`']?([0-9]{14}_[\w-]{1,200}|[\w-]{1,200})[`']?(?: migration started at .{1,80}|$| failed to apply cleanly.{0,120})/d;

/** Prisma names the migration that failed below the code; the code alone is that of every one. */
export const prismaMigration: Recogniser = {
  name: "prisma_migration",
  hint: /^(?:Error: |error: )?P30(?:09|18|06|05|14)\b/,
  read(log, index) {
    const line = log.line(index);
    const match = line && migrationCode.exec(line.text);
    if (!line || !match) return undefined;
    for (let at = index + 1; at < Math.min(log.lineCount, index + 12); at++) {
      const below = log.line(at);
      const name = below && migrationName.exec(below.text);
      if (!below || !name) continue;
      const lines = [
        findingLine("diagnostic", "Error: ", captured(line, match, 1)),
        findingLine("diagnostic", "Migration name: ", captured(below, name, 1)),
      ];
      return {
        findings: [{ rule: "prisma_migration", tool: "prisma", rank: "cause", at: index, lines }],
        end: index + 1,
      };
    }
    return undefined;
  },
};
