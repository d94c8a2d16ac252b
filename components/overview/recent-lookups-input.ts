/** The query input of the overview's list, the same on server and browser. */
export const recentLookupsInput = { limit: 8 };
