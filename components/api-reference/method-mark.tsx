/** The verb of a call, as wide for one as for another. */
export function MethodMark({ method }: { method: string }) {
  return <code className="inline-block w-14 shrink-0 font-medium text-muted text-xs">{method}</code>;
}
