import Link from "next/link";

/** No run has this id. The page has begun by then, so this is said in it and not by a status. */
export function RunUnknown() {
  return (
    <section aria-labelledby="unknown" className="py-6">
      <meta name="robots" content="noindex" />
      <h2 id="unknown" className="font-semibold text-lg">
        Not found
      </h2>
      <p className="mt-1 max-w-prose text-muted">No calibration has this address.</p>
      <p className="mt-4">
        <Link href="/calibration" className="control">
          All calibrations
        </Link>
      </p>
    </section>
  );
}
