/**
 * Any JSON value as lines that a person or a model can read without knowing JSON. Escaping is the caller's:
 * stored text stays as it is.
 */
export function fieldLines(value: unknown, indent = ""): string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${indent}(none)`];
    return value.flatMap((item) => {
      const lines = fieldLines(item, `${indent}  `);
      return [`${indent}- ${lines[0]?.trimStart() ?? ""}`, ...lines.slice(1)];
    });
  }
  if (typeof value !== "object" || value === null) {
    return String(value)
      .split("\n")
      .map((line) => `${indent}${line}`);
  }
  return Object.entries(value).flatMap(([field, item]) => {
    if (typeof item !== "object" || item === null) {
      return [`${indent}${field}: ${String(item).replaceAll("\n", `\n${indent}  `)}`];
    }
    if (Array.isArray(item) && item.length === 0) return [`${indent}${field}: (none)`];
    return [`${indent}${field}:`, ...fieldLines(item, `${indent}  `)];
  });
}
