/** The value at a path of fields, or undefined. Reads what another program wrote, so nothing of it is taken for granted. */
export function valueAt(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Object.entries(current).find(([key]) => key === name)?.[1];
  }
  return current;
}

/** The text at a path; empty when there is none. */
export function textAt(value: unknown, ...path: string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : "";
}
