"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "#components/ui/class-names.ts";
import { isCurrentPage, pages } from "./pages.ts";

export function Navigation() {
  const pathname = usePathname();
  return <NavigationLinks pathname={pathname} />;
}

/** The same links while the path is not known yet, as in a prerendered shell. */
export function NavigationLinks({ pathname }: { pathname: string | null }) {
  return (
    <ul className="flex gap-0.5 md:flex-col">
      {pages.map(({ path, name, Icon }) => {
        const isCurrent = pathname !== null && isCurrentPage(path, pathname);
        return (
          <li key={path}>
            <Link
              href={path}
              aria-current={isCurrent ? (pathname === path ? "page" : "true") : undefined}
              className={classNames(
                "flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-sm",
                isCurrent ? "bg-selected font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
              )}
            >
              <Icon aria-hidden="true" size={15} className={isCurrent ? "text-accent" : ""} />
              {name}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
