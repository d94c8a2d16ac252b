import type * as Undici from "undici";
import { guardedLookup } from "./guarded-lookup.ts";

/** A request that may not be made, or an answer that may not be read. */
export class RefusedFetch extends Error {
  override readonly name = "RefusedFetch";
}

type Lookup = ReturnType<typeof guardedLookup>;

/**
 * A `fetch` for an endpoint that whoever runs this server configured, and for nothing else: same origin, path below the
 * configured one, no redirects (one could carry the key and the texts elsewhere), answers of at most `maxBytes`, and a
 * name that resolves to where no provider is gets no connection. Addresses that callers send in never come here.
 */
export function configuredFetch(
  base: string,
  { maxBytes, lookup = guardedLookup() }: { maxBytes: number; lookup?: Lookup },
): typeof fetch {
  const allowed = new URL(base);
  let connecting: Promise<{ undici: typeof Undici; dispatcher: Undici.Agent }> | undefined;
  return async (input, init) => {
    if (input instanceof Request) throw new RefusedFetch("Only an address and its options are taken.");
    const url = new URL(input);
    const folder = allowed.pathname.replace(/\/+$/, "");
    if (url.origin !== allowed.origin || url.username !== "" || !`${url.pathname}/`.startsWith(`${folder}/`)) {
      throw new RefusedFetch("Only the configured endpoint may be asked.");
    }
    connecting ??= connectingBy(lookup);
    const { undici, dispatcher } = await connecting;
    const { method, body, signal } = init ?? {};
    if (body !== undefined && body !== null && typeof body !== "string") {
      throw new RefusedFetch("Only text is sent.");
    }
    const response = await undici.fetch(url, {
      ...(method === undefined ? {} : { method }),
      ...(typeof body === "string" ? { body } : {}),
      ...(signal ? { signal } : {}),
      headers: [...new Headers(init?.headers)],
      redirect: "error",
      dispatcher,
    });
    const announced = Number(response.headers.get("content-length") ?? 0);
    if (announced > maxBytes) {
      await response.body?.cancel();
      throw new RefusedFetch(`The endpoint's answer is larger than ${maxBytes} bytes.`);
    }
    const chunks: Uint8Array[] = [];
    let read = 0;
    // Leaving the loop closes the connection, however much more would come.
    for await (const chunk of response.body ?? []) {
      read += chunk.length;
      if (read > maxBytes) throw new RefusedFetch(`The endpoint's answer is larger than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
    return new Response(read === 0 ? null : Buffer.concat(chunks), {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
    });
  };
}

/** Node's own `fetch` takes no lookup, so the library it is made of is asked. Loaded with the first request only. */
async function connectingBy(lookup: Lookup) {
  const undici = await import("undici");
  return { undici, dispatcher: new undici.Agent({ connect: { lookup } }) };
}
