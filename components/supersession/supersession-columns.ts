export const chainsLabel = "Chains, the one that changed last first";

/** The columns of the list of chains. */
export const supersessionColumns = [
  { id: "time", name: "Changed", width: "w-36", align: "text-left" },
  { id: "end", name: "At the end", width: "w-28", align: "text-left" },
  { id: "replaced", name: "Replaces", width: "w-20", align: "text-right" },
  { id: "project", name: "Project", width: "w-28", align: "text-left" },
  { id: "text", name: "What answers now", width: "", align: "text-left" },
  { id: "reason", name: "Newest reason", width: "w-[30%]", align: "text-left" },
] as const;
