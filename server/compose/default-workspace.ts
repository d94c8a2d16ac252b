/** The workspace of the embedded store and of a team that has not made others. */
export const defaultWorkspace = "default";
