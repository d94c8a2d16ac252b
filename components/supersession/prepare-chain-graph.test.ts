import { describe, expect, test } from "vitest";
import type { ChainData } from "#components/memories/detail/memory-data.ts";
import { prepareChainGraph } from "./prepare-chain-graph.ts";

function aMemory(
  id: string,
  state: ChainData["memories"][number]["state"] = "superseded",
): ChainData["memories"][number] {
  return {
    id,
    project: "github.com/acme/shop",
    level: "L1",
    kind: "lesson",
    state,
    tool: null,
    session: null,
    preview: `text of ${id}`,
    created_at: "2026-07-02T12:00:00.000Z",
  };
}

function aLink(id: string, successor: string | null, reason = "wrong"): ChainData["links"][number] {
  return { id, successor_id: successor, reason, created_at: "2026-07-03T12:00:00.000Z" };
}

describe("a chain as a graph", () => {
  test("draws every memory once and leads each to what replaced it", () => {
    const graph = prepareChainGraph({
      memories: [aMemory("a"), aMemory("b"), aMemory("end", "active")],
      links: [aLink("a", "end"), aLink("b", "end")],
    });
    expect(graph.nodes.map(({ id, isEnd }) => [id, isEnd])).toEqual([
      ["a", false],
      ["b", false],
      ["end", true],
    ]);
    expect(graph.edges.map(({ from, to }) => `${from}→${to}`)).toEqual(["a→end", "b→end"]);
    expect(graph.finding).toBe("2 steps; one memory answers for the 2 memories that it replaces.");
  });

  test("says that nothing answers for a chain that was retired", () => {
    const graph = prepareChainGraph({
      memories: [aMemory("a"), aMemory("b", "retired")],
      links: [aLink("a", "b"), aLink("b", null)],
    });
    expect(graph.edges).toHaveLength(1);
    expect(graph.finding).toContain("nothing answers in its place");
  });

  test("keeps the place of a member that the reader may not see", () => {
    const graph = prepareChainGraph({ memories: [aMemory("a")], links: [aLink("a", "hidden")] });
    expect(graph.nodes.find(({ id }) => id === "hidden")).toMatchObject({ state: "unknown", preview: "" });
  });

  test("announces what it leaves out, and draws no edge to it", () => {
    const ids = Array.from({ length: 200 }, (_, index) => `m${index}`);
    const graph = prepareChainGraph({
      memories: ids.map((id) => aMemory(id)),
      links: ids.slice(0, -1).map((id, index) => aLink(id, ids[index + 1] ?? null, "x".repeat(500))),
    });
    expect(graph.leftOut + graph.nodes.length).toBe(200);
    const drawn = new Set(graph.nodes.map(({ id }) => id));
    expect(graph.edges.every(({ from, to, reason }) => drawn.has(from) && drawn.has(to) && reason.length <= 60)).toBe(
      true,
    );
    expect(drawn.has("m199")).toBe(true);
  });
});
