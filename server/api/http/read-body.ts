import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import { bodyRoom } from "./body-room.ts";
import { findUnpacker, type Unpacker, unpack, unpackedSize } from "./unpack.ts";

/** Bodies of all requests of this process. One of full size at a time, or several that are not. */
const room = bodyRoom({ roomBytes: limits.bodyBytes, smallBytes: 64 * 1024, waitingBytes: 8 * limits.bodyBytes });

/**
 * Works on the JSON body of a request; `work` is given why, where there is none. The size is limited while reading and
 * while unpacking: a small body that unpacks to a huge one is refused as soon as it passes the limit. What large bodies
 * take together is bounded until the work on them is done, so a body may wait for others. Fails with UNSUPPORTED_TYPE,
 * TOO_LARGE, INVALID_INPUT, or RATE_LIMITED when too much waits already.
 */
export async function withJsonBody<Answer>(
  request: Request,
  work: (body: Outcome<unknown>) => Promise<Answer>,
): Promise<Answer> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    return work(
      fail("UNSUPPORTED_TYPE", "Send application/json.", [
        { path: "Content-Type", message: "must be application/json" },
      ]),
    );
  }
  const packed = await readWire(request);
  if (!packed.ok) return work(packed);
  const place = await room.enter(packed.value);
  if (place === null) return work(crowded);
  try {
    return await work(await parsed(packed.value));
  } finally {
    place.leave();
  }
}

/** A body as it came, and how large it is without its packing. */
type PackedBody = { wire: Uint8Array; wireBytes: number; bytes: number; unpacker: Unpacker | undefined };

async function parsed({ wire, bytes, unpacker }: PackedBody): Promise<Outcome<unknown>> {
  const text = decoded(unpacker ? await unpack(wire, { unpacker, size: bytes }) : wire);
  if (text === null) return fail("INVALID_INPUT", "The body is not UTF-8.", [{ path: "", message: "must be UTF-8" }]);
  try {
    return succeed(JSON.parse(text));
  } catch {
    return fail("INVALID_INPUT", "The body is not JSON.", [{ path: "", message: "must be JSON" }]);
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function readWire(request: Request): Promise<Outcome<PackedBody>> {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  const isPlain = encoding === "identity" || encoding === "";
  const unpacker = findUnpacker(encoding);
  if (!isPlain && !unpacker) {
    return fail("UNSUPPORTED_TYPE", "The body's encoding is not supported.", [
      { path: "Content-Encoding", message: "one of gzip, deflate, br, identity" },
    ]);
  }
  if (!request.body) return succeed({ wire: new Uint8Array(), wireBytes: 0, bytes: 0, unpacker: undefined });
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limits.bodyBytes) return tooLarge();
  try {
    const wire = await readAll(request.body);
    if (wire === null) return tooLarge();
    const wireBytes = wire.length;
    if (!unpacker) return succeed({ wire, wireBytes, bytes: wireBytes, unpacker });
    const bytes = await unpackedSize(wire, { unpacker, limitBytes: limits.bodyBytes });
    return bytes === null ? tooLarge() : succeed({ wire, wireBytes, bytes, unpacker });
  } catch {
    return fail("INVALID_INPUT", "The body ended early or is not what its Content-Encoding says.", [
      { path: "Content-Encoding", message: "does not fit the body" },
    ]);
  }
}

const crowded: Outcome<never> = {
  ok: false,
  failure: {
    code: "RATE_LIMITED",
    message: "More large bodies wait than this server holds. Send this one again, or in smaller parts.",
    errors: [],
    retryAfterSeconds: 1,
  },
};

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
