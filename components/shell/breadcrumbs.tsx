import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

type Props = { above: readonly { name: string; href: string }[]; here: ReactNode };

export function Breadcrumbs({ above, here }: Props) {
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0">
      <ol className="flex min-w-0 flex-wrap items-center gap-1 text-muted text-sm">
        {above.map(({ name, href }) => (
          <li key={href} className="flex items-center gap-1">
            <Link href={href} className="rounded-sm text-accent hover:underline">
              {name}
            </Link>
            <ChevronRight aria-hidden="true" size={14} />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate">
          {here}
        </li>
      </ol>
    </nav>
  );
}
