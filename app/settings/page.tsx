import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { SettingsView } from "#components/settings/settings-view.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { requestOrigin } from "#components/shell/request-origin.ts";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return (
    <>
      <PageHeading>Settings</PageHeading>
      <p className="mt-0.5 mb-5 text-muted text-sm">
        What this server knows, what decides its answers, and who may ask.
      </p>
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <Settings />
      </Suspense>
    </>
  );
}

async function Settings() {
  await connection();
  const queryClient = queryClientForRequest();
  void queryClient.prefetchQuery(trpc.project.list.queryOptions());
  void queryClient.prefetchQuery(trpc.policy.list.queryOptions({}));
  void queryClient.prefetchQuery(trpc.key.list.queryOptions());
  void queryClient.prefetchQuery(trpc.settings.get.queryOptions());
  return (
    <RequestReading>
      <Hydrated>
        <SettingsView origin={await requestOrigin()} />
      </Hydrated>
    </RequestReading>
  );
}
