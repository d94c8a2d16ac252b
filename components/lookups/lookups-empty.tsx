import { CodeBlock } from "#components/ui/code-block.tsx";
import { firstCurl } from "./first-curl.ts";

/** Nothing was ever asked: what a lookup is and how to make the first one. */
export function LookupsEmpty({ origin }: { origin: string }) {
  return (
    <section aria-labelledby="no-lookups" className="panel mx-auto mt-6 max-w-3xl p-6">
      <h2 id="no-lookups" className="font-semibold text-lg">
        No lookups yet
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        A lookup appears here when an agent, a hook or you ask what is known about a failure, a tool or a task. Ask the
        first one from a shell:
      </p>
      <CodeBlock className="mt-4" label="First lookup with curl" text={firstCurl(origin)} copyLabel="Copy" />
    </section>
  );
}
