"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/trpc/provider.tsx";
import { TimeFull } from "#components/ui/time-full.tsx";
import { MemoryStateMark } from "../memory-state-mark.tsx";
import { kindWord, levelWord, stateMeaning } from "../words.ts";
import { ChainSection } from "./chain-section.tsx";
import { EditMemory } from "./edit-memory.tsx";
import { FailuresSection } from "./failures-section.tsx";
import { MemoryActions } from "./memory-actions.tsx";
import type { ChainData, MemoryData } from "./memory-data.ts";
import { MemoryTextSection } from "./memory-text-section.tsx";
import { NearCopiesSection } from "./near-copies-section.tsx";
import { OutcomesSection } from "./outcomes-section.tsx";
import { RetireMemory } from "./retire-memory.tsx";
import { SurfacedSection } from "./surfaced-section.tsx";
import { useMemoryAction } from "./use-memory-action.ts";

type Props = { initialMemory: MemoryData; initialChain: ChainData };

/** One memory: what it says, whether it answers, where it came from, where it went and what came of it. */
export function MemoryDetail({ initialMemory, initialChain }: Props) {
  const trpc = useTRPC();
  const [action] = useMemoryAction();
  const { id } = initialMemory;
  // The page came with these answers; they are asked for again only after something was changed.
  const { data: memory } = useQuery({ ...trpc.memory.get.queryOptions({ id }), initialData: initialMemory });
  const { data: chain } = useQuery({ ...trpc.supersession.get.queryOptions({ id }), initialData: initialChain });
  const isStanding = memory.state === "active" || memory.state === "draft";
  return (
    <div className="flex flex-col gap-7">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <p className="text-muted text-sm">
            {memory.type === null ? kindWord[memory.kind] : `${kindWord[memory.kind]}, ${memory.type}`} ·{" "}
            {levelWord[memory.level]} · written <TimeFull instant={memory.created_at} />
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-2 font-medium text-lg">
            <MemoryStateMark state={memory.state} />
            <span className="font-normal text-muted text-sm">{stateMeaning[memory.state]}</span>
          </p>
        </div>
        {memory.state === "deleted" ? null : <MemoryActions memory={memory} />}
      </div>
      {action === "edit" && isStanding ? <EditMemory memory={memory} /> : null}
      {action === "retire" && isStanding ? <RetireMemory id={memory.id} /> : null}
      <div className="grid gap-7 xl:grid-cols-2">
        <MemoryTextSection memory={memory} />
        <div className="flex min-w-0 flex-col gap-7">
          <ChainSection id={id} chain={chain} />
          {memory.state === "deleted" ? null : <NearCopiesSection id={id} canReplace={memory.state === "active"} />}
        </div>
      </div>
      <SurfacedSection memory={memory} />
      {memory.kind === "reasoning" ? <OutcomesSection memory={memory} /> : null}
      <FailuresSection memory={memory} />
    </div>
  );
}
