import { z } from "zod";
import { configuredFetch } from "#server/adapters/network/configured-fetch.ts";
import type { Embedder } from "#server/operations/ports.ts";

/** A hundred vectors of the longest models, written as decimals, take a tenth of it. */
const mostAnswerBytes = 64 * 1_048_576;

const EmbeddingsAnswer = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
});

/** An answer that is no list of vectors of one length, one for each text. */
export class NonsenseVectors extends Error {
  override readonly name = "NonsenseVectors";
}

/**
 * Any endpoint that speaks OpenAI's `POST {url}/embeddings`. Off unless configured; nothing leaves the machine otherwise.
 * Fails when the endpoint refuses, or answers something that is not one vector for each text.
 */
export function openAiEmbedder({ url, model, key }: { url: string; model: string; key: string | undefined }): Embedder {
  const base = url.replace(/\/+$/, "");
  const ask = configuredFetch(base, { maxBytes: mostAnswerBytes });
  return {
    model,
    async embed(texts, signal) {
      const response = await ask(`${base}/embeddings`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts, encoding_format: "float" }),
        signal,
      });
      if (!response.ok) throw new Error(`The embeddings endpoint answered ${response.status}.`);
      const parsed = EmbeddingsAnswer.safeParse(await response.json().catch(() => null));
      if (!parsed.success) throw new NonsenseVectors("not a list of embeddings");
      const byIndex = new Map(parsed.data.data.map((item) => [item.index, item.embedding]));
      const vectors = texts.map((_, index) => Float32Array.from(byIndex.get(index) ?? []));
      const dimensions = vectors[0]?.length ?? 0;
      if (
        dimensions === 0 ||
        vectors.some((vector) => vector.length !== dimensions || !vector.every(Number.isFinite))
      ) {
        throw new NonsenseVectors("not one vector for each text");
      }
      return vectors;
    },
  };
}
