"use client";

import { useMutation } from "@tanstack/react-query";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { classNames } from "#components/ui/class-names.ts";

export const labelChoices = [
  { label: "relevant", word: "Relevant", key: "r" },
  { label: "control", word: "Control", key: "c" },
  { label: "unsure", word: "Unsure", key: "u" },
] as const;
export type Label = (typeof labelChoices)[number]["label"];

type Props = { memoryId: string; label: Label | null; onLabel: (label: Label) => void; error: unknown };

/** Whether a memory belonged to the task, told with one press or one key. */
export function LabelButtons({ memoryId, label, onLabel, error }: Props) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own box inside a table cell */}
      <span role="group" aria-label={`Label of ${memoryId}`} className="inline-flex">
        {labelChoices.map((choice, place) => (
          <button
            key={choice.label}
            type="button"
            aria-pressed={label === choice.label}
            aria-keyshortcuts={choice.key}
            title={`${choice.word} (${choice.key})`}
            onClick={() => onLabel(choice.label)}
            className={classNames(
              "control min-h-7 rounded-none px-2 text-xs",
              place > 0 && "-ml-px",
              label === choice.label ? "border-accent bg-selected font-medium text-ink" : "text-muted",
            )}
          >
            {choice.word}
          </button>
        ))}
      </span>
      {error === null ? null : (
        <span role="alert" className="text-bad text-xs">
          Not saved: {failureWords(error)}
        </span>
      )}
    </span>
  );
}

/** Saves labels of one lookup. The choice of the reader shows at once; a refusal takes it back and says why. */
export function useLabelLookup(lookupId: string, onRefused: (memoryId: string, error: unknown) => void) {
  const trpc = useTRPC();
  const { mutate } = useMutation(
    trpc.lookup.label.mutationOptions({
      onError: (error, { memory_id }) => onRefused(memory_id, error),
    }),
  );
  return (memoryId: string, label: Label) => mutate({ id: lookupId, memory_id: memoryId, label });
}
