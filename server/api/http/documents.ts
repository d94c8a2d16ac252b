import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { callMetrics } from "#server/operations/call-metrics.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { openApiDocument } from "./openapi.ts";

type Document = { contentType: string; text: string };

/** What is read at an address and is no operation: descriptions of the service itself. */
const documents: Record<string, (caller: OperationContext) => Outcome<Document>> = {
  "/api/openapi.json": ({ build }) =>
    succeed({ contentType: "application/json", text: JSON.stringify(openApiDocument(build.version)) }),
  "/api/metrics": (caller) => {
    // Counts of the whole workspace would tell a key of one project about the others.
    if (caller.access.projects !== "all") return fail("FORBIDDEN", "Metrics need a key for all projects.");
    const { version, store } = caller.build;
    const build = `# HELP whence_build_info Version and kind of store.\n# TYPE whence_build_info gauge\nwhence_build_info{version="${version}",store="${store}"} 1\n`;
    const memory = `# HELP process_resident_memory_bytes Memory of the process.\n# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`;
    return succeed({
      contentType: "text/plain; version=0.0.4; charset=utf-8",
      text: build + memory + callMetrics().text(),
    });
  },
};

export function isDocument(pathname: string): boolean {
  return Object.hasOwn(documents, pathname);
}

export function readDocument(pathname: string, caller: OperationContext): Outcome<Document> {
  const read = Object.hasOwn(documents, pathname) ? documents[pathname] : undefined;
  return read ? read(caller) : fail("NOT_FOUND", "No such route.");
}
