import Link from "next/link";

/** No failure has this id. The page has begun by then, so this is said in it and not by a status. */
export function FailureUnknown() {
  return (
    <section aria-labelledby="unknown" className="py-6">
      <meta name="robots" content="noindex" />
      <h2 id="unknown" className="font-semibold text-lg">
        Not found
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        No failure has this address, or you may not see the projects that saw it.
      </p>
      <p className="mt-4">
        <Link href="/failures" className="control">
          All failures
        </Link>
      </p>
    </section>
  );
}
