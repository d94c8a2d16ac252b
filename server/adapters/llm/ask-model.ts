import { configuredFetch } from "#server/adapters/network/configured-fetch.ts";

const mostAnswerBytes = 256 * 1_024;
/** An answer is a list of a few numbers, or a few sentences; a model that thinks aloud needs more. */
const longestAnswerTokens = 2_000;

export type ModelEndpoint = { url: string; model: string; key: string | undefined };

/**
 * One question to a language model behind any OpenAI-compatible endpoint. One attempt and no redirects; what the model
 * thinks aloud before it answers is left out. Rejects when it refuses, answers no JSON, or the signal says so.
 */
export async function askModel(
  { url, model, key }: ModelEndpoint,
  { system, prompt }: { system: string; prompt: string },
  signal: AbortSignal,
): Promise<string> {
  // Loaded by the first use: few configure a model, and every start would wait for the library.
  const [{ createOpenAICompatible }, { generateText }] = await Promise.all([
    import("@ai-sdk/openai-compatible"),
    import("ai"),
  ]);
  const provider = createOpenAICompatible({
    name: "configured",
    baseURL: url.replace(/\/+$/, ""),
    ...(key === undefined ? {} : { apiKey: key }),
    fetch: configuredFetch(url, { maxBytes: mostAnswerBytes }),
  });
  const { text } = await generateText({
    model: provider(model),
    system,
    prompt,
    temperature: 0,
    maxOutputTokens: longestAnswerTokens,
    maxRetries: 0,
    abortSignal: signal,
  });
  return text.replace(/<think>[\s\S]*?<\/think>/g, "");
}
