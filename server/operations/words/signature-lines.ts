/** What is said of a failure: a part of the contract's signature, so that the command line need not load the contract. */
export type SaidSignature = {
  id: string;
  tool: string;
  inferred: boolean;
  given_tool?: string | undefined;
  parts: {
    id: string;
    tool: string | null;
    hit: boolean;
    stands_for?: string | undefined;
    name?: string | undefined;
    marks?: string[] | undefined;
  }[];
};
type Part = SaidSignature["parts"][number];

/** The failure of a log in words: its tool, and for which of its parts tier 1 has a lesson. */
export function signatureLines({ id, tool, given_tool: given, inferred, parts }: SaidSignature): string[] {
  const from = given === undefined ? (inferred ? ", inferred" : "") : `, given ${given}`;
  return [
    `Signature ${id} (${tool}${from}).`,
    // One part is the signature itself.
    ...(parts.length > 1 ? parts.map((part) => `Part ${partInWords(part)}`) : parts.flatMap(standInWords)),
  ];
}

function partInWords(part: Part): string {
  const hit = part.hit ? "tier 1 has a lesson" : "no lesson yet";
  return [`${part.id} (${part.tool ?? "no tool"}): ${hit}.`, ...standInWords(part)].join(" ");
}

function standInWords({ stands_for, name, marks = [] }: Part): string[] {
  return [
    ...(stands_for === undefined ? [] : [`It stands for ${stands_for}.`]),
    ...(name === undefined ? [] : [`It is called ${name}.`]),
    ...(marks.length === 0 ? [] : [`It is marked ${marks.join(", ")}.`]),
  ];
}
