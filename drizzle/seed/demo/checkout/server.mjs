import { createServer } from "node:http";

const port = Number(process.env.PORT ?? 3000);

createServer((request, response) => {
  if (request.url === "/health") return response.end("ok");
  response.writeHead(404).end();
}).listen(port, () => console.log(`shop on ${port}`));
