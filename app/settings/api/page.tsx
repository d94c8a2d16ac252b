import type { Metadata } from "next";
import { ApiIndex } from "#components/api-reference/api-index.tsx";
import { readApi } from "#components/api-reference/read-api.ts";
import { Breadcrumbs } from "#components/shell/breadcrumbs.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { openApiDocument } from "#server/api/http/openapi.ts";
import { whenceVersion } from "#server/compose/package-root.ts";

export const metadata: Metadata = { title: "API" };

export default function ApiPage() {
  return (
    <>
      <div className="no-print mb-3 flex min-h-8 items-center">
        <Breadcrumbs above={[{ name: "Settings", href: "/settings" }]} here="API" />
      </div>
      <PageHeading>API</PageHeading>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        Every operation over HTTP, from the contracts that the server checks by; for programs as{" "}
        <a href="/api/openapi.json" className="rounded-sm text-accent underline">
          OpenAPI 3.1
        </a>
        .
      </p>
      <ApiIndex api={readApi(openApiDocument(whenceVersion()))} />
    </>
  );
}
