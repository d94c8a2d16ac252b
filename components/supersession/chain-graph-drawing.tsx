"use client";

import { type Edge, Handle, MarkerType, type Node, type NodeProps, Position } from "@xyflow/react";
import Link from "next/link";
import { useMemo } from "react";
import { GraphToLookAt } from "#components/charts/graph-to-look-at.tsx";
import { placeNodes } from "#components/charts/place-nodes.ts";
import { MemoryStateMark } from "#components/memories/memory-state-mark.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { localTime } from "#components/ui/format-time.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { useZone } from "#components/ui/time-reading.tsx";
import type { ChainGraph, ChainNode } from "./prepare-chain-graph.ts";

const nodeWidth = 230;
const nodeHeight = 92;
const edgeLabelWidth = 190;

type MemoryNode = Node<ChainNode & { isHere: boolean }, "memory">;

const nodeTypes = { memory: MemoryBox };

function MemoryBox({ data }: NodeProps<MemoryNode>) {
  return (
    <div
      className={classNames(
        "flex h-[92px] w-[230px] flex-col gap-1 rounded-md border bg-surface p-2 text-xs",
        data.isEnd ? "border-accent" : "border-line-strong",
        data.isHere && "bg-selected",
      )}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      {data.state === "unknown" ? (
        <span className="text-muted">Not readable here</span>
      ) : (
        <>
          <MemoryStateMark state={data.state} />
          <Link href={`/memories/${data.id}`} className="nopan nodrag line-clamp-3 hover:underline">
            {data.preview === "" ? <code>{data.id}</code> : <StoredText>{data.preview}</StoredText>}
          </Link>
        </>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
    </div>
  );
}

/** Where each node stands: oldest on the left, the end on the right, branches below one another. */
function placesOf({ nodes, edges }: ChainGraph) {
  return placeNodes({
    ids: nodes.map(({ id }) => id),
    edges,
    size: { width: nodeWidth, height: nodeHeight },
    gaps: { nodesep: 24, ranksep: 40 },
    edgeLabel: { width: edgeLabelWidth, height: 30, labelpos: "c" },
  });
}

export default function ChainGraphDrawing({ graph, here }: { graph: ChainGraph; here: string }) {
  const zone = useZone();
  const places = useMemo(() => placesOf(graph), [graph]);
  const nodes: MemoryNode[] = graph.nodes.map((node) => ({
    id: node.id,
    type: "memory",
    position: places.get(node.id) ?? { x: 0, y: 0 },
    width: nodeWidth,
    height: nodeHeight,
    data: { ...node, isHere: node.id === here },
  }));
  const edges: Edge[] = graph.edges.map(({ from, to, reason, at }) => ({
    id: `${from} ${to}`,
    source: from,
    target: to,
    label: `${localTime(at, zone)?.date ?? ""} · ${reason.slice(0, 24)}${reason.length > 24 ? "…" : ""}`,
    labelStyle: { fill: "var(--ink-muted)", fontSize: 10 },
    labelBgStyle: { fill: "var(--surface)" },
    style: { stroke: "var(--line-strong)" },
    markerEnd: { type: MarkerType.ArrowClosed, color: "var(--line-strong)" },
  }));
  return <GraphToLookAt nodes={nodes} edges={edges} nodeTypes={nodeTypes} padding={0.12} />;
}
