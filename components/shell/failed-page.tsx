"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, startTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { Notice } from "#components/ui/notice.tsx";

type Props = { title: string; words: string; children: ReactNode };

/** Keeps the failure of a page that the server reads on that page, where it can be tried again. */
export function FailedPage({ title, words, children }: Props) {
  const router = useRouter();
  return (
    <FailureBoundary
      render={({ tryAgain }) => (
        <Notice
          look="failed"
          title={title}
          action={
            <Button
              onClick={() =>
                startTransition(() => {
                  router.refresh();
                  tryAgain();
                })
              }
            >
              Try again
            </Button>
          }
        >
          {words}
        </Notice>
      )}
    >
      {children}
    </FailureBoundary>
  );
}
