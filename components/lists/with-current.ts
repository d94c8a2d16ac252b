/** A filter's current value stays choosable, even when nothing recent has it. */
export function withCurrent(known: readonly string[], current: string | null): readonly string[] {
  return current === null || known.includes(current) ? known : [current, ...known];
}
