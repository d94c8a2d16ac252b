import { createServer } from "node:http";
import dayjs from "dayjs";

createServer((_, response) => response.end(dayjs().format())).listen(0);
