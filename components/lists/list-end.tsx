"use client";

import { Button } from "#components/ui/button.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useReachedEnd } from "#components/ui/use-reached-end.ts";

type Props = {
  /** What the rows are called, one and many. */
  noun: { one: string; many: string };
  shown: number;
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
};

/** Under a list: how much of it is shown, the rest as it is scrolled to or asked for, and what to do when that fails. */
export function ListEnd({ noun, shown, hasMore, isLoading, hasFailed, onMore }: Props) {
  const canLoad = hasMore && !isLoading && !hasFailed;
  const end = useReachedEnd(() => {
    if (canLoad) onMore();
  });
  const count = countOf(shown, noun.one, noun.many);
  return (
    <>
      {hasFailed ? (
        <Notice
          look="failed"
          title={`The older ${noun.many} could not be loaded`}
          className="mt-3"
          action={<Button onClick={onMore}>Try again</Button>}
        >
          The rows above are complete.
        </Notice>
      ) : null}
      {shown === 0 ? null : (
        <p ref={end} className="flex min-h-12 items-center justify-center gap-3 py-3 text-muted text-xs">
          <span role="status">
            {isLoading
              ? `Loading older ${noun.many}`
              : hasMore
                ? `${count} shown`
                : `${shown === 1 ? `The only ${noun.one}` : `All ${count}`} shown`}
          </span>
          {canLoad ? <Button onClick={onMore}>Show older</Button> : null}
        </p>
      )}
    </>
  );
}
