import Link from "next/link";

/** No memory has this id. The page has begun by then, so this is said in it and not by a status. */
export function MemoryUnknown() {
  return (
    <section aria-labelledby="unknown" className="py-6">
      <meta name="robots" content="noindex" />
      <h2 id="unknown" className="font-semibold text-lg">
        Not found
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        No memory has this address. A deleted one keeps its page; one of a purged project is gone without a trace.
      </p>
      <p className="mt-4">
        <Link href="/memories" className="control">
          All memories
        </Link>
      </p>
    </section>
  );
}
