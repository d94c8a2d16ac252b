"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ChainGraph } from "./prepare-chain-graph.ts";

const ChainGraphDrawing = dynamic(() => import("./chain-graph-drawing.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

/** The graph loads after the page, into a box that already has its size. */
export function ChainGraphBox({ graph, here }: { graph: ChainGraph; here: string }) {
  return (
    <div className="h-72 sm:h-80">
      <ChainGraphDrawing graph={graph} here={here} />
    </div>
  );
}
