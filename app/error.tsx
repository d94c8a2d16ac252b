"use client";

import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function PageError({ error, reset }: Props) {
  return (
    <Notice look="failed" title="This page could not be shown" action={<Button onClick={reset}>Try again</Button>}>
      {error.digest === undefined ? null : (
        <>
          The server logged the cause under <code>{error.digest}</code>.
        </>
      )}
    </Notice>
  );
}
