import type { MouseEventHandler, ReactNode } from "react";
import { ListEnd } from "./list-end.tsx";

type Props = {
  /** What is new since the rows were read. */
  live: ReactNode;
  exportMenu: ReactNode;
  /** Instead of the table, when there are no rows. */
  empty: ReactNode;
  noun: { one: string; many: string };
  shown: number;
  /** The endless query of the list, as far as its end shows it. */
  pages: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  onClickRow: MouseEventHandler;
  /** The table. */
  children: ReactNode;
};

/** A list whole: what is new and the export above, the rows or why there are none, and how it goes on below. */
export function ListLayout({ live, exportMenu, empty, noun, shown, pages, onClickRow, children }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {live}
        {shown === 0 ? null : exportMenu}
      </div>
      {shown === 0 ? (
        empty
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the pointer; the link in each row serves the keyboard
        <div onClick={onClickRow}>{children}</div>
      )}
      <ListEnd
        noun={noun}
        shown={shown}
        hasMore={pages.hasNextPage}
        isLoading={pages.isFetchingNextPage}
        hasFailed={pages.isFetchNextPageError}
        onMore={() => void pages.fetchNextPage()}
      />
    </>
  );
}
