"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useSingleKeys } from "#components/shell/single-keys.ts";
import { localTime } from "#components/ui/format-time.ts";
import { useZone } from "#components/ui/time-reading.tsx";
import { useWideScreen } from "#components/ui/use-wide-screen.ts";
import type { ListColumn } from "./list-column.ts";
import { listRowHeight } from "./list-row-look.ts";
import { ListTableFrame } from "./list-table-frame.tsx";

type Props<Row> = {
  label: string;
  columns: readonly ListColumn[];
  rows: readonly Row[];
  isWhole: boolean;
  isBusy: boolean;
  /** The instant of a row, for the zone that the column of times names. */
  timeOf: (row: Row) => string;
  /** Draws a `tr` with `data-row-index`, and in it a link with `data-row-link`. */
  renderRow: (row: Row, index: number) => ReactNode;
};

/** Up to here, which is one page, all rows are drawn, so that the browser's own search finds them; a second page at once would hold up the scrolling. */
const drawnWhole = 50;
const overscan = 12;
const framesToWait = 60;

/** Rows of one height, drawn in part when they are many, walked by `j` and `k`. */
export function ListTable<Row>({ label, columns, rows, isWhole, isBusy, timeOf, renderRow }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const lastRow = useRef(-1);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState<number>(listRowHeight);
  const isWide = useWideScreen();
  const zone = useZone();
  const isDrawnInPart = rows.length > drawnWhole;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan,
    scrollMargin: top,
    // The rows beyond the edges bridge the frame that drawing takes; drawn within the scroll event, they held it up.
    useFlushSync: false,
  });
  // All rows have one height, but which one depends on the screen and on the reader's font size, so it is measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width draws rows of another height
  useLayoutEffect(() => {
    const element = box.current;
    const row = element?.querySelector("[data-row-index]");
    if (!element || !row) return;
    setTop(element.getBoundingClientRect().top + window.scrollY);
    setHeight(row.getBoundingClientRect().height);
  }, [isWide, isDrawnInPart]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps the sizes it was told first
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);

  function linkOf(index: number): HTMLElement | null {
    return box.current?.querySelector<HTMLElement>(`[data-row-index="${index}"] [data-row-link]`) ?? null;
  }

  function goTo(index: number) {
    if (index < 0 || index >= rows.length) return;
    lastRow.current = index;
    const link = linkOf(index);
    if (link !== null) {
      link.focus();
      return;
    }
    virtualizer.scrollToIndex(index);
    focusWhenDrawn(index, framesToWait);
  }

  /** Rows are drawn some frames after the scroll; another key meanwhile means another row. */
  function focusWhenDrawn(index: number, frames: number) {
    if (frames === 0 || lastRow.current !== index) return;
    const link = linkOf(index);
    if (link === null) requestAnimationFrame(() => focusWhenDrawn(index, frames - 1));
    else link.focus();
  }

  /** The row that has the focus, or had it last, so that `j` goes on from there after a look elsewhere. */
  function here(): number {
    const focused = document.activeElement?.closest("[data-row-index]")?.getAttribute("data-row-index");
    return focused ? Number(focused) : lastRow.current;
  }

  useSingleKeys({ j: () => goTo(Math.min(here() + 1, rows.length - 1)), k: () => goTo(Math.max(here() - 1, 0)) });

  const drawn = isDrawnInPart ? virtualizer.getVirtualItems().map(({ index }) => index) : rows.map((_, index) => index);
  const before = (drawn[0] ?? 0) * height;
  const after = (rows.length - drawn.length) * height - before;
  const offset = rows[0] === undefined ? undefined : localTime(timeOf(rows[0]), zone)?.offset;
  return (
    <div ref={box}>
      <ListTableFrame
        label={label}
        columns={columns}
        heightBefore={before}
        heightAfter={after}
        rowCount={isWhole ? rows.length + 1 : -1}
        isBusy={isBusy}
        zoneNote={<span className="font-normal"> · {offset ?? "UTC"}</span>}
      >
        {drawn.map((index) => {
          const row = rows[index];
          return row === undefined ? null : renderRow(row, index);
        })}
      </ListTableFrame>
    </div>
  );
}
