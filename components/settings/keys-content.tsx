"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import { TimeFull } from "#components/ui/time-full.tsx";
import type { CreateKeyOutput, KeySummary } from "#server/contracts/keys.ts";
import { NewKey } from "./new-key.tsx";

type KeyItem = z.output<typeof KeySummary>;
type CreatedKey = z.output<typeof CreateKeyOutput>;

/** The keys of callers from elsewhere. A key is shown in the moment it is made and never again. */
export function KeysContent() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(trpc.key.list.queryOptions());
  const [isWriting, setIsWriting] = useState(false);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const renew = () => queryClient.invalidateQueries(trpc.key.list.queryFilter());
  const revocation = useMutation(trpc.key.revoke.mutationOptions({ onSuccess: renew }));
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button aria-expanded={isWriting} onClick={() => setIsWriting(!isWriting)}>
          New key
        </Button>
      </div>
      {isWriting ? (
        <NewKey
          onClose={() => setIsWriting(false)}
          onCreated={async (key) => {
            setCreated(key);
            setIsWriting(false);
            await renew();
          }}
        />
      ) : null}
      {created === null ? null : (
        <section aria-label="The new key" className="panel flex flex-col gap-2 border-caution p-4">
          <p role="status" className="text-sm">
            <span className="font-medium">Copy it now.</span> This is the only time that the key of{" "}
            <StoredText>{created.name}</StoredText> is shown; what is kept here cannot be turned back into it.
          </p>
          <CodeBlock label="New key" copyLabel="Copy" text={created.key} />
          <CodeBlock label="Header to send" copyLabel="Copy" text={`Authorization: Bearer ${created.key}`} />
          <div>
            <Button onClick={() => setCreated(null)}>I have copied it</Button>
          </div>
        </section>
      )}
      {revocation.isError ? (
        <Notice look="failed" title="The key was not revoked">
          {failureWords(revocation.error)}
        </Notice>
      ) : null}
      {data.items.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">
          No key yet. Callers on this machine need none; with one, agents elsewhere may use the agent routes.
        </p>
      ) : (
        <ul className="panel divide-y divide-line">
          {data.items.map((key) => (
            <KeyRow
              key={key.id}
              item={key}
              isPending={revocation.isPending}
              onRevoke={() => revocation.mutate({ id: key.id })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type RowProps = { item: KeyItem; isPending: boolean; onRevoke: () => void };

function KeyRow({ item, isPending, onRevoke }: RowProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">
            <StoredText>{item.name}</StoredText>
          </span>
          <code className="break-all text-muted text-xs">
            {item.prefix}…{item.last_four}
          </code>
          {item.state === "usable" ? null : <span className="text-caution text-xs">{item.state}</span>}
        </p>
        <p className="mt-0.5 text-muted">
          {item.access === "write" ? "Reads and writes" : "Reads only"}
          {item.projects === null ? " in every project" : ` in ${countOf(item.projects.length, "project")}`}
          {item.last_used_at === null ? (
            ", never used"
          ) : (
            <span className="group/time">
              , last used <TimeAgo instant={item.last_used_at} />
            </span>
          )}
          <KeyEnd item={item} />
        </p>
        {item.projects === null ? null : (
          <ul className="mt-1 flex flex-wrap gap-x-3 text-muted text-xs">
            {item.projects.map((project) => (
              <li key={project} className="break-all">
                <StoredText>{project}</StoredText>
              </li>
            ))}
          </ul>
        )}
      </div>
      {item.state === "revoked" ? null : (
        <ConfirmDialog
          trigger="Revoke"
          title={`Revoke the key ${item.name}?`}
          confirmLabel="Revoke key"
          isDisabled={isPending}
          onConfirm={onRevoke}
        >
          Whoever uses it is refused from the next request on. A revoked key cannot be brought back; make a new one
          instead.
        </ConfirmDialog>
      )}
    </li>
  );
}

function KeyEnd({ item }: { item: KeyItem }) {
  if (item.revoked_at !== null) {
    return (
      <>
        , revoked <TimeFull instant={item.revoked_at} />
      </>
    );
  }
  if (item.expires_at === null) return ", until it is revoked";
  return (
    <>
      , {item.state === "expired" ? "expired" : "until"} <TimeFull instant={item.expires_at} />
    </>
  );
}
