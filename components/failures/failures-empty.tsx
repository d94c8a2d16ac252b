import { curlOf } from "#components/lookups/curl-of.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";

/** No failure was seen yet: where they come from, and how to show the first one. */
export function FailuresEmpty({ origin }: { origin: string }) {
  const first = curlOf(origin, "/memory/context", {
    project: "github.com/acme/shop",
    signature_source: "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree",
  });
  return (
    <section aria-labelledby="no-failures" className="panel mx-auto mt-6 max-w-3xl p-6">
      <h2 id="no-failures" className="font-semibold text-lg">
        No failures yet
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        A failure appears here when a lookup or a lesson brings the log of one. Two runs of the same failure are one
        row, however often and wherever they happen. Show the first one from a shell:
      </p>
      <CodeBlock className="mt-4" label="First failure with curl" text={first} copyLabel="Copy" />
    </section>
  );
}
