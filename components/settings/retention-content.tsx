"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { countOf } from "#components/ui/format-quantity.ts";

export function RetentionContent() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.settings.get.queryOptions());
  const { session_memory_days, record_days, request_text_days, policy_version } = data.retention;
  return (
    <div className="panel p-4">
      <Facts
        facts={[
          { name: "Reasoning and raw evidence", value: countOf(session_memory_days, "day") },
          { name: "Records of lookups, events of sessions", value: countOf(record_days, "day") },
          {
            name: "Texts of requests",
            value: data.store_prompts
              ? `${countOf(request_text_days, "day")}, secrets masked; then only size and hash`
              : "never kept, only size and hash (WHENCE_STORE_PROMPTS=off)",
          },
          { name: "Lessons", value: "until superseded, retired or deleted" },
          {
            name: "Set by",
            value: policy_version === 0 ? "the built-in policy" : `policy version ${policy_version}`,
          },
        ]}
      />
    </div>
  );
}
