"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { fieldError } from "#components/trpc/field-error.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Section } from "#components/ui/section.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { limits } from "#server/contracts/limits.ts";
import type { SignatureDetail } from "#server/contracts/signatures.ts";
import { type SignatureMark, signatureMarks } from "#server/domain/signature-groups/signature-change.ts";
import { markMeaning, markWord } from "../words.ts";
import { DecideForm } from "./decide-form.tsx";
import { useAfterChange } from "./use-after-change.ts";

type Props = { failure: SignatureDetail };

/** Everything that a person can decide about a failure. Each decision is kept with its reason and can be undone below. */
export function DecideSection({ failure }: Props) {
  return (
    <Section id="decide" title="Decide" note="Each decision is kept with who, when and why, and can be undone.">
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Choice title="Name it">
          <Rename failure={failure} />
        </Choice>
        {signatureMarks.map((mark) => (
          <Choice key={mark} title={`Mark as ${markWord[mark].toLowerCase()}`}>
            {failure.marks.includes(mark) ? (
              <p className="text-muted text-sm">It is marked already. Undo it under “What was decided”.</p>
            ) : (
              <Mark failure={failure} mark={mark} />
            )}
          </Choice>
        ))}
        <Choice title="Merge into another failure">
          <Merge failure={failure} />
        </Choice>
        <Choice title="Split it">
          <Split failure={failure} />
        </Choice>
      </div>
    </Section>
  );
}

function Choice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="panel group">
      <summary className="flex min-h-10 items-center gap-2 px-4 font-medium text-sm hover:bg-hover">
        <span aria-hidden="true" className="inline-block transition-transform group-open:rotate-90">
          ›
        </span>
        {title}
      </summary>
      <div className="border-line border-t p-4">{children}</div>
    </details>
  );
}

function Rename({ failure }: Props) {
  const trpc = useTRPC();
  const after = useAfterChange();
  const rename = useMutation(trpc.signature.rename.mutationOptions({ onSuccess: after }));
  const [name, setName] = useState("");
  return (
    <DecideForm
      action="Name"
      meaning="The list, the pages and the notes of a lookup call it so."
      isPending={rename.isPending}
      error={rename.error}
      onDecide={async (reason) => {
        await rename.mutateAsync({ id: failure.id, name, reason });
        setName("");
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={limits.signatureNamePoints}
        value={name}
        error={fieldError(rename.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
    </DecideForm>
  );
}

function Mark({ failure, mark }: Props & { mark: SignatureMark }) {
  const trpc = useTRPC();
  const after = useAfterChange();
  const marking = useMutation(trpc.signature.mark.mutationOptions({ onSuccess: after }));
  return (
    <DecideForm
      action={`Mark as ${markWord[mark].toLowerCase()}`}
      meaning={`${markMeaning[mark]}.`}
      isPending={marking.isPending}
      error={marking.error}
      onDecide={(reason) => marking.mutateAsync({ id: failure.id, mark, reason })}
    />
  );
}

function Merge({ failure }: Props) {
  const trpc = useTRPC();
  const after = useAfterChange();
  const merge = useMutation(trpc.signature.merge.mutationOptions({ onSuccess: after }));
  const [into, setInto] = useState("");
  return (
    <DecideForm
      action="Merge"
      meaning="The other one stands for both from then on: tier 1 hits through either, and sightings count together."
      isPending={merge.isPending}
      error={merge.error}
      onDecide={async (reason) => {
        await merge.mutateAsync({ id: failure.id, into: into.trim(), reason });
        setInto("");
      }}
    >
      <TextField
        label="Id of the other failure"
        hint="The nearest ones are listed above, each with its own button."
        required
        isMono
        maxLength={limits.nameBytes}
        value={into}
        error={fieldError(merge.error, "into")}
        onChange={(event) => setInto(event.target.value)}
      />
    </DecideForm>
  );
}

function Split({ failure }: Props) {
  const trpc = useTRPC();
  const after = useAfterChange();
  const split = useMutation(trpc.signature.split.mutationOptions({ onSuccess: after }));
  const [contains, setContains] = useState("");
  const [name, setName] = useState("");
  const made = split.data;
  return (
    <DecideForm
      action="Split"
      meaning="Two failures share this signature? Logs that hold certain words become a failure of their own, earlier ones too where their log is still kept."
      isPending={split.isPending}
      error={split.error}
      onDecide={async (reason, form) => {
        await split.mutateAsync({
          id: failure.id,
          contains,
          place: form.get("place") === "log" ? "log" : "failure",
          lessons: form.getAll("lesson").map(String),
          ...(name.trim() === "" ? {} : { name }),
          reason,
        });
        setContains("");
        setName("");
      }}
    >
      <TextField
        label="Words that only the other failure has"
        hint="As they stand in the raw log, capitals included."
        required
        isMono
        maxLength={limits.splitTextPoints}
        value={contains}
        error={fieldError(split.error, "contains")}
        onChange={(event) => setContains(event.target.value)}
      />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <legend className="mb-1 font-medium">Where they stand</legend>
        <label className="flex items-center gap-2">
          <input type="radio" name="place" value="failure" defaultChecked /> in the lines of the failure
        </label>
        <label className="flex items-center gap-2">
          <input type="radio" name="place" value="log" /> anywhere in the log
        </label>
      </fieldset>
      <TextField
        label="Name of what is taken out"
        maxLength={limits.signatureNamePoints}
        value={name}
        error={fieldError(split.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
      {failure.lessons.length === 0 ? null : (
        <fieldset className="text-sm">
          <legend className="mb-1 font-medium">Lessons that belong to it</legend>
          {failure.lessons.map((lesson) => (
            <label key={lesson.id} className="flex items-start gap-2 py-0.5">
              <input type="checkbox" name="lesson" value={lesson.id} className="mt-1" />
              <span className="min-w-0 truncate">{lesson.preview}</span>
            </label>
          ))}
        </fieldset>
      )}
      {made === undefined || made.sightings === null ? null : (
        <p role="status" className="text-sm">
          Split. {countOf(made.sightings.moved, "earlier sighting")} went over
          {made.sightings.unknown === 0
            ? ""
            : `; ${countOf(made.sightings.unknown, "older one")} could not be read again and stayed`}
          .
        </p>
      )}
    </DecideForm>
  );
}
