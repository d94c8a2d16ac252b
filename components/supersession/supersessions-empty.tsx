import Link from "next/link";

/** Nothing was ever replaced: what a supersession is and how to make one. */
export function SupersessionsEmpty() {
  return (
    <section aria-labelledby="no-chains" className="panel mx-auto mt-6 max-w-3xl p-6">
      <h2 id="no-chains" className="font-semibold text-lg">
        Nothing was superseded yet
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        A chain begins when a memory that is no longer right is replaced by another one, or retired, with the reason.
        The old text stays readable, lookups answer with the end of the chain, and every step can be undone. Edit or
        retire a memory on its page to begin one.
      </p>
      <p className="mt-4">
        <Link href="/memories?state=active" className="control">
          Active memories
        </Link>
      </p>
    </section>
  );
}
