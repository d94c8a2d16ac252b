import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import Link from "next/link";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, Suspense } from "react";
import { AtRequest } from "#components/shell/at-request.tsx";
import { firstPaintScript } from "#components/shell/first-paint-script.ts";
import { Navigation, NavigationLinks } from "#components/shell/navigation.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { Toolbox } from "#components/shell/toolbox.tsx";
import { TrpcProvider } from "#components/trpc/provider.tsx";

export const metadata: Metadata = {
  title: { default: "Whence", template: "%s · Whence" },
  description: "Prior context for coding agents, with a reason for every selection.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of our own, named by its hash in the Content-Security-Policy */}
        <script dangerouslySetInnerHTML={{ __html: firstPaintScript }} />
      </head>
      <body className="min-h-dvh md:grid md:grid-cols-[12.5rem_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)]">
        <SkipLink />
        <TrpcProvider>
          <NuqsAdapter>
            <div className="no-print flex items-center justify-between gap-3 border-line border-b bg-sunken px-4 py-2 md:row-span-2 md:flex-col md:items-stretch md:justify-start md:border-r md:border-b-0 md:px-3 md:py-4">
              <Link href="/" className="rounded-md px-2.5 font-semibold text-lg tracking-tight md:pb-3">
                Whence
              </Link>
              <nav aria-label="Pages" className="md:sticky md:top-4">
                <Suspense fallback={<NavigationLinks pathname={null} />}>
                  <AtRequest>
                    <Navigation />
                  </AtRequest>
                </Suspense>
              </nav>
            </div>
            <header className="no-print flex h-12 items-center justify-end border-line border-b px-4 md:px-6">
              <Toolbox />
            </header>
            <main id="content" tabIndex={-1} className="min-w-0 px-4 py-5 outline-none md:px-6">
              {children}
            </main>
          </NuqsAdapter>
        </TrpcProvider>
      </body>
    </html>
  );
}
