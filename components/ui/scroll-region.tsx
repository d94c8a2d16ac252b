import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Props = { label: string; className?: string | undefined; children: ReactNode };

/** What may be wider or longer than its place. It takes the focus, so that it can be scrolled by keyboard. */
export function ScrollRegion({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus it could not be scrolled by keyboard
    <section aria-label={label} tabIndex={0} className={classNames("scroll-region", className)}>
      {children}
    </section>
  );
}
