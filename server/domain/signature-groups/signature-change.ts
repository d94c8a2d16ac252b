/** What a person can decide about a signature. Each is a record with who, when and why, and can be undone. */
export const signatureChangeKinds = ["merge", "split", "rename", "flaky", "noise"] as const;
export type SignatureChangeKind = (typeof signatureChangeKinds)[number];

/** Where a log must hold the words of a split: in the lines of the failure itself, or anywhere. */
export const splitPlaces = ["failure", "log"] as const;
export type SplitPlace = (typeof splitPlaces)[number];

/** `flaky`: it comes and goes without a change of the code, and a hit says so. `noise`: it tells nothing, and tier 1 abstains. */
export const signatureMarks = ["flaky", "noise"] as const;
export type SignatureMark = (typeof signatureMarks)[number];
