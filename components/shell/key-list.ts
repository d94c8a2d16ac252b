/** Every key of the dashboard, as its help shows it. */
export const keyGroups = [
  {
    title: "Anywhere",
    keys: [
      { keys: ["Ctrl", "K"], does: "Open the command menu (⌘ K on a Mac)" },
      { keys: ["?"], does: "Show these keys" },
    ],
  },
  {
    title: "Lists",
    keys: [
      { keys: ["j"], does: "Next row" },
      { keys: ["k"], does: "Previous row" },
      { keys: ["Enter"], does: "Open the row" },
      { keys: ["/"], does: "Go to the text filter" },
      { keys: ["↓"], does: "From the text filter to the first row" },
    ],
  },
  {
    title: "One lookup",
    keys: [
      { keys: ["["], does: "Previous in the list (newer)" },
      { keys: ["]"], does: "Next in the list (older)" },
      { keys: ["j"], does: "Next candidate of a prior-context lookup" },
      { keys: ["k"], does: "Previous candidate" },
      { keys: ["r"], does: "Label the candidate as relevant" },
      { keys: ["c"], does: "Label the candidate as a control" },
      { keys: ["u"], does: "Label the candidate as unsure" },
    ],
  },
] as const;
