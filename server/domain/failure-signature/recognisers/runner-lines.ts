import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/** What the runner and the cloud say before any tool runs. */
export const runnerLines = lineRecognisers(
  /Resource not accessible|Unable to resolve action|Invalid workflow|Input required|HttpError|Unable to download|Unable to find|No file matching|lock file is not found|Value cannot be null|Can't find|Dependencies lock file|requires|denied|not authorized|AccessDenied|UnauthorizedOperation|credentials|Artifact|artifact|cache|Unrecognized named-value|toolchain|Bad credentials|The workflow is not valid|Version .{1,60} (?:was )?not found|Missing download info|rate limit/,
  [
    {
      name: "github_permission",
      tool: "github-actions",
      rank: "cause",
      profile: "message",
      pattern: /(Resource not accessible by (?:integration|personal access token))/d,
    },
    {
      name: "github_action",
      tool: "github-actions",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:Error: )?((?:Unable to resolve action|Invalid workflow file|The workflow is not valid|Input required and not supplied|Missing download info|Dependencies lock file is not found|Unable to find Node version|Version .{1,60} (?:was )?not found|Can't find 'action\.yml'|No file in .{1,200} matched to|Unrecognized named-value|Bad credentials|Unable to (?:download|process|locate)|Failed to (?:CreateArtifact|FinalizeArtifact|restore cache)|Create Artifact Container failed|Artifact not found|Unable to find any artifacts|Credentials could not be loaded|Could not assume role|Not authorized to perform|API rate limit exceeded).{0,400})$/d,
    },
    {
      name: "cloud_denied",
      tool: "aws",
      rank: "cause",
      profile: "message",
      pattern:
        /((?:An error occurred \(\w{1,80}\) when calling the \w{1,80} operation(?: \(reached max retries: [0-9]{1,3}\))?|api error \w{1,80}): .{1,400})$/d,
    },
  ],
);
