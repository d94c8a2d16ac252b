import { countOf } from "#components/ui/format-quantity.ts";
import type { CoChange } from "#server/contracts/code-pages.ts";

export type CoChangeNode = {
  path: string;
  /** The last part of the path, and what stands before it; empty at the top. */
  name: string;
  folder: string;
  isAsked: boolean;
};

/** From the file that was asked about to a partner. */
export type CoChangeLink = {
  to: string;
  /** Shared commits, of the partner's own. */
  label: string;
  /** Pixels: a stronger coupling is drawn thicker. */
  width: number;
  /** Less than half of the commits is drawn as a broken line, so that thickness does not speak alone. */
  isWeak: boolean;
};

export type CoChangeGraph = {
  nodes: CoChangeNode[];
  links: CoChangeLink[];
  /** One sentence: what the graph shows. */
  finding: string;
  /** Partners that the drawing leaves out; the table beside it has more. */
  leftOut: number;
};

/** More lines than this are a comb; the table goes on. */
const mostDrawn = 12;
const halfOfTheCommits = 0.5;

/** A file and what changes with it, strongest first, as a graph. Null where nothing changes with it. */
export function prepareCoChangeGraph({ path, partners, partner_count: count }: CoChange): CoChangeGraph | null {
  const [strongest] = partners;
  if (strongest === undefined) return null;
  const drawn = partners.slice(0, mostDrawn);
  const tight = partners.filter(({ coupling }) => coupling >= halfOfTheCommits).length;
  return {
    nodes: [nodeOf(path, true), ...drawn.map((partner) => nodeOf(partner.path, false))],
    links: drawn.map(({ path: to, shared, revisions, coupling }) => ({
      to,
      label: `${shared} of ${revisions}`,
      width: 1 + Math.round(coupling * 3),
      isWeak: coupling < halfOfTheCommits,
    })),
    finding: `${tight === 0 ? "No file changes" : tight === 1 ? "1 file changes" : `${tight} files change`} with it at least every second time; most tightly ${nodeOf(strongest.path, false).name}, in ${strongest.shared} of its ${countOf(strongest.revisions, "commit")}.`,
    leftOut: count - drawn.length,
  };
}

function nodeOf(path: string, isAsked: boolean): CoChangeNode {
  const cut = path.lastIndexOf("/") + 1;
  return { path, name: path.slice(cut), folder: path.slice(0, Math.max(0, cut - 1)), isAsked };
}
