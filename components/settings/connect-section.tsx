import Link from "next/link";
import { apiPath } from "#components/api-reference/api-path.ts";
import { firstCurl } from "#components/lookups/first-curl.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Section } from "#components/ui/section.tsx";
import { agentSnippets } from "./agent-snippets.ts";

/** What to paste where, so that an agent asks this server. */
export function ConnectSection({ origin }: { origin: string }) {
  return (
    <Section
      id="connect"
      title="Connect an agent"
      note="Paste one of these; the agent then asks and remembers by itself."
    >
      <div className="grid gap-4 xl:grid-cols-2">
        {agentSnippets(origin).map(({ id, client, where, text }) => (
          <div key={id} className="min-w-0">
            <h3 className="font-medium text-sm">{client}</h3>
            <p className="mb-1 text-muted text-xs">{where}</p>
            <CodeBlock label={`Settings for ${client}`} copyLabel="Copy" text={text} />
          </div>
        ))}
        <div className="min-w-0">
          <h3 className="font-medium text-sm">Without MCP</h3>
          <p className="mb-1 text-muted text-xs">
            any program, over HTTP:{" "}
            <Link href={apiPath} className="rounded-sm text-accent underline">
              every operation
            </Link>
          </p>
          <CodeBlock label="A lookup with curl" copyLabel="Copy" text={firstCurl(origin)} />
        </div>
      </div>
    </Section>
  );
}
