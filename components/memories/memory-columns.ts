export const memoriesLabel = "Memories, newest first";

/** The columns of the list of memories. */
export const memoryColumns = [
  { id: "time", name: "Written", width: "w-35", align: "text-left" },
  { id: "state", name: "State", width: "w-28", align: "text-left" },
  { id: "level", name: "Level", width: "w-14", align: "text-left" },
  { id: "kind", name: "Kind", width: "w-24", align: "text-left" },
  { id: "tool", name: "Tool", width: "w-29", align: "text-left" },
  { id: "project", name: "Project", width: "w-28", align: "text-left" },
  { id: "text", name: "Text", width: "", align: "text-left" },
] as const;
