import { expect, test } from "vitest";
import { agentSnippets } from "./agent-snippets.ts";

test("every snippet names this server's MCP endpoint, and those in JSON are JSON", () => {
  const snippets = agentSnippets("http://127.0.0.1:3210");
  expect(snippets.every(({ text }) => text.includes("http://127.0.0.1:3210/mcp"))).toBe(true);
  for (const { text } of snippets.filter(({ where }) => where.includes(".json"))) {
    expect(Object.keys(JSON.parse(text))).toEqual(["mcpServers"]);
  }
});
