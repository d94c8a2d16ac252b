import { failureWords } from "#components/trpc/failure-words.ts";
import { Button } from "#components/ui/button.tsx";
import type { FailedProps } from "#components/ui/failure-boundary.tsx";
import { Notice } from "#components/ui/notice.tsx";

type Props = FailedProps & { title: string };

/** Failed: what could not be loaded, in the place where it would stand. */
export function LoadFailed({ title, error, tryAgain }: Props) {
  return (
    <Notice look="failed" title={title} className="mt-4" action={<Button onClick={tryAgain}>Try again</Button>}>
      {failureWords(error)}
    </Notice>
  );
}
