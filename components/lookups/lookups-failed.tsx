import { failureWords } from "#components/trpc/failure-words.ts";
import { Button } from "#components/ui/button.tsx";
import type { FailedProps } from "#components/ui/failure-boundary.tsx";
import { Notice } from "#components/ui/notice.tsx";

export function LookupsFailed({ error, tryAgain }: FailedProps) {
  return (
    <Notice
      look="failed"
      title="The lookups could not be loaded"
      className="mt-4"
      action={<Button onClick={tryAgain}>Try again</Button>}
    >
      {failureWords(error)}
    </Notice>
  );
}
