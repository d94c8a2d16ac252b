"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { CoChangeGraph } from "./prepare-co-change-graph.ts";

const CoChangeGraphDrawing = dynamic(() => import("./co-change-graph-drawing.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

const rowPixels = 56;
const leastPixels = 180;

/** The graph loads after the page, into a box that already has the size of what it will hold. */
export function CoChangeGraphBox({ graph, onShow }: { graph: CoChangeGraph; onShow: (path: string) => void }) {
  return (
    <div style={{ height: Math.max(leastPixels, graph.links.length * rowPixels + 24) }}>
      <CoChangeGraphDrawing graph={graph} onShow={onShow} />
    </div>
  );
}
