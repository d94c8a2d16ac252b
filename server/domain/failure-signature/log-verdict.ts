/** What a line says about the whole step without saying why. */
export type Verdict = "failed" | "passed" | "cancelled";

const hint =
  /exit|fail|FAIL|[Ff]ound [0-9]|error|ERR|SUCCE|succe|pass|PASS|cancel|Cancel|abort|ABORT|Done|done|status|Virtual Machine|[0-9] (?:problem|warning)|complete|Complete|Test|test|Finished|ok |━|emitted|✓|✔|Total|BUILD|Build|Cleaning|debug-0|_logs|Tasks|Ran |YN0000|Hint|script|compil/;

const cancelled =
  /^(?:Error: |ERROR: )?(?:The (?:operation|run|job|workflow|build|pipeline) was cancel+ed.{0,200}|Job (?:was )?cancel+ed.{0,80}|Job failed: (?:canceled|aborted).{0,80}|Build was (?:aborted|canceled)|Aborted by .{1,120}|Finished: ABORTED|Canceling since a higher priority .{1,200}|Sending interrupt signal to process|\^C|npm (?:ERR!|error) (?:signal SIGINT|canceled)|ELIFECYCLE {1,2}Command failed with signal "SIG(?:INT|TERM)".{0,40})$/;

const failed: RegExp[] = [
  /^(?:Error: |ERROR: )?Process completed with exit code [0-9]{1,5}\.?$/,
  /^(?:ERROR: )?Job failed(?: \(system failure\))?: (?:exit code|exit status|command terminated with exit code|script timeout|execution took)/,
  /^(?:ERROR: )?script returned exit code [0-9]{1,5}$/,
  /^(?:Finished: (?:FAILURE|UNSTABLE)|Build step '.{1,80}' (?:marked build as failure|changed build result to FAILURE))$/,
  /^(?:Bash|PowerShell|Cmd\.exe) exited with code '[0-9]{1,5}'\.$/,
  /^(?:The command ".{1,300}" (?:exited|failed and exited) with [0-9]{1,5}.{0,60}|Exited with code exit status [0-9]{1,5}|error Command failed with exit code [0-9]{1,5}\.?|error Command failed\.|Exit code: [0-9]{1,5}|\S{1,80} exited with code [1-9][0-9]{0,4}|Command: .{1,200}|Command failed with exit code [0-9]{1,5}\b.{0,300})$/,
  /^(?:\s{0,4}ELIFECYCLE\s{1,4}(?:Command failed|Test failed).{0,200}|error: script ".{1,80}" exited with code [0-9]{1,5}|error Script ".{1,80}" exited.{0,80}|lerna ERR! .{1,300}|➤ YN0000: .{0,200}[Ff]ailed with.{0,80})$/,
  /^(?:collect2(?:\.exe)?: error: ld returned [0-9]{1,3} exit status|clang(?:\+\+)?: error: linker command failed with exit code [0-9]{1,3}.{0,80}|compilation terminated\.|ninja: build stopped: .{1,80}|\s{0,2}[0-9]{1,6} errors?(?: generated\.| and [0-9]{1,6} warnings?\.?)?\.?)$/,
  /^error: (?:could not compile `.{1,200}|aborting due to .{1,120}|build failed|test failed, to rerun pass .{0,120}|[0-9]{1,6} targets? failed:|process didn't exit successfully: .{1,300})$/,
  /^(?:Found [0-9]{1,7} errors?\b.{0,200}|✖ [0-9]{1,7} problems? \((?!0 errors).{1,80}\)|[✖×] [0-9]{1,7} problems?(?! \(0 errors).{0,80}|Found [0-9]{1,7} (?:error|warning)s? and .{1,80}|\s{0,4}[×✖] Some errors were emitted while .{1,60}|(?:check|ci|lint|format) ━{2,200})$/,
  /^(?:\s{0,8}(?:Test Files|Tests|Test Suites:|Tests:|Snapshots:?|Suites:?) {1,8}.{0,200}[0-9]+ failed.{0,120}|\s{0,6}[0-9]{1,7} failing|={3,80} .{0,200}[0-9]+ (?:failed|errors?).{0,160} ={3,80}|test result: FAILED\..{0,300}|FAIL(?:ED)?(?:\t| {1,8})\S{0,300}(?: \[build failed\]|\s{1,8}[0-9.]{1,12}s)?|FAIL|FAILED \((?:failures|errors)=.{1,60}\)|\s{0,4}[0-9]{1,7} failed)$/,
  /^(?:\[INFO\] |\[ERROR\] |\[error\] )?(?:BUILD (?:FAILED|FAILURE).{0,60}|Build FAILED\.|Compilation failure.{0,40}|COMPILATION ERROR ?:|FAILURE: Build failed with an exception\.|FAILURE: Build completed with [0-9]{1,4} failures\.|There are test failures\.|Tests run: [0-9]{1,7}, Failures: (?!0, Errors: 0).{1,120}|-> \[Help [0-9]\]|\[Help [0-9]\] .{1,160}|To see the full stack trace.{0,160}|Re-run Maven .{0,120}|For more information about the errors.{0,160}|Errors?: ?|Failures: ?|[0-9]{1,6} errors?)$/,
  /^(?:\s{0,2}(?:ERROR: |ERROR {1,3})?run failed: command {1,2}exited \([0-9]{1,4}\)|\s{0,4}Failed: {1,6}\S.{0,200}|.{1,200}#\S{1,80}: command \(.{1,300}\) .{1,200} exited \([0-9]{1,4}\)|\s{0,4}NX {2,4}(?:Ran target|Running target) .{1,200} (?:failed|for .{1,200})|Failed tasks:|npm (?:ERR!|error)(?: errno [0-9]{1,5}| code ELIFECYCLE| Exit status [0-9]{1,5})?)$/,
  /^(?:npm (?:ERR!|error) )?A complete log of this run can be found in:.{0,400}$/,
  /^(?:Failed to compile\.|Build error occurred|> Build error occurred|error during build:|Compilation (?:failed|error)\.?|Type checking failed.{0,80}|Failed to type check\.?|Linting failed\.?|failures:|Failed Tests? [0-9]{1,7}|error: Recipe `.{1,120}` failed .{0,120}|task: Failed to run task.{0,200}|tar: (?:Error is not recoverable: exiting now|Exiting with failure status due to previous errors|Child returned status [0-9]{1,3})|rake aborted!|error Found incompatible module\.|(?:[0-9]{1,9} )?\[ERROR\] Aborting|BEGIN failed--compilation aborted(?: at .{1,200})?\.?|Error: (?:Could not create the Java Virtual Machine|A fatal exception has occurred. Program will exit)\.|note: run with `RUST_BACKTRACE.{0,120}|make: Target .{1,120} not remade because of errors\.)$/,
];

