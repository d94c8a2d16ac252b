import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/** What a machine is kept with: its package manager, its services, its web server, the search for libraries, keys and archives. */
export const machineLines = lineRecognisers(
  /^E: |^W: GPG|dpkg|\[(?:emerg|alert|crit)\]|^Failed to (?:change|start|stop|restart|reload|enable|connect|get|execute)|^Unit |^Job for |systemd|pkg-config|No package '|^Package '|is not a public key file|Bad configuration option|^unknown key type|^zip (?:error|I\/O error)|^Could not connect to Redis|unrecognized service|\{standard input\}|Assembler|: openBinaryFile: |differ: (?:byte|char)/,
  [
    {
      name: "apt_error",
      tool: "apt",
      rank: "cause",
      profile: "message",
      pattern: /^(E: [A-Z].{1,400})$/d,
    },
    {
      name: "apt_key",
      tool: "apt",
      rank: "reported",
      profile: "message",
      pattern: /^(W: GPG error: .{1,400})$/d,
    },
    {
      name: "dpkg_error",
      tool: "apt",
      rank: "cause",
      profile: "message",
      pattern:
        /^(dpkg(?:-deb|-query|-split)?: (?:unrecoverable fatal )?error(?: processing (?:package|archive) [^:\n]{1,200})?:? .{1,300})$/d,
    },
    {
      // The web server numbers its process, and the line begins with a time where it does not name itself.
      name: "nginx_error",
      tool: "nginx",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:nginx: |(?:<time> |[0-9/]{8,10} [0-9:]{8} )?)?(\[(?:emerg|alert|crit)\]) (?:[0-9]{1,9}#[0-9]{1,9}: )?(?:\*[0-9]{1,12} )?(.{1,400})$/d,
      shape: ["nginx: ", 1, " ", 2],
    },
    {
      name: "systemd_unit",
      tool: "systemd",
      rank: "cause",
      profile: "message",
      pattern:
        /^((?:Failed to (?:start|stop|restart|reload|enable|disable|get properties|execute operation|mask|unmask)\b.{0,80}: .{1,300}|Unit \S{1,120} (?:could not be found|not found|is masked|not loaded).{0,80}|Job for \S{1,120} (?:failed|canceled).{0,200}|Failed to connect to bus: .{1,160}|System has not been booted with systemd.{0,120}|\S{1,80}: unrecognized service))$/d,
    },
    {
      name: "pkg_config",
      tool: "pkg-config",
      rank: "cause",
      profile: "message",
      pattern: /^(?:No package|Package) '([\w.+:-]{1,120})',? (?:required by '[\w.+:-]{1,120}', )?(?:not )?found$/d,
      shape: ["No package '", 1, "' found"],
    },
    {
      name: "ssh_key_file",
      tool: "ssh",
      rank: "cause",
      profile: "message",
      pattern: /^(\S{1,300} is not a public key file\.|unknown key type .{1,120})$/d,
    },
    {
      name: "ssh_option",
      tool: "ssh",
      rank: "cause",
      profile: "message",
      pattern: /^(\S{1,300}): line (?:[0-9]{1,9}|<n>): (Bad configuration option: .{1,120})$/d,
      shape: [1, ": line <n>: ", 2],
    },
    {
      name: "ctest_folder",
      tool: "cmake",
      rank: "cause",
      profile: "message",
      pattern: /^(Failed to change working directory to ".{1,300}" : .{1,120})$/d,
    },
    {
      name: "zip_error",
      tool: "bash",
      rank: "reported",
      profile: "message",
      pattern: /^(zip (?:error|I\/O error): .{1,300})$/d,
    },
    {
      name: "redis_unreachable",
      tool: "redis",
      rank: "cause",
      profile: "message",
      pattern: /^(Could not connect to Redis at .{1,300})$/d,
    },
    {
      name: "assembler_error",
      tool: "gcc",
      rank: "cause",
      profile: "diagnostic",
      pattern: /^(\{standard input\}):(?:[0-9]{1,9}|<n>): ((?:Error|Fatal error): .{1,400})$/d,
      shape: [1, ":<n>: ", 2],
    },
    {
      name: "shellcheck_file",
      tool: "shellcheck",
      rank: "cause",
      profile: "message",
      pattern: /^(?:\S{1,300}: )?(\S{1,300}: openBinaryFile: .{1,200})$/d,
    },
    {
      name: "cmp_differ",
      tool: "bash",
      rank: "reported",
      profile: "message",
      pattern: /^(\S{1,300} \S{1,300} differ: )(?:byte|char) (?:[0-9]{1,12}|<n>), line (?:[0-9]{1,12}|<n>).{0,80}$/d,
      // Its word for a byte depends on the locale.
      shape: [1, "byte <n>, line <n>"],
    },
  ],
);
