import Link from "next/link";

/** A memory by its id, as the way to its page. */
export function MemoryLink({ id }: { id: string }) {
  return (
    <Link href={`/memories/${id}`} className="break-all rounded-sm font-mono text-accent text-xs hover:underline">
      {id}
    </Link>
  );
}
