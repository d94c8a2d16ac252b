"use client";

import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import { useState } from "react";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { saveFile } from "#components/ui/save-file.ts";
import { type CsvColumn, csvOf } from "./csv-of.ts";

export type ExportMenuProps<Row> = {
  /** Of the file, without its ending. */
  fileName: string;
  columns: readonly CsvColumn<Row>[];
  /** A page of the list as it is filtered now, after a cursor. */
  fetchPage: (cursor: string | null) => Promise<{ items: readonly Row[]; next_cursor: string | null }>;
};

/** A file for a person's spreadsheet, not a backup: beyond this the dump is the right tool. */
const mostRows = 10_000;

const item = "flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 outline-none data-highlighted:bg-hover";

/** The filtered list as a file. Rows are fetched page by page when asked for; a cut is announced. */
export function ExportMenuLoaded<Row>({ fileName, columns, fetchPage }: ExportMenuProps<Row>) {
  const [state, setState] = useState<{ words: string; isRunning: boolean }>({ words: "", isRunning: false });

  async function save(format: "csv" | "json") {
    setState({ words: "Collecting rows", isRunning: true });
    try {
      const rows: Row[] = [];
      let cursor: string | null = null;
      do {
        const page = await fetchPage(cursor);
        rows.push(...page.items);
        cursor = page.next_cursor;
        setState({ words: `${countOf(rows.length, "row")} collected`, isRunning: true });
      } while (cursor !== null && rows.length < mostRows);
      const text = format === "csv" ? csvOf(columns, rows) : `${JSON.stringify(rows, null, 2)}\n`;
      saveFile(`${fileName}.${format}`, text, format === "csv" ? "text/csv;charset=utf-8" : "application/json");
      const cut = cursor === null ? "" : `, the newest ${formatCount(mostRows)} only`;
      setState({ words: `${countOf(rows.length, "row")} saved${cut}`, isRunning: false });
    } catch {
      setState({ words: "The export failed: the server did not answer", isRunning: false });
    }
  }

  return (
    <span className="no-print inline-flex items-center gap-2">
      <Menu.Root modal={false} defaultOpen>
        <Menu.Trigger className="control" disabled={state.isRunning}>
          <Download aria-hidden="true" size={14} />
          Export
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} align="end" className="z-40">
            <Menu.Popup className="min-w-44 rounded-lg border border-line bg-raised p-1 text-sm shadow-raised outline-none">
              <Menu.Item className={item} onClick={() => void save("csv")}>
                CSV, for a spreadsheet
              </Menu.Item>
              <Menu.Item className={item} onClick={() => void save("json")}>
                JSON
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <span role="status" className="text-muted text-xs">
        {state.words}
      </span>
    </span>
  );
}
