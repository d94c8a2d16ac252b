/** A value as it is described to a reader: one field of a body, with what lies in it. */
export type ApiField = {
  name: string;
  type: string;
  isRequired: boolean;
  /** What it may be at most and at least, and what it is when it is left out. */
  limits: string[];
  description: string | null;
  fields: ApiField[];
};
