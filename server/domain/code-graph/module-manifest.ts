/** Targets of one `exports` or `imports` key of package.json, in the order in which conditions list them. */
export type PackageTargets = { key: string; targets: string[] };

/** What a manifest says about modules and about where imports lead. Only what resolution reads is kept. */
export type ModuleManifest =
  | {
      kind: "package_json";
      name: string | null;
      /** `source`, `module`, `main`, `types`, as far as given. */
      entries: string[];
      /** Null where the package says nothing about its entry points. */
      exports: PackageTargets[] | null;
      imports: PackageTargets[];
      workspaces: string[];
      /** Names from every kind of dependency. */
      dependencies: string[];
    }
  | { kind: "pnpm_workspace"; packages: string[] }
  | {
      kind: "tsconfig";
      extends: string[];
      baseUrl: string | null;
      paths: { pattern: string; targets: string[] }[] | null;
      outDir: string | null;
      rootDir: string | null;
    }
  | {
      kind: "cargo";
      name: string | null;
      /** Names the library is imported by, and where its root file lies, where the manifest says so. */
      libName: string | null;
      libPath: string | null;
      /** Root files of other targets. */
      targetPaths: string[];
      dependencies: { name: string; package: string | null; path: string | null; isWorkspace: boolean }[];
    }
  | { kind: "go_mod"; module: string; requires: string[]; replaces: { from: string; to: string }[] }
  | { kind: "bazel_package"; targets: string[]; labels: string[] };
