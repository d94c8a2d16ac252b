import { Button } from "#components/ui/button.tsx";
import type { FailedProps } from "#components/ui/failure-boundary.tsx";
import { Notice } from "#components/ui/notice.tsx";

export function FiltersFailed({ tryAgain }: FailedProps) {
  return (
    <Notice
      look="failed"
      title="The filters could not be loaded"
      action={<Button onClick={tryAgain}>Try again</Button>}
    />
  );
}
