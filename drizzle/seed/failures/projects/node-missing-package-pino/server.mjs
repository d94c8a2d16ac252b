import { createServer } from "node:http";
import pino from "pino";

const log = pino();
createServer((_, response) => response.end("ok")).listen(0, () => log.info("up"));
