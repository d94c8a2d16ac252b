"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { useTRPC } from "#components/trpc/provider.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { useUrlState } from "#components/ui/use-url-state.ts";
import { BootPreview } from "./boot-preview.tsx";
import { CoChangeSection } from "./co-change-section.tsx";
import { codeOverviewInput, codeStateParsers } from "./code-state.ts";
import { ContextsSection } from "./contexts-section.tsx";
import { InvariantTable } from "./invariant-table.tsx";
import { RunsSection } from "./runs-section.tsx";

export function CodeView() {
  return (
    <FailureBoundary render={(failed) => <LoadFailed title="The code pages could not be loaded" {...failed} />}>
      <Overview />
    </FailureBoundary>
  );
}

function Overview() {
  const [state, setState] = useUrlState(codeStateParsers);
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.code.overview.queryOptions(codeOverviewInput(state)));
  const { projects, shown } = data;
  if (projects.length === 0) {
    return (
      <p className="text-muted text-sm">
        No checkout is indexed yet. Run <code className="font-mono text-xs">whence index</code> in one, and its map,
        rules and history stand here.
      </p>
    );
  }
  const choice = (
    <FilterSelect
      label="Project"
      width="sm:w-80"
      value={shown?.project ?? null}
      options={projects.map((project) => ({ value: project, word: project }))}
      onChange={(project) => setState({ project, file: null, run: null })}
    />
  );
  if (shown === null) {
    return (
      <div className="flex flex-col gap-4">
        {choice}
        <p className="text-muted text-sm">This project is not indexed. Choose one that is.</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-7">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {choice}
        <p className="text-muted text-sm">
          Commit <span className="font-mono text-xs">{shown.commit.slice(0, 12)}</span>,{" "}
          {shown.files.toLocaleString("en")} files, {shown.source_files.toLocaleString("en")} of them source,{" "}
          {shown.commits.toLocaleString("en")} commits read.
        </p>
      </div>
      {shown.shallow ? (
        <Notice look="caution" title="The history ends early">
          Co-change and recency know only the commits that are there.
        </Notice>
      ) : null}
      <BootPreview key={shown.project} project={shown.project} />
      <Section
        id="skeleton"
        title="Skeleton"
        note={`${shown.skeleton_tokens} tokens, the same for every task at this commit`}
      >
        {shown.skeleton === "" ? (
          <p className="text-muted text-sm">No source files, so there is nothing to draw.</p>
        ) : (
          <pre className="whitespace-pre-wrap break-words rounded-md border border-line bg-sunken p-3 text-xs">
            <StoredText>{shown.skeleton}</StoredText>
          </pre>
        )}
      </Section>
      <Section
        id="invariants"
        title="Rules"
        note="From the instruction files of the repository, checked against this commit"
      >
        <InvariantTable invariants={shown.invariants} />
      </Section>
      <CoChangeSection key={`co-change ${shown.project}`} project={shown.project} />
      <FailureBoundary render={(failed) => <LoadFailed title="The runs could not be loaded" {...failed} />}>
        <RunsSection project={shown.project} />
        <ContextsSection project={shown.project} />
      </FailureBoundary>
      <Section id="skipped" title="Not read" note="What of this commit is not, or not wholly, in the index">
        {shown.skipped.length === 0 ? (
          <p className="text-muted text-sm">Everything was read.</p>
        ) : (
          <ul className="flex flex-col gap-1 text-sm">
            {shown.skipped.map(({ reason, count, examples }) => (
              <li key={reason} className="break-words">
                {reason.replaceAll("_", " ")}: {count}, such as <StoredText>{examples[0] ?? ""}</StoredText>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
