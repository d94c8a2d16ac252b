export const failuresLabel = "Failures";

/** The columns of the list of failures. */
export const failureColumns = [
  { id: "time", name: "Last seen", width: "w-24", align: "text-left" },
  { id: "tool", name: "Tool", width: "w-20", align: "text-left" },
  { id: "failure", name: "Failure", width: "", align: "text-left" },
  { id: "days", name: "30 days", width: "w-28", align: "text-left" },
  { id: "seen", name: "Seen", width: "w-16", align: "text-right" },
  { id: "first", name: "First seen", width: "w-22", align: "text-left" },
  { id: "projects", name: "Projects", width: "w-26", align: "text-left" },
  { id: "lessons", name: "Lessons", width: "w-18", align: "text-right" },
  { id: "tier1", name: "Tier 1", width: "w-15", align: "text-right" },
] as const;
