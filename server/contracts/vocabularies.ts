import { signatureMarks } from "#server/domain/signature-groups/signature-change.ts";

/**
 * Words that contracts are built from and pages filter by. Without the schema library, so that a page which only needs
 * the words does not load it.
 */
export const lookupOperations = ["memory.context", "context.prior", "agent.boot"] as const;
export const tierFilters = ["1", "2", "3", "none"] as const;
export const memoryLevels = ["L0", "L1", "L2"] as const;
export const memoryKinds = ["reasoning", "lesson", "evidence"] as const;
export const memoryStates = ["active", "draft", "superseded", "retired", "deleted"] as const;
export const supersessionEnds = ["active", "retired"] as const;
export const overviewRanges = ["24h", "7d", "30d", "90d"] as const;
export const signatureSorts = ["last_seen", "seen_count", "first_seen"] as const;
export const lessonFilters = ["with", "without"] as const;
export const markFilters = [...signatureMarks, "none"] as const;
/** From how many sightings on a failure without a lesson counts as one that is seen often. */
export const oftenSeen = 3;
