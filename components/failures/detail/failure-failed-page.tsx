"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, startTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Keeps what went wrong with one failure's page on that page, where it can be tried again. */
export function FailureFailedPage({ children }: { children: ReactNode }) {
  const router = useRouter();
  return (
    <FailureBoundary
      render={({ tryAgain }) => (
        <Notice
          look="failed"
          title="This failure could not be loaded"
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
          The store did not answer. Nothing was changed.
        </Notice>
      )}
    >
      {children}
    </FailureBoundary>
  );
}
