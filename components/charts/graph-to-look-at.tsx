"use client";

import "@xyflow/react/dist/base.css";
import { Controls, type Edge, type Node, type NodeTypes, ReactFlow } from "@xyflow/react";

type Props = {
  nodes: Node[];
  edges: Edge[];
  nodeTypes: NodeTypes;
  /** Share of the box that stays empty around the picture. */
  padding: number;
};

/** A graph that is fitted into its box, moved and zoomed, and never edited; a list beside it is for keyboard and reader. */
export function GraphToLookAt({ nodes, edges, nodeTypes, padding }: Props) {
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      fitView
      fitViewOptions={{ padding, maxZoom: 1 }}
      minZoom={0.1}
      maxZoom={1.5}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      zoomOnScroll={false}
      preventScrolling={false}
      proOptions={{ hideAttribution: true }}
    >
      <Controls showInteractive={false} className="chain-controls" />
    </ReactFlow>
  );
}
