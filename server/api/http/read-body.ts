import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";

const decompressors = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The JSON body of a request. The size is limited while reading, after decompression: a small body that unpacks to a huge
 * one is refused before it is in memory. Fails with UNSUPPORTED_TYPE, TOO_LARGE or INVALID_INPUT.
 */
export async function readJsonBody(request: Request): Promise<Outcome<unknown>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    return fail("UNSUPPORTED_TYPE", "Send application/json.", [
      { path: "Content-Type", message: "must be application/json" },
    ]);
  }
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.value);
  } catch {
    return fail("INVALID_INPUT", "The body is not UTF-8.", [{ path: "", message: "must be UTF-8" }]);
  }
  try {
    return succeed(JSON.parse(text));
  } catch {
    return fail("INVALID_INPUT", "The body is not JSON.", [{ path: "", message: "must be JSON" }]);
  }
}

async function readBytes(request: Request): Promise<Outcome<Uint8Array>> {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  const isPlain = encoding === "identity" || encoding === "";
  const decompressor = Object.entries(decompressors).find(([name]) => name === encoding)?.[1];
  if (!isPlain && !decompressor) {
    return fail("UNSUPPORTED_TYPE", "The body's encoding is not supported.", [
      { path: "Content-Encoding", message: "one of gzip, deflate, br, identity" },
    ]);
  }
  if (!request.body) return succeed(new Uint8Array());
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limits.bodyBytes) return tooLarge();

  const wire = Readable.from(chunksOf(request.body));
  const plain = decompressor ? wire.pipe(decompressor()) : wire;
  wire.on("error", (error) => plain.destroy(error));
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of plain) {
      if (!(chunk instanceof Uint8Array)) continue;
      size += chunk.length;
      if (size > limits.bodyBytes) return tooLarge();
      chunks.push(chunk);
    }
  } catch {
    return fail("INVALID_INPUT", "The body ended early or is not what its Content-Encoding says.", [
      { path: "Content-Encoding", message: "does not fit the body" },
    ]);
  } finally {
    wire.destroy();
    plain.destroy();
  }
  return succeed(Buffer.concat(chunks));
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Stops the sender too, when the reading ends early.
    await reader.cancel().catch(() => {});
  }
}

function tooLarge() {
  return fail("TOO_LARGE", `The body is larger than ${limits.bodyBytes.toLocaleString("en")} bytes.`, [
    { path: "", message: `at most ${limits.bodyBytes.toLocaleString("en")} bytes after decompression` },
  ]);
}
