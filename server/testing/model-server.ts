import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

export type ModelAnswer = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;

const servers: Server[] = [];

/** A small server that speaks the protocol of models, or whatever a test wants of it. `asked` holds method and path of each request. */
export async function modelServer(answer: ModelAnswer): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    asked.push(`${request.method} ${request.url}`);
    answer(Object.assign(request, { text }), response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/v1`, asked };
}

/** For `afterEach`. */
export function closeModelServers(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

/** A completion that says this. */
export function says(content: string): ModelAnswer {
  const completion = {
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "small",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
  return (_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(completion));
}
