/** Class names of a row of a list: one line high on wide screens, stacked in two on narrow ones. */
export const listRow =
  "group/row relative grid h-17 content-center items-center gap-x-3 gap-y-1 border-line border-b px-1 text-sm [contain:content] focus-within:bg-selected hover:bg-hover md:table-row md:h-9 md:p-0";

/** The link of a row fills the row. */
export const listRowLink =
  "min-w-0 truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2";

/** The height of a row on a wide screen in pixels, until it is measured. Every row has the same. */
export const listRowHeight = 36;
