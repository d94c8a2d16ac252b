import type { Metadata } from "next";
import Link from "next/link";
import { PageHeading } from "#components/shell/page-heading.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <div className="py-10">
      <PageHeading>Not found</PageHeading>
      <p className="mt-2 max-w-prose text-muted">
        Nothing has this address. A lookup is kept for 90 days; after that its page is gone too.
      </p>
      <p className="mt-4">
        <Link href="/lookups" className="control">
          All lookups
        </Link>
      </p>
    </div>
  );
}
