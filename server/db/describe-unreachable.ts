import { shownUrl } from "#server/db/open-postgres.ts";
import { postgresErrorCode } from "#server/db/postgres-error-code.ts";
import { statementLimitMs } from "#server/db/time-limits.ts";

/** The database of DATABASE_URL cannot be used. Says which (without its password), the likely cause and the remedy. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
  constructor(databaseUrl: string, { what, remedy }: Explanation, cause: unknown) {
    const said = rootMessage(cause);
    super(
      `DATABASE_URL (${shownUrl(databaseUrl)}) cannot be used: ${what}.\nWhat to do: ${remedy}\nThe driver said: ${said}`,
      {
        cause,
      },
    );
  }
}

type Explanation = { what: string; remedy: string };
type Explanations = Record<string, Explanation | undefined>;

/** Undefined when the error is not about reaching or being let into the database. */
export function describeUnreachable(databaseUrl: string, error: unknown): DatabaseUnreachable | undefined {
  return explained(databaseUrl, error, { ...reaching, ...beingLetIn });
}

/**
 * What ended a call over a database that had been opened before: out of reach, lost in between, full, or too slow.
 * Undefined when the error is about the call and not about the database.
 */
export function describeLost(databaseUrl: string, error: unknown): DatabaseUnreachable | undefined {
  return explained(databaseUrl, error, { ...reaching, ...losing });
}

function explained(databaseUrl: string, error: unknown, explanations: Explanations): DatabaseUnreachable | undefined {
  const code = postgresErrorCode(error) ?? connectionCode(error);
  const explanation = code === undefined ? undefined : explanations[code];
  return explanation && new DatabaseUnreachable(databaseUrl, explanation, error);
}

const unknownHost = { what: "its host name is not known", remedy: "Check the host in DATABASE_URL, and the network." };
const noAnswer = { what: "nothing answers there in time", remedy: "Check host, port and firewall." };
const notLetIn = {
  what: "user or password are wrong",
  remedy: "Check both; encode special characters of a password in the URL (%40 for @).",
};

const reaching: Explanations = {
  ECONNREFUSED: {
    what: "no Postgres listens at that host and port",
    remedy: "Start Postgres, or check host and port.",
  },
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: noAnswer,
  CONNECT_TIMEOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  "28P01": notLetIn,
  "3D000": { what: "the database does not exist", remedy: "Create it: createdb NAME." },
  "53300": { what: "it has no connection left", remedy: "Raise max_connections, or run fewer app processes." },
  "57P03": { what: "it is still starting", remedy: "Try again in a moment." },
};

const beingLetIn: Explanations = {
  "28000": {
    what: "the server does not let this user in from here",
    remedy: "Check pg_hba.conf, or add ?sslmode=require.",
  },
  "42501": {
    what: "this user may not create tables in it",
    remedy: "Grant it: GRANT CREATE ON DATABASE NAME TO USER, and on schema public.",
  },
  "08P01": {
    what: "what answers there refuses the settings of a connection, as a pooler does",
    remedy:
      "Connect to Postgres itself, or let the pooler pass them: ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout.",
  },
};

const connectionLost = {
  what: "the connection was lost during the call",
  remedy: "Try again. A write may have been kept; with the same request_id it is not done twice.",
};
const shuttingDown = { what: "it is shutting down", remedy: "Start it again, then try again." };

const losing: Explanations = {
  ECONNRESET: connectionLost,
  CONNECTION_CLOSED: connectionLost,
  CONNECTION_ENDED: connectionLost,
  CONNECTION_DESTROYED: connectionLost,
  "57P01": shuttingDown,
  "57P02": shuttingDown,
  "57014": {
    what: `a statement took longer than ${statementLimitMs / 1_000} s, so it was ended and nothing of it kept`,
    remedy: "Try again; if it happens again, see what else the database is doing (pg_stat_activity).",
  },
  "53100": { what: "its disk is full", remedy: "Free some space on the machine of the database, then try again." },
  "25006": { what: "it may only be read, as a standby", remedy: "Connect to the primary." },
};

/** Codes of Node's network layer, and those that postgres.js makes up. What `fetch` met, which throws a TypeError, is of another server. */
function connectionCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (cause instanceof TypeError) return undefined;
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z_]+$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

function rootMessage(error: unknown): string {
  let cause = error;
  for (let depth = 0; cause instanceof Error && cause.cause instanceof Error && depth < 8; depth++) cause = cause.cause;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
