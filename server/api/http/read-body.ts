import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import { findUnpacker, unpack } from "./unpack.ts";

/**
 * The JSON body of a request. The size is limited while reading and while unpacking: a small body that unpacks to a huge
 * one is refused as soon as it passes the limit. Fails with UNSUPPORTED_TYPE, TOO_LARGE or INVALID_INPUT.
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
  const unpacker = findUnpacker(encoding);
  if (!isPlain && !unpacker) {
    return fail("UNSUPPORTED_TYPE", "The body's encoding is not supported.", [
      { path: "Content-Encoding", message: "one of gzip, deflate, br, identity" },
    ]);
  }
  if (!request.body) return succeed(new Uint8Array());
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limits.bodyBytes) return tooLarge();
  try {
    const wire = await readAll(request.body);
    if (wire === null) return tooLarge();
    if (!unpacker) return succeed(wire);
    const unpacked = await unpack(wire, { unpacker, limitBytes: limits.bodyBytes });
    return unpacked === null ? tooLarge() : succeed(unpacked);
  } catch {
    return fail("INVALID_INPUT", "The body ended early or is not what its Content-Encoding says.", [
      { path: "Content-Encoding", message: "does not fit the body" },
    ]);
  }
}

/** What came over the wire; null when it is more than the limit, and then the sender is stopped. */
async function readAll(body: ReadableStream<Uint8Array>): Promise<Buffer | null> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.length;
      if (size > limits.bodyBytes) return null;
      chunks.push(value);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function tooLarge() {
  return fail("TOO_LARGE", `The body is larger than ${limits.bodyBytes.toLocaleString("en")} bytes.`, [
    { path: "", message: `at most ${limits.bodyBytes.toLocaleString("en")} bytes after decompression` },
  ]);
}
