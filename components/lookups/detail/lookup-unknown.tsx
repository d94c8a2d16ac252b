import Link from "next/link";

/** No record has this id. The page has begun by then, so this is said in it and not by a status. */
export function LookupUnknown() {
  return (
    <section aria-labelledby="unknown" className="py-6">
      <meta name="robots" content="noindex" />
      <h2 id="unknown" className="font-semibold text-lg">
        Not found
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        No lookup has this address. A lookup is kept for 90 days; after that its page is gone too.
      </p>
      <p className="mt-4">
        <Link href="/lookups" className="control">
          All lookups
        </Link>
      </p>
    </section>
  );
}
