"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** Set by the first heading of a full page load, which the browser itself puts the reader in front of. */
let hasLoaded = false;

type Props = { children: ReactNode };

/**
 * The one `h1` of a page. After a navigation inside the dashboard it takes the focus, so that a keyboard or screen
 * reader goes on from the top of the new page and not from a link that is gone.
 */
export function PageHeading({ children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasLoaded) heading.current?.focus({ preventScroll: true });
    hasLoaded = true;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight">
      {children}
    </h1>
  );
}
