"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";

/** Copies the whole record, fetched when asked, because the page shows only a preview of a large one. */
export function CopyRecordButton({ recordId }: { recordId: string }) {
  return (
    <CopyButton
      label="Copy JSON"
      text={async () => {
        const answer = await fetch(`/api/lookups/${recordId}`);
        if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
        return answer.text();
      }}
    />
  );
}
