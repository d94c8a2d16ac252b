"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { fieldError } from "#components/trpc/field-error.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { limits } from "#server/contracts/limits.ts";

type Props = {
  /** What it does, as a button's text. */
  action: string;
  /** What will hold from then on, in one sentence. */
  meaning: ReactNode;
  /** Fields beside the reason. */
  children?: ReactNode;
  isPending: boolean;
  error: unknown;
  onDecide: (reason: string, form: FormData) => Promise<unknown>;
};

/** Asks why, because whoever undoes a decision needs to know; what was refused is said beside it. */
export function DecideForm({ action, meaning, children, isPending, error, onDecide }: Props) {
  const [reason, setReason] = useState("");
  const reasonError = fieldError(error, "reason");

  async function decide(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    try {
      await onDecide(reason.trim(), new FormData(event.currentTarget));
      setReason("");
    } catch {
      // The mutation holds what went wrong, and it is shown below.
    }
  }

  return (
    <form onSubmit={(event) => void decide(event)} className="flex flex-col gap-3">
      <p className="text-muted text-sm">{meaning}</p>
      {children}
      <TextField
        label="Reason"
        name="reason"
        required
        maxLength={limits.reasonPoints}
        value={reason}
        error={reasonError}
        onChange={(event) => setReason(event.target.value)}
      />
      {error === null || reasonError !== undefined ? null : (
        <Notice look="failed" title="Nothing was changed">
          {failureWords(error)}
        </Notice>
      )}
      <div>
        <Button type="submit" look="primary" disabled={isPending || reason.trim() === ""}>
          {action}
        </Button>
      </div>
    </form>
  );
}
