import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import documented from "#server/testing/cases/B-documented.json" with { type: "json" };
import printed from "#server/testing/cases/B-printed.json" with { type: "json" };

const logs = new URL("../../../drizzle/seed/failures/logs/", import.meta.url);

/** The tools whose failures must be known, and for each a failure that it really printed; where it cannot run here, one written from its documentation. */
const samples: Record<string, readonly string[]> = {
  npm: ["npm-ci-no-lock", "npm-eresolve-react"],
  pnpm: ["pnpm-outdated-lockfile"],
  yarn: ["yarn-berry-immutable", "yarn-classic-frozen-lockfile"],
  bun: ["bun-cannot-find-module"],
  "Node's stack traces": ["node-type-error-undefined"],
  "error causes": ["node-error-cause-config"],
  AggregateError: ["node-aggregate-error-mirrors"],
  tsc: ["tsc-ts2322-total-as-string"],
  eslint: ["eslint-no-undef"],
  biome: ["biome-no-double-equals"],
  vitest: ["vitest-discount-rounding"],
  jest: ["jest-order-total"],
  mocha: ["mocha-deep-equal"],
  "node:test": ["node-test-tax-rate"],
  playwright: ["playwright-status-mismatch"],
  "next build": ["next-build-type-error", "next-16-type-error"],
  vite: ["vite-unresolved-import"],
  "Python's tracebacks": ["python-key-error", "python-chained-exception"],
  pytest: ["pytest-reserve"],
  pip: ["pip-no-matching-distribution"],
  mypy: ["mypy-arg-type"],
  ruff: ["ruff-f401-unused-import"],
  cargo: ["cargo-no-matching-package"],
  rustc: ["rust-e0308-mismatched-types"],
  "go build": ["go-undefined"],
  "go vet": ["go-vet-printf"],
  "go test": ["go-test-fail"],
  gcc: ["gcc-undeclared-identifier"],
  clang: ["clang-undeclared-identifier"],
  ld: ["ld-undefined-reference"],
  make: ["make-no-rule"],
  cmake: ["cmake-package-not-found"],
  javac: ["javac-cannot-find-symbol"],
  maven: ["maven-compilation-error"],
  gradle: ["gradle-task-not-found"],
  Spring: ["spring-no-such-bean", "spring-circular-beans", "spring-port"],
  dotnet: ["dotnet-cs0103"],
  "docker build": ["docker-build-step"],
  docker: ["docker-daemon-not-running"],
  compose: ["compose-bad", "compose-unhealthy"],
  terraform: ["terraform-missing-argument"],
  kubectl: ["kubectl-connection-refused"],
  helm: ["helm-upgrade"],
  git: ["git-merge-conflict"],
  psql: ["psql-42p01-undefined-table"],
  SQLSTATE: ["psql-42703-undefined-column"],
  Oracle: ["oracle-00942"],
  MySQL: ["mysql-1146", "mysql-1045"],
  Prisma: ["prisma-p1012-relation"],
  Drizzle: ["drizzle-unique-violation"],
  openssl: ["openssl-verify-self-signed"],
  curl: ["curl-http-401"],
  ssh: ["ssh-permission-denied"],
  bash: ["bash-command-not-found"],
  "out of memory": ["bash-oom-killed-137", "node-heap-out-of-memory"],
  signals: ["bash-segmentation-fault"],
  "exit codes": ["bash-exit-1-check"],
};
const runners: Record<string, readonly string[]> = {
  "GitHub Actions": ["github-step", "github-job", "github-cli"],
  GitLab: ["gitlab", "gitlab-timestamps"],
  Jenkins: ["jenkins"],
  "docker compose": ["compose"],
  turbo: ["turbo"],
  "pnpm -r": ["pnpm-workspace"],
  lerna: ["lerna"],
  nx: ["nx"],
};

const runsOf = (id: string) => {
  const recorded = readdirSync(logs).includes(id) ? readdirSync(new URL(`${id}/`, logs)) : [];
  const runs = recorded.filter((file) => file.endsWith(".log")).length;
  return runs > 0 ? runs : (printed.find((sample) => sample.id === id)?.runs.length ?? 0);
};
const sourceOf = (id: string) => documented.find((sample) => sample.id === id)?.source;

describe("every tool that must be known has a sample", () => {
  test.each(Object.entries(samples))("%s", (_, ids) => {
    for (const id of ids) {
      if (runsOf(id) > 0) expect(runsOf(id)).toBeGreaterThanOrEqual(3);
      else expect([id, sourceOf(id)]).toEqual([id, expect.stringMatching(/^https:\/\//)]);
    }
  });

  test("those that are only written from documentation are these", () => {
    const written = Object.entries(samples).filter(([, ids]) => ids.every((id) => runsOf(id) === 0));
    expect(written.map(([name]) => name)).toEqual(["dotnet", "docker build", "helm", "Oracle"]);
  });

  test("every runner's prefix was met in recordings", () => {
    const met = new Set(
      readdirSync(logs).flatMap((id) =>
        readdirSync(new URL(`${id}/`, logs))
          .filter((file) => file.endsWith(".json"))
          .map((file) => /"runner": "([\w-]+)"/.exec(readFileSync(new URL(`${id}/${file}`, logs), "utf8"))?.[1]),
      ),
    );
    for (const kinds of Object.values(runners)) for (const kind of kinds) expect(met).toContain(kind);
  });
});
