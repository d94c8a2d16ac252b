/** A column of a list, for its table and its skeleton alike. Widths hold for wide screens; narrow ones stack. */
export type ListColumn = {
  readonly id: string;
  readonly name: string;
  readonly width: string;
  readonly align: "text-left" | "text-right";
};
