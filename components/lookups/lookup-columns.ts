export const lookupsLabel = "Lookups, newest first";

/** The columns of the list of lookups. */
export const lookupColumns = [
  { id: "time", name: "Time", width: "w-33", align: "text-left" },
  { id: "tier", name: "Tier", width: "w-28", align: "text-left" },
  { id: "tool", name: "Tool or session", width: "w-27", align: "text-left" },
  { id: "project", name: "Project", width: "w-28", align: "text-left" },
  { id: "asked", name: "Asked about", width: "", align: "text-left" },
  { id: "returned", name: "Returned", width: "w-19", align: "text-right" },
  { id: "dropped", name: "Dropped", width: "w-18", align: "text-right" },
  { id: "budget", name: "Budget", width: "w-26", align: "text-left" },
  { id: "duration", name: "Took", width: "w-18", align: "text-right" },
] as const;
