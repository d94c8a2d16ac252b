/** The question by which a client knows the owner of the store again; see `OwnerProof`. Header names as Node gives them. */
export const ownerPath = "/api/owner";
export const ownerAskHeader = "whence-owner-ask";
export const ownerAnswerHeader = "whence-owner-answer";
