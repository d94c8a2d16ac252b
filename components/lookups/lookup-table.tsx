"use client";

import { ListTable } from "#components/lists/list-table.tsx";
import type { LookupRow as Row } from "#server/contracts/lookups.ts";
import { lookupColumns, lookupsLabel } from "./lookup-columns.ts";
import { LookupRow } from "./lookup-row.tsx";

type Props = { rows: readonly Row[]; isWhole: boolean; isBusy: boolean; hrefOf: (row: Row) => string };

export function LookupTable({ rows, isWhole, isBusy, hrefOf }: Props) {
  return (
    <ListTable
      label={lookupsLabel}
      columns={lookupColumns}
      rows={rows}
      isWhole={isWhole}
      isBusy={isBusy}
      timeOf={(row) => row.evaluated_at}
      renderRow={(row, index) => <LookupRow key={row.record_id} row={row} index={index} href={hrefOf(row)} />}
    />
  );
}
