"use client";

import { type Edge, Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { useMemo } from "react";
import { GraphToLookAt } from "#components/charts/graph-to-look-at.tsx";
import { placeNodes } from "#components/charts/place-nodes.ts";
import { classNames } from "#components/ui/class-names.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { useWideScreen } from "#components/ui/use-wide-screen.ts";
import type { CoChangeGraph, CoChangeNode } from "./prepare-co-change-graph.ts";

const nodeHeight = 44;
/** On a narrow screen the same picture with less room, so that names stay as large as they are elsewhere. */
const measures = { wide: { node: 230, gap: 130 }, narrow: { node: 118, gap: 56 } } as const;

type FileNode = Node<CoChangeNode & { width: number; onShow: (path: string) => void }, "file">;

const nodeTypes = { file: FileBox };

function FileBox({ data }: NodeProps<FileNode>) {
  const { path, name, folder, isAsked, width, onShow } = data;
  const words = (
    <>
      <span className="block truncate font-mono text-xs">
        <StoredText>{name}</StoredText>
      </span>
      <span className="block truncate text-[0.65rem] text-muted">
        {folder === "" ? "top folder" : <StoredText>{folder}</StoredText>}
      </span>
    </>
  );
  const box = classNames(
    "nopan nodrag pointer-events-auto flex flex-col justify-center rounded-md border bg-surface px-2 text-left",
    isAsked ? "border-accent bg-selected" : "border-line-strong hover:bg-hover",
  );
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      {isAsked ? (
        <div className={box} style={{ width, height: nodeHeight }} title={path}>
          {words}
        </div>
      ) : (
        <button
          type="button"
          className={box}
          style={{ width, height: nodeHeight }}
          title={path}
          aria-label={`Show partners of ${path}`}
          onClick={() => onShow(path)}
        >
          {words}
        </button>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
    </>
  );
}

/** The file that was asked about on the left, its partners below one another on the right, strongest first. */
function placesOf({ nodes, links }: CoChangeGraph, { node, gap }: { node: number; gap: number }) {
  return placeNodes({
    ids: nodes.map(({ path }) => path),
    edges: links.map(({ to }) => ({ from: nodes[0]?.path ?? "", to })),
    size: { width: node, height: nodeHeight },
    gaps: { nodesep: 10, ranksep: gap },
  });
}

export default function CoChangeGraphDrawing({
  graph,
  onShow,
}: {
  graph: CoChangeGraph;
  onShow: (path: string) => void;
}) {
  const isWide = useWideScreen();
  const measure = isWide ? measures.wide : measures.narrow;
  const places = useMemo(() => placesOf(graph, measure), [graph, measure]);
  const nodes: FileNode[] = graph.nodes.map((node) => ({
    id: node.path,
    type: "file",
    position: places.get(node.path) ?? { x: 0, y: 0 },
    width: measure.node,
    height: nodeHeight,
    data: { ...node, width: measure.node, onShow },
  }));
  const edges: Edge[] = graph.links.map(({ to, label, width, isWeak }) => ({
    id: to,
    source: graph.nodes[0]?.path ?? "",
    target: to,
    label,
    labelStyle: { fill: "var(--ink-muted)", fontSize: 10 },
    labelBgStyle: { fill: "var(--surface)" },
    style: { stroke: "var(--line-strong)", strokeWidth: width, ...(isWeak ? { strokeDasharray: "5 4" } : {}) },
  }));
  return (
    <GraphToLookAt
      // A new picture is fitted anew: another file, or another width.
      key={`${graph.nodes[0]?.path} ${measure.node}`}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      padding={0.04}
    />
  );
}
