"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";

/** The page holds the part of a log around the failure; the whole of it is fetched when somebody wants it, and kept as a file. */
export function WholeLogButton({ id }: { id: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [state, setState] = useState<"ready" | "loading" | { failed: string }>("ready");

  async function save() {
    setState("loading");
    try {
      const options = trpc.signature.get.queryOptions({ id, example: "whole" }, { gcTime: 0 });
      const { raw_example: log } = await queryClient.fetchQuery(options);
      saveFile(`failure-${id.replace(":", "-").slice(0, 15)}.log`, log, "text/plain;charset=utf-8");
      setState("ready");
    } catch (error) {
      setState({ failed: failureWords(error) });
    }
  }

  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button aria-disabled={state === "loading"} onClick={() => state !== "loading" && void save()}>
        <Download aria-hidden="true" size={14} />
        {state === "loading" ? "Fetching the log …" : "Download the whole log"}
      </Button>
      {typeof state === "object" ? (
        <span role="alert" className="text-bad text-xs">
          {state.failed}
        </span>
      ) : null}
    </span>
  );
}
