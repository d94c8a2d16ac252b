import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/** Processes that the system ended: memory, signals, full disks, time limits of the runner. */
export const systemLines = lineRecognisers(
  /Killed|Segmentation fault|core dumped|Aborted|Bus error|Illegal instruction|Floating point|out of memory|OutOfMemory|Out of memory|oom|OOM|heap limit|heap out|memory|No space left|ENOSPC|Disk quota|Too many open files|EMFILE|signal|SIG[A-Z]|exit code 1(?:2[6-9]|3[0-9]|4[0-9])|status 1(?:2[6-9]|3[0-9]|4[0-9])|stack smashing|Terminated|maximum execution time|exceeded|lost communication|evicted|AddressSanitizer|ThreadSanitizer|LeakSanitizer|runtime error|code -[0-9]/,
  [
    {
      name: "node_heap",
      tool: "node",
      rank: "crash",
      profile: "message",
      pattern: /^(?:\[[0-9]{1,9}:0x[0-9a-f]{1,20}\] )?(?:FATAL ERROR: .{1,200}?)?(JavaScript heap out of memory)$/d,
      shape: ["FATAL ERROR: ", 1],
    },
    {
      name: "node_fatal",
      tool: "node",
      rank: "crash",
      profile: "message",
      pattern: /^(FATAL ERROR: .{1,300})$/d,
    },
    {
      name: "v8_gc",
      tool: "node",
      rank: "hint",
      profile: "message",
      pattern: /^\[[0-9]{1,9}:(?:0x)?[0-9a-fA-F]{6,20}\] {1,8}[0-9]{1,15} ms: (?:Mark|Scav).{1,400}$/d,
    },
    {
      name: "java_heap",
      tool: "java",
      rank: "crash",
      profile: "message",
      pattern: /((?:java\.lang\.)?OutOfMemoryError: .{1,200}|There is insufficient memory for the Java Runtime)/d,
    },
    {
      name: "kernel_oom",
      tool: "system",
      rank: "crash",
      profile: "message",
      pattern:
        /\b((?:[Oo]ut of memory|Memory cgroup out of memory): Killed process (?:[0-9]{1,9}|<pid>) \([^)\n]{1,80}\))/d,
    },
    {
      name: "oom_killed",
      tool: "system",
      rank: "crash",
      profile: "message",
      pattern: /\b(OOMKilled|oom-kill(?:er)?|signal: killed|Killed: 9)\b/d,
    },
    {
      name: "sanitizer",
      tool: "gcc",
      rank: "crash",
      profile: "message",
      pattern:
        /ERROR: ((?:Address|Leak|Thread|Memory)Sanitizer: [a-z -]{1,80}|(?:Address|Leak|Thread|Memory)Sanitizer: \S{1,80})/d,
    },
    {
      name: "undefined_behaviour",
      tool: "gcc",
      rank: "cause",
      profile: "diagnostic",
      pattern: /^([^\s:]{1,300}\.(?:c|cc|cpp|cxx|h|hpp)):[0-9]{1,9}:[0-9]{1,9}: (runtime error: .{1,400})$/d,
      shape: [1, ": ", 2],
    },
    {
      // What was printed before says why.
      name: "aborted",
      tool: "system",
      rank: "reported",
      profile: "message",
      pattern:
        /^(?:\S{1,200}: line [0-9]{1,9}: {1,4}[0-9]{1,9} |\[[0-9]{1,4}\]\+? {1,6}|make(?:\[[0-9]{1,3}\])?: \*\*\* \[.{1,200}\] )?((?:Aborted|abort)(?: \(core dumped\))?)(?:: [0-9]{1,2})?(?: {1,20}(\S.{0,200}))?$/d,
    },
    {
      name: "killed",
      tool: "system",
      rank: "crash",
      profile: "message",
      pattern:
        /^(?:\S{1,200}: line [0-9]{1,9}: {1,4}[0-9]{1,9} |\[[0-9]{1,4}\]\+? {1,6}|make(?:\[[0-9]{1,3}\])?: \*\*\* \[.{1,200}\] )?((?:Killed|Segmentation fault|Bus error|Illegal instruction|Floating point exception|Terminated|Trace\/breakpoint trap)(?: \(core dumped\))?)(?:: [0-9]{1,2})?(?: {1,20}(\S.{0,200}))?$/d,
    },
    {
      name: "signal",
      tool: "system",
      rank: "crash",
      profile: "message",
      pattern:
        /\b((?:terminated by|killed by|received|caught|with|exited due to|due to|signal:?) (?:signal )?(?:SIGKILL|SIGSEGV|SIGABRT|SIGBUS|SIGILL|SIGFPE|SIGTRAP|SIGSYS)|signal: [0-9]{1,2}, (?:SIG[A-Z]{2,6}).{0,60}|(?:terminated|killed) by signal [0-9]{1,2})\b/d,
    },
    {
      name: "signal_exit",
      tool: "system",
      rank: "exception",
      profile: "message",
      pattern:
        /\b((?:exit(?:ed)?|failed|returned|completed|Job failed)\b.{0,40}?(?:\b(?:code|status):? ?|\()(?:13[1-9]|14[0-24-9]|-1073741819|-1073740791|3221225477|3221226505|0xC0000005))\b/d,
    },
    {
      name: "segfault",
      tool: "system",
      rank: "crash",
      profile: "message",
      pattern:
        /^(segfault at .{1,200}|\S{1,80}\[[0-9]{1,9}\]: segfault at .{1,200}|\*\*\* stack smashing detected \*\*\*.{0,80}|double free or corruption.{0,60}|free\(\): invalid .{1,40}|malloc\(\): .{1,60}|terminate called after throwing .{1,200}|terminate called without .{1,80}|pure virtual method called)$/d,
    },
    {
      name: "disk_full",
      tool: "system",
      rank: "crash",
      profile: "message",
      pattern:
        /\b((?:ENOSPC: )?[Nn]o space left on device|ENOSPC|Disk quota exceeded|System limit for number of file watchers reached)\b/d,
    },
    {
      name: "file_handles",
      tool: "system",
      rank: "cause",
      profile: "message",
      pattern: /\b(EMFILE: too many open files|Too many open files|ENFILE)\b/d,
    },
    {
      name: "job_timeout",
      tool: "system",
      rank: "cause",
      profile: "message",
      pattern:
        /((?:The job running on runner .{1,120} has|The job has|Job) exceeded the maximum execution time(?: of [0-9]{1,6} minutes)?|execution took longer than [\w ]{1,30} seconds|The runner has received a shutdown signal|The hosted runner(?:: .{1,60})? lost communication with the server|The self-hosted runner(?:: .{1,60})? lost communication with the server|The action .{1,120} has timed out after [0-9]{1,6} minutes|Build timed out \(after [0-9]{1,6} minutes\))/d,
    },
  ],
);
