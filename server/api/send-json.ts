import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";

export type JsonAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Null when it is no JSON. */
  body: unknown;
};

/** Far above any answer of ours: a server that never stops talking is cut off here. */
const maxAnswerBytes = 32 * 1024 * 1024;

/**
 * One JSON request over HTTP(S), for clients that must start quickly: `fetch` costs more to load than the call itself.
 * Follows no redirect. Rejects when the server cannot be reached, breaks off, or `signal` fires.
 */
export async function sendJson(
  url: URL,
  { method = "POST", body, key, headers = {}, signal }: SendOptions = {},
): Promise<JsonAnswer> {
  const request = url.protocol === "https:" ? (await import("node:https")).request : httpRequest;
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(
      url,
      {
        method,
        headers: {
          accept: "application/json",
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": String(payload.length) }),
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...headers,
        },
        ...(signal === undefined ? {} : { signal }),
      },
      (answer) => {
        collect(answer).then(resolve, reject);
      },
    );
    sent.once("error", reject);
    sent.end(payload);
  });
}

/** One request to a server that is known already, with the key that it takes. */
export type Send = (pathname: string, options?: Omit<SendOptions, "key">) => Promise<JsonAnswer>;

export type SendOptions = {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  key?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
};

async function collect(answer: IncomingMessage): Promise<JsonAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxAnswerBytes) {
      answer.destroy();
      throw new Error("The answer is larger than 32 MiB.");
    }
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
