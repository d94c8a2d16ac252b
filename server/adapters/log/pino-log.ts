import pino from "pino";
import type { Log } from "#server/operations/ports.ts";

/** One JSON line an event on standard error, which leaves standard output to answers and to stdio MCP. */
export function pinoLog(): Log {
  const logger = pino(
    { name: "whence", timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false }),
  );
  return {
    info: (fields, message) => logger.info(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}

/** For commands whose standard error belongs to a person. */
export const quietLog: Log = { info: () => {}, error: () => {} };
