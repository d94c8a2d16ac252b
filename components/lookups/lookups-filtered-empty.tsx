import { Button } from "#components/ui/button.tsx";

/** There are lookups, but none that these filters let through. */
export function LookupsFilteredEmpty({ onClear }: { onClear: () => void }) {
  return (
    <div className="mt-6 flex flex-col items-center gap-3 py-12 text-center">
      <p className="font-medium">No lookup matches these filters</p>
      <Button onClick={onClear}>Clear filters</Button>
    </div>
  );
}
