"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import { TextField } from "#components/ui/text-field.tsx";
import { useUrlState } from "#components/ui/use-url-state.ts";
import type { CoChange } from "#server/contracts/code-pages.ts";
import { CoChangeGraphBox } from "./co-change-graph-box.tsx";
import { codeStateParsers } from "./code-state.ts";
import { prepareCoChangeGraph } from "./prepare-co-change-graph.ts";

/** Which files change together with one: the coupling as a bar and a number, and what is gone. */
export function CoChangeSection({ project }: { project: string }) {
  const [{ file }, setState] = useUrlState(codeStateParsers);
  const [path, setPath] = useState(file ?? "");
  const trpc = useTRPC();
  const asked = (file ?? "").slice(0, 1_000);
  const { data, error, isFetching } = useQuery({
    ...trpc.code.coChange.queryOptions({ project, path: asked }),
    enabled: asked !== "",
    retry: false,
  });
  const show = (next: string) => {
    setPath(next);
    void setState({ file: next });
  };
  return (
    <Section
      id="co-change"
      title="Co-change"
      note="Files that changed in the same commits, under the names they have today"
    >
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          show(path);
        }}
      >
        <div className="min-w-0 grow basis-60">
          <TextField
            label="File"
            isMono
            value={path}
            maxLength={1_000}
            error={error ? failureWords(error) : undefined}
            onChange={(event) => setPath(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={path === ""}>
          Show partners
        </Button>
      </form>
      <div aria-live="polite" aria-busy={isFetching} className="mt-3">
        {data === undefined ? null : (
          <>
            <p className="mb-2 text-muted text-sm">
              Changed in {data.revisions} commits; {data.partner_count} partners
              {data.partner_count > data.partners.length ? `, ${data.partners.length} shown` : ""}.
            </p>
            <Partners found={data} onShow={show} />
            {data.vanished.length === 0 ? null : (
              <p className="mt-2 break-words text-muted text-sm">
                Gone since:{" "}
                <StoredText>{data.vanished.map((one) => `${one.path} (${one.shared})`).join(", ")}</StoredText>
              </p>
            )}
          </>
        )}
      </div>
    </Section>
  );
}

function Partners({ found, onShow }: { found: CoChange; onShow: (path: string) => void }) {
  const graph = useMemo(() => prepareCoChangeGraph(found), [found]);
  if (graph === null) return null;
  return (
    <>
      <figure aria-label={`Files that change with ${found.path}`} className="mb-3 rounded-md border border-line p-2">
        <CoChangeGraphBox graph={graph} onShow={onShow} />
        <figcaption className="mt-2 break-words text-muted text-sm">
          <StoredText>{graph.finding}</StoredText>
          {graph.leftOut > 0 ? ` ${graph.leftOut} weaker partners are not drawn.` : ""} A broken line is less than every
          second time. Choose a file to see its own partners; the same stands in the table.
        </figcaption>
      </figure>
      <PartnerTable partners={found.partners} onShow={onShow} />
    </>
  );
}

function PartnerTable({ partners, onShow }: { partners: CoChange["partners"]; onShow: (path: string) => void }) {
  return (
    <ScrollRegion label="Files that change with it">
      <table className="w-full">
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={headCell}>
              File
            </th>
            <th scope="col" className={headCellRight}>
              Shared commits
            </th>
            <th scope="col" className={headCell}>
              Coupling
            </th>
          </tr>
        </thead>
        <tbody>
          {partners.map(({ path, shared, revisions, coupling }) => (
            <tr key={path} className="border-line border-b">
              <th scope="row" className={`${bodyCell} break-all text-left font-mono font-normal text-xs`}>
                <button type="button" className="text-left hover:underline" onClick={() => onShow(path)}>
                  <StoredText>{path}</StoredText>
                </button>
              </th>
              <td className={`${bodyCellRight} tabular-nums`}>
                {shared} of {revisions}
              </td>
              <td className={bodyCell}>
                <span className="flex items-center gap-2">
                  <span aria-hidden="true" className="h-2 w-24 rounded bg-sunken">
                    <span className="block h-2 rounded bg-accent" style={{ width: `${Math.round(coupling * 100)}%` }} />
                  </span>
                  <span className="text-xs tabular-nums">{coupling.toFixed(2)}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
