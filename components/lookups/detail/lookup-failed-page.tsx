"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, startTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Keeps the failure of one lookup on its page, where it can be tried again. */
export function LookupFailedPage({ children }: { children: ReactNode }) {
  const router = useRouter();
  return (
    <FailureBoundary
      render={({ tryAgain }) => (
        <Notice
          look="failed"
          title="This lookup could not be loaded"
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
          The store did not answer. Nothing is lost: records are never changed.
        </Notice>
      )}
    >
      {children}
    </FailureBoundary>
  );
}
