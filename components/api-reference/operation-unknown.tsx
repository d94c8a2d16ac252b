import Link from "next/link";
import { apiPath } from "./api-path.ts";

/** No operation has this name. The page has begun by then, so this is said in it and not by a status. */
export function OperationUnknown() {
  return (
    <section aria-labelledby="unknown" className="py-6">
      <meta name="robots" content="noindex" />
      <h2 id="unknown" className="font-semibold text-lg">
        Not found
      </h2>
      <p className="mt-1 max-w-prose text-muted">No operation has this name.</p>
      <p className="mt-4">
        <Link href={apiPath} className="control">
          All operations
        </Link>
      </p>
    </section>
  );
}
