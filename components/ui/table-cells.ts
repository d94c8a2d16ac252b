/** Class names of the cells of small tables, so that all of them look alike. */
export const headCell = "h-8 whitespace-nowrap px-3 text-left font-medium text-muted text-xs";
export const headCellRight = "h-8 whitespace-nowrap px-3 text-right font-medium text-muted text-xs";
export const bodyCell = "px-3 py-1.5 align-top text-sm";
export const bodyCellRight = "whitespace-nowrap px-3 py-1.5 text-right align-top text-sm";
