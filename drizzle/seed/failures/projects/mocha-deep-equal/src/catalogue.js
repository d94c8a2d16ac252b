export const sorted = (names) => [...names].sort();
