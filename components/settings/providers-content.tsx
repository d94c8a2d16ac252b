"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useTRPC } from "#components/trpc/provider.tsx";
import type { Provider } from "#server/contracts/settings.ts";

const providerWord = {
  embeddings: { name: "Embeddings", use: "Finds similar memories by meaning, beside the words" },
  summaries: { name: "Summaries and re-rank", use: "Summarises files and re-ranks SCOPE's candidates" },
  brain: { name: "Team brain", use: "A shared server that SCOPE, STEER and CARRY may ask" },
} as const satisfies Record<Provider["name"], { name: string; use: string }>;

/** What is configured and what for. A key is never shown, only that there is one. */
export function ProvidersContent() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.settings.get.queryOptions());
  return (
    <ul className="panel divide-y divide-line">
      {data.providers.map(({ name, configured, host, model, has_key, variables }) => (
        <li key={name} className="px-4 py-3 text-sm">
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="font-medium">{providerWord[name].name}</span>
            <span
              className={
                configured
                  ? "inline-flex items-center gap-1.5 text-good"
                  : "inline-flex items-center gap-1.5 text-muted"
              }
            >
              {configured ? (
                <CircleCheck aria-hidden="true" size={14} />
              ) : (
                <CircleDashed aria-hidden="true" size={14} />
              )}
              {configured ? "configured" : "off"}
            </span>
            {configured ? (
              <span className="text-muted">
                {host}
                {model === null ? "" : `, model ${model}`}, {has_key ? "with a key" : "without a key"}
              </span>
            ) : null}
          </p>
          <p className="mt-0.5 text-muted">
            {providerWord[name].use}. Set by{" "}
            {variables.map((variable, index) => (
              <span key={variable}>
                {index === 0 ? "" : ", "}
                <code className="text-xs">{variable}</code>
              </span>
            ))}
            .
          </p>
        </li>
      ))}
    </ul>
  );
}
