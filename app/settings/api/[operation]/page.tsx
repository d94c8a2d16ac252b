import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { ApiOperationDetail } from "#components/api-reference/api-operation-detail.tsx";
import { apiPath } from "#components/api-reference/api-path.ts";
import { findApiOperation, readApi } from "#components/api-reference/read-api.ts";
import { Breadcrumbs } from "#components/shell/breadcrumbs.tsx";
import { NothingHere } from "#components/shell/nothing-here.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { requestOrigin } from "#components/shell/request-origin.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { openApiDocument } from "#server/api/http/openapi.ts";
import { whenceVersion } from "#server/compose/package-root.ts";

type Props = { params: Promise<{ operation: string }> };

export const metadata: Metadata = { title: "Operation" };

export default function OperationPage({ params }: Props) {
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
      <Operation params={params} />
    </Suspense>
  );
}

async function Operation({ params }: Props) {
  await connection();
  const { operation: name } = await params;
  const operation = findApiOperation(readApi(openApiDocument(whenceVersion())), name);
  return (
    <>
      <div className="no-print mb-3 flex min-h-8 items-center">
        <Breadcrumbs
          above={[
            { name: "Settings", href: "/settings" },
            { name: "API", href: apiPath },
          ]}
          here={<code className="text-xs">{name}</code>}
        />
      </div>
      <PageHeading>{operation === undefined ? "Operation" : operation.name}</PageHeading>
      {operation === undefined ? (
        <NothingHere list={{ href: apiPath, name: "All operations" }}>No operation has this name.</NothingHere>
      ) : (
        <ApiOperationDetail operation={operation} origin={await requestOrigin()} />
      )}
    </>
  );
}
