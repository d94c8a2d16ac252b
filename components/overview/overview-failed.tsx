import { Button } from "#components/ui/button.tsx";
import type { FailedProps } from "#components/ui/failure-boundary.tsx";
import { Notice } from "#components/ui/notice.tsx";

export function OverviewFailed({ error, tryAgain }: FailedProps) {
  return (
    <Notice look="failed" title="The store does not answer" action={<Button onClick={tryAgain}>Try again</Button>}>
      {error instanceof Error ? error.message : "The server did not say why."}
    </Notice>
  );
}
