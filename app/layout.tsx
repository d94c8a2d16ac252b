import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, Suspense } from "react";
import { AtRequest } from "#components/shell/at-request.tsx";
import { Brand } from "#components/shell/brand.tsx";
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
      <body className="min-h-dvh md:grid md:grid-cols-[14.5rem_minmax(0,1fr)]">
        <SkipLink />
        <TrpcProvider>
          <NuqsAdapter>
            <header className="no-print border-line border-b bg-sunken px-3 py-2 md:sticky md:top-0 md:h-dvh md:border-r md:border-b-0 md:py-4">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 md:flex-col md:items-stretch md:gap-4">
                <Brand />
                <Toolbox />
                <nav aria-label="Pages" className="scroll-region order-last w-full">
                  <Suspense fallback={<NavigationLinks pathname={null} />}>
                    <AtRequest>
                      <Navigation />
                    </AtRequest>
                  </Suspense>
                </nav>
              </div>
            </header>
            <main id="content" tabIndex={-1} className="min-w-0 max-w-[110rem] px-4 py-5 outline-none md:px-6">
              {children}
            </main>
          </NuqsAdapter>
        </TrpcProvider>
      </body>
    </html>
  );
}
