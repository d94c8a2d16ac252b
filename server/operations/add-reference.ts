import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { AddReferenceInput, AddReferenceOutput } from "#server/contracts/references.ts";
import { findDocumentByPath, insertChunks, retireChunks, upsertDocument } from "#server/db/references.ts";
import { ensureProject, nextChangeSeq } from "#server/db/workspaces.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { mayRead, refuseNarrow, refuseProject } from "./access.ts";
import { defineWrite } from "./operation.ts";

/** Stores a document as chunks under its headings. The same path again replaces it; the same content changes nothing. */
export const addReference = defineWrite({
  name: "reference.add",
  summary: "Add a Markdown document to the reference corpus.",
  input: AddReferenceInput,
  output: AddReferenceOutput,
  status: 201,
  async prepare({ access }, input) {
    const refused = input.project === undefined ? refuseNarrow(access, "A document of no project") : null;
    if (refused) return refused;
    if (input.project !== undefined && !mayRead(access, input.project)) return refuseProject(input.project);
    // Loaded by the first document, so that a start does not wait for the parser.
    const { chunkMarkdown } = await import("#server/domain/reference/chunk-markdown.ts");
    const chunks = chunkMarkdown(input.markdown);
    if (chunks.length === 0) {
      return fail("INVALID_INPUT", "markdown: holds no text.", [{ path: "markdown", message: "must hold text" }]);
    }
    return succeed(chunks);
  },
  async run(context, input, chunks) {
    const { tx, workspaceId } = context;
    const createdAt = context.clock.now();
    const projectId =
      input.project === undefined ? null : await ensureProject(tx, { workspaceId, slug: input.project, createdAt });
    const title = input.title ?? chunks[0]?.headings[0] ?? input.path;
    const contentHash = sha256Hex(JSON.stringify([title, input.markdown]));
    const known = await findDocumentByPath(tx, workspaceId, projectId, input.path);
    if (known?.contentHash === contentHash) {
      return succeed({ document_id: known.documentId, chunks: chunks.length, notes: ["The document is unchanged."] });
    }
    const documentId = known?.documentId ?? context.newId("doc");
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    await upsertDocument(tx, {
      workspaceId,
      documentId,
      projectId,
      path: input.path,
      title,
      contentHash,
      createdAt,
    });
    if (known) await retireChunks(tx, workspaceId, documentId, changeSeq, createdAt);
    await insertChunks(
      tx,
      chunks.map((chunk, ordinal) => ({
        workspaceId,
        // Of place and content, so that the same corpus answers with the same ids in every store.
        chunkId: `chk_${sha256Hex(JSON.stringify([projectId, input.path, ordinal, chunk.text])).slice(0, 24)}`,
        documentId,
        projectId,
        ordinal,
        headings: chunk.headings,
        text: chunk.text,
        changeSeq,
      })),
    );
    return succeed({ document_id: documentId, chunks: chunks.length, notes: context.borderNotes });
  },
});
