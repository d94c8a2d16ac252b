import { compileEngineAhead } from "#server/db/engine-ahead.ts";

/** The entry of the server. The product is loaded after the engine of its store has begun to compile beside it. */
if (!process.env.DATABASE_URL) compileEngineAhead();
const { serve } = await import("./server-process.ts");

serve().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
