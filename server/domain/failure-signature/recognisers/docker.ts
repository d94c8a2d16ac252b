import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const hint =
  /Unsupported config|Invalid (?:top|inter)|did not complete successfully|non-zero code|failed to solve|Error response from daemon|docker|Docker|^ERROR|failed to |manifest|pull access|toomanyrequests|no space left|[Ss]ervice |container |yaml: |COPY |unknown instruction|exec format|OCI runtime|network .{1,80} not found|unable to prepare context|Compose file|suitable configuration file/;

/** docker build, run and compose. A step whose command failed is a consequence: what the command printed says why. */
export const dockerLines = lineRecognisers(hint, [
  {
    name: "docker_step",
    tool: "docker",
    rank: "consequence",
    profile: "message",
    pattern:
      /(?:ERROR: |error: )?(?:failed to solve: )?(?:rpc error: code = \w{1,40} desc = )?(?:executor failed running )?process "([^\n]{1,600})" did not complete successfully: exit code: ([0-9]{1,5})/d,
    shape: ['process "', 1, '" did not complete successfully: exit code: ', 2],
  },
  {
    name: "docker_step_legacy",
    tool: "docker",
    rank: "consequence",
    profile: "message",
    pattern: /^The command '([^\n]{1,600})' returned a non-zero code: ([0-9]{1,5})$/d,
    shape: ['process "', 1, '" did not complete successfully: exit code: ', 2],
  },
  {
    name: "docker_step_executor",
    tool: "docker",
    rank: "consequence",
    profile: "message",
    pattern: /executor failed running \[(.{1,600})\]: exit code: ([0-9]{1,5})/d,
    shape: ['process "', 1, '" did not complete successfully: exit code: ', 2],
  },
  {
    name: "docker_cache_key",
    tool: "docker",
    rank: "cause",
    profile: "message",
    pattern: /(failed to (?:compute cache key|calculate checksum of ref)): .{0,300}?("[^"\n]{1,300}": not found)/d,
    shape: [1, ": ", 2],
  },
  {
    name: "docker_solve",
    tool: "docker",
    rank: "cause",
    profile: "message",
    pattern: /^(?:#[0-9]{1,4} )?(?:ERROR: |error: )?(failed to solve(?: with frontend [\w.]{1,60})?: .{1,600})$/d,
  },
  {
    name: "docker_daemon",
    tool: "docker",
    rank: "cause",
    profile: "message",
    pattern:
      /^(?:docker: |ERROR: |Error: )?(Error response from daemon: .{1,600}?)(?:\.?\s{0,3}See 'docker run --help'\.?)?$/d,
  },
  {
    name: "docker_unreachable",
    tool: "docker",
    rank: "cause",
    profile: "message",
    pattern:
      /((?:Cannot connect to the Docker daemon|error during connect|permission denied while trying to connect to the [Dd]ocker).{0,300})$/d,
  },
  {
    name: "docker_registry",
    tool: "docker",
    rank: "cause",
    profile: "message",
    pattern:
      /^(?:ERROR: )?((?:pull access denied|manifest (?:for .{1,200} not found|unknown)|toomanyrequests|denied: |unauthorized: |no matching manifest|repository .{1,200} not found|error pulling image).{0,400})$/d,
  },
  {
    name: "docker_build_error",
    tool: "docker",
    rank: "cause",
    profile: "message",
    pattern:
      /^(?:#[0-9]{1,4} )?ERROR: ((?:failed to |dockerfile parse error|unable to prepare context|invalid tag|Dockerfile).{1,400})$/d,
  },
  {
    name: "docker_command",
    tool: "docker",
    rank: "cause",
    profile: "message",
    pattern:
      /^((?:docker: (?:unknown command: |'.{1,80}' is not a docker command|unknown flag: |.{1,120} is not a docker command)|unable to prepare context: ).{0,300})$/d,
  },
  {
    name: "compose_depends",
    tool: "compose",
    rank: "cause",
    profile: "message",
    pattern:
      /^\s{0,12}(Service '.{1,120}' depends on service '.{1,120}' which is undefined|Can't find a suitable configuration file in this directory|Unsupported config option for .{1,200}|Invalid (?:top-level property|interpolation format) .{1,200})/d,
  },
  {
    name: "dockerfile_parse",
    tool: "docker",
    rank: "cause",
    profile: "message",
    pattern: /^(?:ERROR: )?((?:dockerfile parse error|unknown instruction|COPY failed|ADD failed).{0,400})$/d,
  },
  {
    name: "oci_runtime",
    tool: "docker",
    rank: "cause",
    profile: "message",
    pattern: /(OCI runtime (?:create|exec) failed: .{1,500}|exec \S{1,200}: exec format error|exec format error)$/d,
  },
  {
    name: "compose_config",
    tool: "compose",
    rank: "cause",
    profile: "message",
    pattern:
      /^((?:service "[^"\n]{1,120}" |[Nn]o such service: |yaml: |services\.\S{1,200} |dependency failed to start: |no configuration file provided|network \S{1,120} declared as external|Additional property |validating \S{1,200}: ).{0,400})$/d,
  },
  {
    name: "compose_container",
    tool: "compose",
    rank: "cause",
    profile: "message",
    pattern:
      /^(?:ERROR: |Error: )?(?:for \S{1,120} {1,4})?((?:Cannot (?:start|create) (?:service|container)|Container \S{1,120} is unhealthy|container \S{1,120} (?:is unhealthy|exited \([1-9])).{0,400})$/d,
  },
]);
