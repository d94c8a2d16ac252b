import { awkError } from "#server/domain/failure-signature/recognisers/awk.ts";
import {
  esbuildError,
  nextBuild,
  nextLines,
  rollupLines,
  viteBuild,
  webpackError,
} from "#server/domain/failure-signature/recognisers/bundlers.ts";
import { codedDiagnostic } from "#server/domain/failure-signature/recognisers/coded-diagnostics.ts";
import {
  databaseLines,
  prismaMigration,
  redisConfig,
} from "#server/domain/failure-signature/recognisers/database-lines.ts";
import { dockerLines } from "#server/domain/failure-signature/recognisers/docker.ts";
import { gitLines } from "#server/domain/failure-signature/recognisers/git-lines.ts";
import { goDiagnostic, goFetch, goModules, goPanic, goTest } from "#server/domain/failure-signature/recognisers/go.ts";
import { javascriptError, thrownValue } from "#server/domain/failure-signature/recognisers/javascript-errors.ts";
import { jestConsole, jestFailure, jestThreshold } from "#server/domain/failure-signature/recognisers/jest.ts";
import {
  dotnetTest,
  gradleFailure,
  gradleLines,
  gradleTestFailure,
  managedException,
  mavenDiagnostic,
  mavenLines,
  springStart,
  vstestFailure,
} from "#server/domain/failure-signature/recognisers/jvm.ts";
import { kubernetesLines } from "#server/domain/failure-signature/recognisers/kubernetes-lines.ts";
import {
  biomeProblem,
  eslintCrash,
  lintLines,
  shellcheckFinding,
  stylishLint,
} from "#server/domain/failure-signature/recognisers/lint.ts";
import { machineLines } from "#server/domain/failure-signature/recognisers/machine-lines.ts";
import {
  cmakeError,
  ctestFailures,
  googleTestFailure,
  makeLines,
} from "#server/domain/failure-signature/recognisers/make.ts";
import { mochaFailure } from "#server/domain/failure-signature/recognisers/mocha.ts";
import {
  appleLinker,
  compilerDiagnostic,
  linkerLines,
} from "#server/domain/failure-signature/recognisers/native-compilers.ts";
import { networkLines } from "#server/domain/failure-signature/recognisers/network-lines.ts";
import { nodeTestFailure, tapFailure } from "#server/domain/failure-signature/recognisers/node-test.ts";
import { gypLines, npmError } from "#server/domain/failure-signature/recognisers/npm.ts";
import { opensslLoad } from "#server/domain/failure-signature/recognisers/openssl.ts";
import {
  bunFailure,
  pnpmError,
  yarnAndBun,
  yarnBerryError,
} from "#server/domain/failure-signature/recognisers/package-managers.ts";
import { patchFailure } from "#server/domain/failure-signature/recognisers/patch.ts";
import { phpunitFailure } from "#server/domain/failure-signature/recognisers/phpunit.ts";
import { playwrightFailure } from "#server/domain/failure-signature/recognisers/playwright.ts";
import {
  checksumMismatch,
  programComplaints,
} from "#server/domain/failure-signature/recognisers/program-complaints.ts";
import {
  pytestSection,
  pytestSummary,
  pytestUsage,
  unittestFailure,
} from "#server/domain/failure-signature/recognisers/pytest.ts";
import {
  pipBuild,
  pipHashes,
  pythonSyntaxError,
  pythonTools,
  pythonTraceback,
  uvFailure,
} from "#server/domain/failure-signature/recognisers/python.ts";
import type { Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import {
  failureWords,
  placedMessage,
  reportedErrors,
  strayFrames,
  structuredError,
} from "#server/domain/failure-signature/recognisers/reported-errors.ts";
import {
  minitestFailure,
  rspecFailure,
  rubyError,
  rubyTools,
} from "#server/domain/failure-signature/recognisers/ruby.ts";
import { runnerLines } from "#server/domain/failure-signature/recognisers/runner-lines.ts";
import { cargoError, rustcError, rustfmtDiff, rustPanic } from "#server/domain/failure-signature/recognisers/rust.ts";
import { scriptLines } from "#server/domain/failure-signature/recognisers/script-lines.ts";
import { shellLines } from "#server/domain/failure-signature/recognisers/shell-lines.ts";
import { systemLines } from "#server/domain/failure-signature/recognisers/system-lines.ts";
import {
  terraformError,
  terraformLines,
  terraformWarning,
} from "#server/domain/failure-signature/recognisers/terraform.ts";
import { vitestCapturedOutput, vitestFailure } from "#server/domain/failure-signature/recognisers/vitest.ts";

/**
 * The recognisers of version 1 in the order in which they are tried: blocks before lines, so that a test runner keeps the errors of its tests;
 * forms of one tool before forms that many share; plain words last.
 */
export const recognisers: readonly Recogniser[] = [
  vitestCapturedOutput,
  jestConsole,
  vitestFailure,
  jestFailure,
  playwrightFailure,
  rspecFailure,
  minitestFailure,
  phpunitFailure,
  mochaFailure,
  nodeTestFailure,
  tapFailure,
  bunFailure,
  pytestSummary,
  pytestSection,
  unittestFailure,
  gradleTestFailure,
  goTest,
  rustPanic,
  ...dotnetTest,
  vstestFailure,
  npmError,
  ...gypLines,
  pnpmError,
  yarnBerryError,
  ...yarnAndBun,
  codedDiagnostic,
  stylishLint,
  biomeProblem,
  eslintCrash,
  shellcheckFinding,
  ...lintLines,
  webpackError,
  esbuildError,
  viteBuild,
  nextBuild,
  ...nextLines,
  ...rollupLines,
  rustcError,
  cargoError,
  rustfmtDiff,
  goPanic,
  goDiagnostic,
  goFetch,
  ...goModules,
  mavenDiagnostic,
  ...mavenLines,
  gradleFailure,
  ...gradleLines,
  springStart,
  pythonTraceback,
  pythonSyntaxError,
  ...scriptLines,
  pipBuild,
  pipHashes,
  uvFailure,
  ...pythonTools,
  ...pytestUsage,
  compilerDiagnostic,
  appleLinker,
  ...linkerLines,
  cmakeError,
  ctestFailures,
  googleTestFailure,
  ...makeLines,
  terraformError,
  terraformWarning,
  ...terraformLines,
  ...dockerLines,
  ...kubernetesLines,
  ...gitLines,
  prismaMigration,
  ...databaseLines,
  redisConfig,
  opensslLoad,
  ...networkLines,
  rubyError,
  ...rubyTools,
  awkError,
  patchFailure,
  ...machineLines,
  ...shellLines,
  ...systemLines,
  checksumMismatch,
  programComplaints,
  ...runnerLines,
  javascriptError,
  thrownValue,
  managedException,
  ...jestThreshold,
  structuredError,
  ...reportedErrors,
  placedMessage,
  failureWords,
  strayFrames,
];
