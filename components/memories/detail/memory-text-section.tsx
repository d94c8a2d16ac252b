import { CopyButton } from "#components/ui/copy-button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeFull } from "#components/ui/time-full.tsx";
import { MemoryLink } from "../memory-link.tsx";
import { isMemoryId } from "../memory-path.ts";
import type { MemoryData } from "./memory-data.ts";

const nothing = <span className="text-faint">none</span>;

/** The words of a memory and what is known about them. */
export function MemoryTextSection({ memory }: { memory: MemoryData }) {
  const points = [...memory.text].length;
  return (
    <Section
      id="text"
      title="Text"
      note={memory.deleted === null ? `${countOf(points, "character")} of at most 4,000` : undefined}
      actions={memory.deleted === null ? <CopyButton label="Copy text" text={memory.text} /> : undefined}
    >
      <div className="panel divide-y divide-line">
        {memory.deleted === null ? (
          <blockquote className="stored-text whitespace-pre-wrap p-4">
            <StoredText>{memory.text}</StoredText>
          </blockquote>
        ) : (
          <p className="p-4 text-muted">
            The text was removed everywhere, <TimeFull instant={memory.deleted.at} />, by {memory.deleted.by}.
          </p>
        )}
        <div className="p-4">
          <Facts
            facts={[
              {
                name: "Symptom",
                value: memory.symptom === null ? nothing : <StoredText>{memory.symptom}</StoredText>,
              },
              { name: "Tool", value: memory.tool === null ? nothing : <StoredText>{memory.tool}</StoredText> },
              { name: "Project", value: <StoredText>{memory.project}</StoredText> },
              { name: "Session", value: memory.session === null ? nothing : <StoredText>{memory.session}</StoredText> },
              {
                name: "Ground",
                value:
                  memory.ground.length === 0 ? (
                    nothing
                  ) : (
                    <ul className="font-mono text-xs leading-5">
                      {memory.ground.map((node) => (
                        <li key={node}>
                          <StoredText>{node}</StoredText>
                        </li>
                      ))}
                    </ul>
                  ),
              },
              {
                name: "Parents",
                value:
                  memory.parents.length === 0 ? (
                    nothing
                  ) : (
                    <ul className="text-sm">
                      {memory.parents.map(({ level, source }) => (
                        <li key={`${level} ${source}`}>
                          <span className="mr-2 text-muted">{level}</span>
                          {isMemoryId(source) ? <MemoryLink id={source} /> : <StoredText>{source}</StoredText>}
                        </li>
                      ))}
                    </ul>
                  ),
              },
              { name: "Id", value: <code className="text-xs">{memory.id}</code> },
              {
                name: "Surfaced",
                value: `${formatCount(memory.surfaced_counts.returned)} of ${countOf(memory.surfaced_counts.considered, "lookup")} that considered it`,
              },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