const passed =
  /^(?:(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?.{0,60}|Job succeeded|Finished: SUCCESS|\s{0,6}[0-9]{1,7} pass(?:ing|ed)\b.{0,80}|={3,80} .{0,120}[0-9]+ passed.{0,120} ={3,80}|test result: ok\..{0,300}|ok {1,8}\S{1,300}(?:\t| {1,8})(?:\(cached\)|[0-9.]{1,12}s).{0,80}|PASS(?: .{1,200})?|\s{0,8}(?:Test Files|Tests|Test Suites:|Tests:) {1,8}.{0,120}[0-9]+ passed.{0,80}|(?:added|changed|up to date|audited).{0,160} (?:packages?|in [0-9].{0,40})|✨ {1,2}Done in .{1,40}|Done in [0-9].{0,60}|\s{0,4}Finished .{1,160} in [0-9.]{1,12}m?s|found 0 (?:errors|vulnerabilities)|Found 0 errors.{0,80}|All checks passed!?|Checked [0-9]{1,9} files? in .{1,40} No fixes applied\.|Success: no issues found.{0,80}|All matched files use Prettier code style!|✓ .{1,300}|✔ .{1,300}|√ .{1,300}|# fail 0|ℹ fail 0|Build succeeded\.?.{0,60}|Compiled successfully.{0,80}|webpack .{0,60}compiled successfully.{0,80}|✓ built in .{1,40}|Successfully (?:built|installed|tagged) .{1,300}|Apply complete!.{0,120}|No changes\. .{1,120}|Process (?:completed|exited) with (?:exit )?code 0\.?|\S{1,80} exited with code 0|✖ [0-9]{1,7} problems? \(0 errors.{0,60}\)|Exit code: 0|OK(?: \(.{1,80}\))?)$/i;

/** The forms of the summaries in the order in which they are tried. */
const forms: readonly { verdict: Verdict; pattern: RegExp; isTrimmed: boolean }[] = [
  { verdict: "cancelled", pattern: cancelled, isTrimmed: true },
  ...failed.map((pattern) => ({ verdict: "failed" as const, pattern, isTrimmed: false })),
  { verdict: "passed", pattern: passed, isTrimmed: false },
];

/** For a sieve: the pattern of each form. No more than 32, so that one number says which of them can match. */
export const verdictPatterns: readonly RegExp[] = forms.map(({ pattern }) => pattern);

/**
 * What a line says about the step as a whole: it failed, passed or was cancelled. Undefined for all that is no such summary.
 * `possible` holds the bit of each of `verdictPatterns` that can match the line at all.
 */
export function verdictOf(text: string, possible: number): Verdict | undefined {
  if (possible === 0) return undefined;
  const line = text.trimEnd();
  for (let bits = possible; bits !== 0; bits &= bits - 1) {
    const form = forms[31 - Math.clz32(bits & -bits)];
    if (form?.pattern.test(form.isTrimmed ? line.trimStart() : line)) return hint.test(text) ? form.verdict : undefined;
  }
  return undefined;
}
