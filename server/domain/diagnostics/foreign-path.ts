/** A family of paths that belong to a dependency, a runtime or a tool chain. */
export type ForeignRule = { name: string; pattern: RegExp; reason: string };

/** Paths are tested with `/` between their parts. Order does not matter: one match is enough. */
export const foreignRules: readonly ForeignRule[] = [
  {
    name: "node_modules",
    pattern: /(?:^|\/)(?:node_modules|bower_components|jspm_packages|\.pnpm|\.pnpm-store|\.yarn)\//,
    reason: "an installed npm package",
  },
  {
    name: "node_internal",
    pattern: /^(?:node:|internal\/|bun:|ext:|deno:|<anonymous>|native$)|(?:^|\/)\.pnp\.c?js$/,
    reason: "the JavaScript runtime",
  },
  { name: "engine", pattern: /^(?:wasm:|chrome-extension:|moz-extension:|chrome:|debugger:)/, reason: "the engine" },
  {
    name: "python_packages",
    pattern:
      /(?:^|\/)(?:site-packages|dist-packages)\/|\/lib(?:64)?\/python\d[\d.]*\/|^<(?:frozen|string|stdin|console)/,
    reason: "an installed Python package or the standard library",
  },
  {
    name: "python_windows",
    pattern: /\/python\d*\/lib\//i,
    reason: "the Python standard library on Windows",
  },
  {
    name: "rust_toolchain",
    pattern: /^\/rustc\/|\/\.cargo\/(?:registry|git)\/|\/\.rustup\/|(?:^|\/)library\/(?:std|core|alloc|test)\/src\//,
    reason: "the Rust standard library or a crate",
  },
  {
    name: "go_toolchain",
    pattern: /\/pkg\/mod\/|\/go(?:-?\d[\d.]*)?\/src\/(?!github\.com|gitlab\.com)|(?:^|\/)_testmain\.go$|^_cgo_/,
    reason: "the Go standard library or a module",
  },
  {
    name: "vendored",
    pattern:
      /(?:^|\/)vendor\/(?:bundle|autoload\.php|composer|github\.com|golang\.org|gopkg\.in|k8s\.io|[a-z0-9-]+\/[a-z0-9-]+\/src\/)/,
    reason: "a vendored dependency",
  },
  {
    name: "ruby_gems",
    pattern: /\/gems\/[^/]+\/|\/lib\/ruby\/|^<internal:/,
    reason: "an installed gem or the runtime",
  },
  { name: "system_headers", pattern: /^\/usr\/(?:include|lib|lib64|local\/include|share)\//, reason: "the system" },
  {
    name: "windows_programs",
    pattern: /^[A-Za-z]:\/(?:Program Files|Windows)\b/,
    reason: "an installed program on Windows",
  },
  { name: "java_archives", pattern: /^jar:|\.jar!|\/\.m2\/|\/\.gradle\/caches\//, reason: "a library archive" },
];

/** True for paths of dependencies, runtimes and tool chains, which nobody fixes by editing. */
export function isForeignPath(path: string): boolean {
  return foreignRules.some((rule) => rule.pattern.test(path));
}

// Frames of these packages stand between a test and what it tests. Sources: JUnit 4 and 5, TestNG, Maven, Gradle, the JDK.
const foreignJavaPackages =
  /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|org\.(?:junit|hamcrest|opentest4j|assertj|mockito|testng|apache|gradle|codehaus|springframework|hibernate|easymock|powermock|spockframework|eclipse|jetbrains|slf4j)|junit|net\.bytebuddy|com\.intellij|com\.google\.(?:common|truth|inject)|io\.(?:netty|quarkus|micronaut))(?:\.|$)/;

/** True for classes of the Java runtime and of well-known frameworks. `name` is the class with its package. */
export function isForeignJavaClass(name: string): boolean {
  return foreignJavaPackages.test(name);
}

const testPath =
  /(?:^|\/)(?:__tests__|__test__|tests?|specs?|e2e|testing|testdata|cypress|it)\/|\.(?:test|spec|cy|e2e|test-d)\.[a-z]+$|(?:^|\/)(?:test_[^/]+|conftest)\.pyi?$|_test\.(?:go|py|rb|exs|dart|c|cc|cpp|rs)$|_spec\.rb$|(?:Tests?|IT|Spec)\.(?:java|kt|scala|groovy|cs|swift|php)$/;

/** True for paths that hold tests by the conventions of their language. */
export function isTestPath(path: string): boolean {
  return testPath.test(path);
}
