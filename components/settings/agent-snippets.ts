/** How an agent is connected: the name of the client, where the text goes, and the text. */
export type AgentSnippet = { id: string; client: string; where: string; text: string };

/** Ready-made settings for the clients that people use, for this server. */
export function agentSnippets(origin: string): AgentSnippet[] {
  const mcp = `${origin}/mcp`;
  return [
    {
      id: "claude-code",
      client: "Claude Code",
      where: "in a shell",
      text: `claude mcp add --transport http whence ${mcp}`,
    },
    {
      id: "cursor",
      client: "Cursor",
      where: "~/.cursor/mcp.json, or .cursor/mcp.json of one repository",
      text: JSON.stringify({ mcpServers: { whence: { url: mcp } } }, null, 2),
    },
    {
      id: "codex",
      client: "Codex",
      where: "~/.codex/config.toml",
      text: `[mcp_servers.whence]\nurl = ${JSON.stringify(mcp)}`,
    },
    {
      id: "gemini",
      client: "Gemini CLI",
      where: "~/.gemini/settings.json",
      text: JSON.stringify({ mcpServers: { whence: { httpUrl: mcp } } }, null, 2),
    },
    {
      id: "other",
      client: "Any other MCP client",
      where: "Streamable HTTP, no headers needed on this machine",
      text: mcp,
    },
  ];
}
