import { curlOf } from "#components/lookups/curl-of.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";

/** Nothing is remembered yet: what a memory is and how to store the first one. */
export function MemoriesEmpty({ origin }: { origin: string }) {
  const first = curlOf(origin, "/api/memories", {
    project: "github.com/acme/shop",
    text: "react-slots 2 wants react 17 as a peer, so npm refuses to install beside react 19. Upgrade react-slots to 4.",
    signature_source: "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree",
  });
  return (
    <section aria-labelledby="no-memories" className="panel mx-auto mt-6 max-w-3xl p-6">
      <h2 id="no-memories" className="font-semibold text-lg">
        No memories yet
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        A memory appears here when an agent, a hook or you store a lesson or a decision. With the log of the failure
        that it explains, the next lookup of that failure finds it at once. Store the first one from a shell:
      </p>
      <CodeBlock className="mt-4" label="First memory with curl" text={first} copyLabel="Copy" />
    </section>
  );
}
