/**
 * Numbers of lexical retrieval, by the day they took effect. Never edit an entry; add one, and name it in `currentRetrieval`:
 * a recorded lookup must be explained with the numbers of its day.
 * Origin: chosen on the public sets named in server/testing/evaluations/eval-memory.ts, where every figure can be printed again.
 */
export const retrievalConstants = {
  "2026-11-29": {
    /** Repeats of a term count as tf / (tf + k·L). L is 1 at `middleLength` terms and grows with the root of the length. */
    saturation: 0.8,
    lengthShare: 0.75,
    middleLength: 50,
    lengthPower: 0.5,
    /** A query term at position p weighs 1 / (1 + p / positionHalf): the first lines of a task state the matter. */
    positionHalf: 30,
    /** Distinct query terms that are looked for; the heaviest are kept. */
    queryTerms: 128,
    /** A longer query is its first and its last half of this many UTF-16 units. */
    queryUnits: 16_384,
    /** Terms of letters only, from `similarLength` on, match a similar one at this trigram Dice overlap or more. */
    similarLength: 4,
    similarOverlap: 0.6,
    similarShare: 0.8,
    /** A term that stands only in the surroundings of an entry. */
    contextShare: 0.3,
    /** Added to the covered share of a query, times (share of it that stands in the text at all) to this power: all of it beats most of it. */
    completeShare: 0.45,
    completePower: 6,
    /** Terms in which the best passage of a text is looked for. */
    passageTerms: 20,
    rerank: { coverage: 0.55, passage: 0.22, adjacency: 0.14, cosine: 0.09 },
    /** The caller's own project ranks as if its scores were this much higher. */
    projectBoost: 0.1,
  },
} as const;

export const currentRetrieval = retrievalConstants["2026-11-29"];

/**
 * Raw scores in [0, 1] below which a leg abstains, by the day they took effect; a policy may set its own.
 * Origin: `eval-floors`, the best of 400 to 600 unrelated texts against what is related. At these floors PRIOR-LINK keeps .53 of the
 * related and lets in .11 of the unrelated, LoCoMo turns .86 and .23 (of another conversation), and of public CI logs .93 of those of
 * the same family are kept, .28 of other tools let in. Skills are as short as memories and use their floor.
 */
export const legFloors = {
  "2026-11-29": { symptom_floor: 0.4, text_floor: 0.35, skills_floor: 0.35, reference_floor: 0.35 },
} as const;

export const currentLegFloors = legFloors["2026-11-29"];
