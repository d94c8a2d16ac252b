import { z } from "zod";
import { cliFile, startProduct } from "#server/testing/run-product.ts";

/** A host's `whence mcp` of its own: writes `count` memories over it and ends it by closing its input. Resolves with the ids that were acknowledged. */
export async function writtenOverMcp(
  dataDir: string,
  { project, name, count }: { project: string; name: string; count: number },
): Promise<string[]> {
  const mcp = startProduct(cliFile, ["mcp"], dataDir);
  const say = (message: object) => mcp.child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "host", version: "1" };
  say({ id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
  await mcp.saying(/("id":0)/);
  say({ method: "notifications/initialized" });
  for (let n = 1; n <= count; n++) {
    const id = `${name}-${n}`;
    const given = { project, id, text: `The lesson called ${id}.` };
    say({ id: n, method: "tools/call", params: { name: "remember", arguments: given } });
  }
  const Reply = z.object({
    id: z.number(),
    result: z.object({ isError: z.boolean().optional() }).optional(),
    error: z.object({ message: z.string() }).optional(),
  });
  const replies = () =>
    mcp
      .out()
      .split("\n")
      .slice(0, -1)
      .map((line) => Reply.safeParse(JSON.parse(line)))
      .flatMap(({ data }) => (data && data.id > 0 ? [data] : []));
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      const refused = replies().find(({ error }) => error !== undefined);
      if (refused) reject(new Error(`${name}-${refused.id} was refused: ${refused.error?.message}`));
      else if (replies().length === count) resolve();
    };
    mcp.child.stdout?.on("data", look);
    void mcp.ended.then(({ err }) => reject(new Error(`ended early: ${err}`)));
    look();
  });
  mcp.child.stdin?.end();
  const { code, err } = await mcp.ended;
  if (code !== 0) throw new Error(`whence mcp ended with ${code}: ${err}`);
  return replies().flatMap(({ id, result }) => (result?.isError === true ? [] : [`${name}-${id}`]));
}
