import { hook } from "#server/compose/hook.ts";

/** The hook with all the time in the world: what it says is then never a matter of how busy the machine is. */
await hook(process.argv.slice(2), { deadlineMs: 120_000 });
