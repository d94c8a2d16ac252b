import type { z } from "zod";
import type { GetMemoryOutput, GetSupersessionOutput, ListNearCopiesOutput } from "#server/contracts/memories.ts";

export type MemoryData = z.output<typeof GetMemoryOutput>;
export type ChainData = z.output<typeof GetSupersessionOutput>;
export type NearCopiesData = z.output<typeof ListNearCopiesOutput>;
