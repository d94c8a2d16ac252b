import { classNames } from "./class-names.ts";

/** A grey bar of the size of what will stand there. Screen readers hear the loading region, not its bars. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("skeleton block h-3", className)} />;
}
