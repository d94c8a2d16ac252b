import Link from "next/link";
import { countOf } from "#components/ui/format-quantity.ts";
import { Section } from "#components/ui/section.tsx";
import { ChainList } from "../chain-list.tsx";
import type { ChainData } from "./memory-data.ts";

/** What a memory replaced and what replaced it, with reasons and dates. */
export function ChainSection({ id, chain }: { id: string; chain: ChainData }) {
  return (
    <Section
      id="chain"
      title="Chain"
      note={chain.links.length === 0 ? undefined : `${countOf(chain.links.length, "step")}, oldest first`}
      actions={
        chain.links.length === 0 ? undefined : (
          <Link href={`/supersession?chain=${id}`} className="control">
            Show as graph
          </Link>
        )
      }
    >
      {chain.links.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">It replaces nothing, and nothing replaced it.</p>
      ) : (
        <ChainList chain={chain} here={id} />
      )}
    </Section>
  );
}
