/** A request that may not be made, or an answer that may not be read. */
export class RefusedFetch extends Error {
  override readonly name = "RefusedFetch";
}

/**
 * A `fetch` for an endpoint that whoever runs this server configured, and for nothing else: same origin, path below the
 * configured one, no redirects (one could carry the key and the texts elsewhere), answers of at most `maxBytes`. Addresses
 * that callers send in never come here.
 */
export function configuredFetch(base: string, { maxBytes }: { maxBytes: number }): typeof fetch {
  const allowed = new URL(base);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const folder = allowed.pathname.replace(/\/+$/, "");
    if (url.origin !== allowed.origin || url.username !== "" || !`${url.pathname}/`.startsWith(`${folder}/`)) {
      throw new RefusedFetch("Only the configured endpoint may be asked.");
    }
    const response = await fetch(input, { ...init, redirect: "error" });
    const announced = Number(response.headers.get("content-length") ?? 0);
    if (announced > maxBytes) {
      await response.body?.cancel();
      throw new RefusedFetch(`The endpoint's answer is larger than ${maxBytes} bytes.`);
    }
    if (response.body === null) return response;
    let read = 0;
    const limited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          read += chunk.length;
          if (read > maxBytes)
            controller.error(new RefusedFetch(`The endpoint's answer is larger than ${maxBytes} bytes.`));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(limited, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}
