import { Button } from "#components/ui/button.tsx";

type Props = { title: string; onClear: () => void };

/** There are rows, but none that these filters let through. */
export function FilteredEmpty({ title, onClear }: Props) {
  return (
    <div className="mt-6 flex flex-col items-center gap-3 py-12 text-center">
      <p className="font-medium">{title}</p>
      <Button onClick={onClear}>Clear filters</Button>
    </div>
  );
}
