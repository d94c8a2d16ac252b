"use client";

import { useMutation } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import Link from "next/link";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeFull } from "#components/ui/time-full.tsx";
import type { SignatureDetail } from "#server/contracts/signatures.ts";
import { changeWord, shortId } from "../words.ts";
import { useAfterChange } from "./use-after-change.ts";

type Change = SignatureDetail["changes"][number];

/** What people decided, the newest first; what still holds can be undone. */
export function ChangesSection({ failure }: { failure: SignatureDetail }) {
  const trpc = useTRPC();
  const after = useAfterChange();
  const undo = useMutation(trpc.signature.undo.mutationOptions({ onSuccess: after }));
  return (
    <Section id="changes" title="What was decided" note="The newest first. Undoing one leaves the others as they are.">
      {undo.error === null ? null : (
        <Notice look="failed" title="Nothing was undone" className="mb-2">
          {failureWords(undo.error)}
        </Notice>
      )}
      <p role="status" className="sr-only">
        {undo.isSuccess ? "Undone" : ""}
      </p>
      {failure.changes.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">Nothing yet: the rules alone decide what this failure is.</p>
      ) : (
        <ol className="panel divide-y divide-line text-sm">
          {failure.changes.map((change) => (
            <li
              key={change.id}
              className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-2 px-3 py-2"
            >
              <div className="min-w-0 flex-1 basis-60">
                <p className={change.undone === null ? "" : "text-muted line-through"}>
                  <span className="font-medium">{changeWord[change.kind]}</span> <What change={change} />
                </p>
                <p className="text-muted">
                  <StoredText>{change.reason}</StoredText>
                </p>
                <p className="text-muted text-xs">
                  {change.by} · <TimeFull instant={change.at} />
                  {change.undone === null ? null : (
                    <>
                      {" "}
                      · undone by {change.undone.by}, <TimeFull instant={change.undone.at} />
                    </>
                  )}
                </p>
              </div>
              {change.undone === null ? (
                <Button
                  disabled={undo.isPending}
                  aria-label={`Undo: ${changeWord[change.kind]}, ${change.reason}`}
                  onClick={() => undo.mutate({ change_id: change.id })}
                >
                  <Undo2 aria-hidden="true" size={14} />
                  Undo
                </Button>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function What({ change }: { change: Change }) {
  if (change.kind === "rename" && change.value !== null) {
    return (
      <>
        to “<StoredText>{change.value}</StoredText>”
      </>
    );
  }
  if (change.kind === "merge" && change.other_id !== null) {
    return (
      <>
        <code title={change.signature_id}>{shortId(change.signature_id)}</code> into{" "}
        <code title={change.other_id}>{shortId(change.other_id)}</code>
      </>
    );
  }
  if (change.kind === "split" && change.other_id !== null) {
    return (
      <>
        what holds “<StoredText>{change.value ?? ""}</StoredText>”{" "}
        {change.place === "log" ? "anywhere in the log" : "in its own lines"} into{" "}
        <Link href={`/failures/${change.other_id}`} className="text-accent underline">
          {shortId(change.other_id)}
        </Link>
      </>
    );
  }
  return null;
}
