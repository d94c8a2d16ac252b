import type { CodeGraph } from "#server/domain/selection/code-graph.ts";
import { IntList } from "#server/domain/selection/int-list.ts";
import type { MemoryColumns } from "#server/domain/selection/memory-columns.ts";

const none: readonly number[] = [];

/** The ground of all memories of an index as one graph sees it. */
export class GroundView {
  readonly graph: CodeGraph;
  readonly #columns: MemoryColumns;
  readonly #codesAt = new Map<string, number[]>();
  /** By ground code: 1 where the graph holds the node. */
  readonly #isResident = new IntList();
  /** By slot: how many of its ground nodes the graph holds. */
  readonly resident: IntList;

  constructor(graph: CodeGraph, columns: MemoryColumns) {
    this.graph = graph;
    this.#columns = columns;
    this.resident = new IntList(columns.length);
    for (let slot = 0; slot < columns.length; slot++) this.addSlot(slot);
  }

  /** Slots are added in order. */
  addSlot(slot: number): void {
    this.#readNewGround();
    let resident = 0;
    for (const code of this.#columns.groundAt(slot)) resident += this.#isResident.at(code);
    this.resident.push(resident);
  }

  /** Ground codes that lie in a focus. Walks whichever is smaller, since a focus may hold a whole repository. */
  codesIn(focus: ReadonlySet<string>): number[] {
    const codes: number[] = [];
    if (focus.size <= this.#codesAt.size) {
      for (const node of focus) for (const code of this.#codesAt.get(node) ?? none) codes.push(code);
    } else {
      for (const [node, atNode] of this.#codesAt) if (focus.has(node)) for (const code of atNode) codes.push(code);
    }
    return codes;
  }

  #readNewGround(): void {
    const { grounds } = this.#columns;
    for (let code = this.#isResident.length; code < grounds.length; code++) {
      const node = this.graph.nodeAt(grounds[code] ?? "");
      this.#isResident.push(node === null ? 0 : 1);
      if (node === null) continue;
      const codes = this.#codesAt.get(node);
      if (codes === undefined) this.#codesAt.set(node, [code]);
      else codes.push(code);
    }
  }
}
