import { CopyButton } from "#components/ui/copy-button.tsx";
import { formatCount } from "#components/ui/format-quantity.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { Section } from "#components/ui/section.tsx";

type Props = { rendered: string; isEmpty: boolean };

/** The answer in words, character by character as MCP, hooks and the CLI put it before a model. */
export function AnswerSection({ rendered, isEmpty }: Props) {
  return (
    <Section
      id="answer"
      title="What the agent sees"
      note={
        rendered === ""
          ? undefined
          : `${formatCount(rendered.length)} characters, as MCP, hooks and the command line show it`
      }
      actions={rendered === "" ? undefined : <CopyButton label="Copy for agent" text={rendered} />}
    >
      <div className="panel bg-sunken">
        {rendered === "" ? (
          <p className="p-4 text-muted text-sm">
            {isEmpty
              ? "Nothing: the answer was empty, and a host injects none."
              : "The text of this answer was not kept."}
          </p>
        ) : (
          <LongText text={rendered} label="Rendered answer" className="max-h-[36rem]" />
        )}
      </div>
    </Section>
  );
}
