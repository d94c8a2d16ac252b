import { CopyButton } from "#components/ui/copy-button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { countOf, formatBytes, formatCount } from "#components/ui/format-quantity.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { ProjectName } from "../project-name.tsx";
import { curlOfPrior } from "./curl-of-prior.ts";

type Props = { record: PriorRecord; origin: string };

/** What was asked: the task, the place in the code, and how much of the code the focus took in. */
export function PriorRequestSection({ record, origin }: Props) {
  const { request, session, focus, versions } = record;
  const own = focus.find(({ project }) => project === request.project);
  const curl = curlOfPrior(record, origin);
  return (
    <Section
      id="request"
      title="Request"
      actions={curl === null ? undefined : <CopyButton label="Copy as curl" text={curl} />}
    >
      <div className="panel divide-y divide-line">
        {request.task_text.text === null ? (
          <p className="p-4 text-muted text-sm">
            The text of this request is not kept. It had {formatBytes(request.task_text.bytes)}; sha256{" "}
            <code className="break-all text-xs">{request.task_text.sha256}</code>
          </p>
        ) : (
          <div>
            <p className="px-4 pt-3 text-muted text-xs">Task</p>
            <LongText text={request.task_text.text} label="Text of the task" className="max-h-60" />
          </div>
        )}
        <div className="p-4">
          <Facts
            facts={[
              { name: "Project", value: <ProjectName project={request.project} /> },
              { name: "Session", value: session === null ? "–" : <StoredText>{session}</StoredText> },
              { name: "Scope", value: request.scope === "all-projects" ? "all projects" : "this project only" },
              {
                name: "Current nodes",
                value:
                  request.current_nodes.length === 0 ? (
                    <span className="text-faint">not given, so structure could say nothing</span>
                  ) : (
                    <Nodes nodes={request.current_nodes} />
                  ),
              },
              {
                name: "Focus",
                value:
                  own === undefined || own.commit === null ? (
                    <span className="text-muted">no code graph of this project</span>
                  ) : (
                    <>
                      {countOf(own.size, "node")} at <code className="text-xs">{own.commit.slice(0, 12)}</code>
                    </>
                  ),
              },
              ...(own === undefined || own.unresolved_nodes.length === 0
                ? []
                : [{ name: "Not in the graph", value: <Nodes nodes={own.unresolved_nodes} /> }]),
              { name: "Budget", value: `${formatCount(record.budget.used)} of ${formatCount(request.budget)} tokens` },
              { name: "Tokenizer", value: <code className="text-xs">{versions.tokenizer}</code> },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}

const shownNodes = 12;

function Nodes({ nodes }: { nodes: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {nodes.slice(0, shownNodes).map((node) => (
        <code key={node} className="break-all text-xs">
          <StoredText>{node}</StoredText>
        </code>
      ))}
      {nodes.length > shownNodes ? (
        <span className="text-muted text-xs">and {formatCount(nodes.length - shownNodes)} more</span>
      ) : null}
    </span>
  );
}
