import Link from "next/link";
import type { ReactNode } from "react";

type Props = {
  /** Where what does exist is listed. */
  list: { href: string; name: string };
  children: ReactNode;
};

/** An address that names nothing. The page has begun by then, so this is said in it and not by a status. */
export function NothingHere({ list, children }: Props) {
  return (
    <section aria-labelledby="unknown" className="py-6">
      <meta name="robots" content="noindex" />
      <h2 id="unknown" className="font-semibold text-lg">
        Not found
      </h2>
      <p className="mt-1 max-w-prose text-muted">{children}</p>
      <p className="mt-4">
        <Link href={list.href} className="control">
          {list.name}
        </Link>
      </p>
    </section>
  );
}
