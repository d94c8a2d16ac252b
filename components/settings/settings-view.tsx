"use client";

import Link from "next/link";
import { Suspense } from "react";
import { apiPath } from "#components/api-reference/api-path.ts";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ConnectSection } from "./connect-section.tsx";
import { settingsSections } from "./settings-sections.ts";
import { TimesSection } from "./times-section.tsx";

/** Every part of the settings under its own heading; one that fails leaves the others. */
export function SettingsView({ origin }: { origin: string }) {
  return (
    <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)]">
      <nav aria-label="Settings" className="no-print lg:sticky lg:top-5 lg:self-start">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm lg:flex-col">
          {settingsSections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="rounded-sm text-accent hover:underline">
                {title}
              </a>
            </li>
          ))}
          <li>
            <a href="#times" className="rounded-sm text-accent hover:underline">
              Times
            </a>
          </li>
          <li>
            <a href="#connect" className="rounded-sm text-accent hover:underline">
              Connect an agent
            </a>
          </li>
          <li>
            <Link href={apiPath} className="rounded-sm text-accent hover:underline">
              API
            </Link>
          </li>
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col gap-9">
        {settingsSections.map(({ id, title, note, Content }) => (
          <Section key={id} id={id} title={title} note={note}>
            <FailureBoundary render={(failed) => <LoadFailed title={`${title} could not be loaded`} {...failed} />}>
              <Suspense fallback={<Skeleton className="h-40 w-full rounded-lg" />}>
                <Content />
              </Suspense>
            </FailureBoundary>
          </Section>
        ))}
        <TimesSection />
        <ConnectSection origin={origin} />
      </div>
    </div>
  );
}
