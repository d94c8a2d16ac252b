import { failureWords } from "#components/trpc/failure-words.ts";
import { Button } from "#components/ui/button.tsx";
import type { FailedProps } from "#components/ui/failure-boundary.tsx";
import { Notice } from "#components/ui/notice.tsx";

export function OverviewFailed({ error, tryAgain }: FailedProps) {
  return (
    <Notice look="failed" title="The store does not answer" action={<Button onClick={tryAgain}>Try again</Button>}>
      {failureWords(error)}
    </Notice>
  );
}
