import { createServer } from "node:http";

const port = Number(process.env.PORT ?? 3000);
const server = createServer((_, response) => response.end("shop"));
server.listen(port, "127.0.0.1", () => console.log(`shop on ${port}`));
