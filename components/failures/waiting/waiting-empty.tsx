import { CircleCheck } from "lucide-react";

/** Empty, which here is how it should be. */
export function WaitingEmpty({ title, children }: { title: string; children: string }) {
  return (
    <div className="m-auto flex max-w-96 flex-col items-center px-4 py-3 text-center">
      <CircleCheck aria-hidden="true" size={18} className="text-muted" />
      <p className="mt-1.5 font-medium">{title}</p>
      <p className="text-muted text-xs">{children}</p>
    </div>
  );
}
