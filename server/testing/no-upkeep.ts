import type { Upkeep } from "#server/api/cli/upkeep.ts";

/** For a command line whose commands open no store for themselves. */
export const noUpkeep: Upkeep = {
  dump: async () => {
    throw new Error("This test dumps nothing.");
  },
  repair: async () => {
    throw new Error("This test repairs nothing.");
  },
};
