import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/** kubectl, helm, and the events of a cluster. */
export const kubernetesLines = lineRecognisers(
  /server|Error: |error: |Error in configuration|INSTALLATION|UPGRADE|Unable to connect|CrashLoop|ImagePull|OOMKilled|Evicted|timed out waiting|configured|FailedScheduling|Unhealthy|FailedMount/,
  [
    {
      name: "helm_failure",
      tool: "helm",
      rank: "cause",
      profile: "message",
      pattern: /^((?:Error: )?(?:INSTALLATION|UPGRADE|ROLLBACK|UNINSTALLATION) FAILED: .{1,800})$/d,
    },
    {
      name: "helm_error",
      tool: "helm",
      rank: "cause",
      profile: "message",
      pattern:
        /^(Error: (?:chart |repo |no repositories|failed to (?:download|fetch|parse|load)|release: |release |template: |rendered manifests|cannot re-use a name|execution error at|YAML parse error|values don't meet|unable to build kubernetes|parse error at|no cached repo|looks like "|could not find protocol|expected at most|plugin |non-absolute URLs|context deadline|Kubernetes cluster unreachable|query: failed|failed pre-install|failed post-install|found in Chart).{1,800})$/d,
    },
    {
      name: "kubectl_server",
      tool: "kubectl",
      rank: "cause",
      profile: "message",
      pattern: /^(?:[Ee]rror: )?(Error from server(?: \(\w{1,60}\))?: .{1,600})$/d,
    },
    {
      name: "kubectl_unreachable",
      tool: "kubectl",
      rank: "cause",
      profile: "message",
      pattern:
        /^((?:Unable to connect to the server|The connection to the server|couldn't get current server API|error: You must be logged in|Error: Kubernetes cluster unreachable).{0,400})$/d,
    },
    {
      name: "kubectl_context",
      tool: "kubectl",
      rank: "cause",
      profile: "message",
      pattern:
        /^(Error in configuration: .{1,300}|[Ee]rror: unknown (?:command|flag|shorthand flag) .{1,160} for "kubectl.{0,80})$/d,
    },
    {
      name: "helm_command",
      tool: "helm",
      rank: "cause",
      profile: "message",
      pattern: /^(Error: unknown (?:command|flag|shorthand flag) .{1,160} for "helm.{0,80})$/d,
    },
    {
      name: "kubectl_error",
      tool: "kubectl",
      rank: "cause",
      profile: "message",
      pattern:
        /^(error: (?:the server doesn't have|unable to recognize|error validating|no (?:matches for kind|objects passed|context exists|configuration has been)|the path |timed out waiting for the condition|resource mapping not found|deployment |context |current-context|a container name must|must specify|unknown command|exec plugin|the namespace from|You must|error parsing|unable to (?:read|decode|upgrade|forward)|there is no need|.{1,120} exceeded its progress deadline|pod, or any|invalid configuration|rollout status).{0,500})$/d,
    },
    {
      name: "kubernetes_admission",
      tool: "kubectl",
      rank: "cause",
      profile: "message",
      pattern: /^(The \w{1,60} "[^"\n]{1,120}" is invalid: .{1,500})$/d,
    },
    {
      name: "kubernetes_event",
      tool: "kubectl",
      rank: "reported",
      profile: "message",
      pattern:
        /\b(CrashLoopBackOff|ImagePullBackOff|ErrImagePull|CreateContainerConfigError|InvalidImageName|FailedScheduling|FailedMount|RunContainerError)\b(?:.{0,20}?(Back-off .{1,200}|[0-9]{1,4}\/[0-9]{1,4} nodes are available.{1,300}))?/d,
    },
  ],
);
