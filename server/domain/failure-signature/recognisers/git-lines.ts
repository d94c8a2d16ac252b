import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/** What git and the servers that it talks to print. */
export const gitLines = lineRecognisers(
  /^(?:fatal|error|remote): |^ERROR! |^ERROR: Ansible |^ ?! \[|^CONFLICT |LFS|^batch response|^Smudge|^Error downloading|^no changes added to commit|^nothing (?:added )?to commit|^merge: |^No stash entries found|^git: '/,
  [
    {
      name: "git_pathspec",
      tool: "git",
      rank: "cause",
      profile: "message",
      pattern: /^(error: pathspec '.{1,300}' did not match any file\(s\) known to git)/d,
    },
    {
      name: "ansible_task",
      tool: "ansible",
      rank: "cause",
      profile: "message",
      pattern: /^fatal: \[.{1,200}?\]: (FAILED|UNREACHABLE)! => (.{1,800})$/d,
      shape: ["fatal: [host]: ", 1, "! => ", 2],
    },
    {
      name: "ansible_error",
      tool: "ansible",
      rank: "cause",
      profile: "message",
      pattern: /^((?:ERROR! |ERROR: Ansible ).{1,400})$/d,
    },
    {
      // `git status` says the same and fails nothing, so it is believed only where the step failed.
      name: "git_nothing_to_commit",
      tool: "git",
      rank: "hint",
      profile: "message",
      pattern: /^(no changes added to commit|nothing (?:added )?to commit)\b/d,
    },
    {
      name: "git_fatal",
      tool: "git",
      rank: "cause",
      profile: "message",
      pattern: /^(fatal: .{1,500})$/d,
    },
    {
      name: "git_error",
      tool: "git",
      rank: "cause",
      profile: "message",
      pattern:
        /^(error: (?:failed to push some refs|Your local changes|The following untracked|src refspec|could not (?:apply|lock|read|write|fetch)|cannot (?:lock|pull|rebase|spawn)|patch (?:failed|does not apply)|unable to (?:unlink|create|read|write|resolve|delete)|RPC failed|object file|insufficient permission|invalid|pathspec|Pulling is not possible|Merging is not possible|commit is not possible|remote unpack failed|you need to resolve|The branch|no such remote|.{1,200}: patch does not apply|gpg failed|inflate|cherry-pick|unknown (?:option|switch)|branch '|tag '|short read|corrupt|Server does not allow|bad signature).{0,500})$/d,
    },
    {
      name: "git_rejected",
      tool: "git",
      rank: "cause",
      profile: "message",
      pattern: /^ ?! \[(?:remote )?rejected\] {1,60}(\S{1,200} -> \S{1,200} \(.{1,200}\))$/d,
      shape: ["! [rejected] ", 1],
    },
    {
      name: "git_nothing_there",
      tool: "git",
      rank: "cause",
      profile: "message",
      pattern:
        /^(merge: .{1,200} - not something we can merge|No stash entries found\.|git: '.{1,120}' is not a git command\.)(?: See 'git --help'\.)?$/d,
    },
    {
      name: "git_conflict",
      tool: "git",
      rank: "cause",
      profile: "message",
      pattern: /^(CONFLICT \(.{1,60}\): .{1,400})$/d,
    },
    {
      name: "git_remote",
      tool: "git",
      rank: "cause",
      profile: "message",
      pattern:
        /^(remote: (?:Permission to|Repository not found|error: |Invalid username|Support for password|fatal: |HTTP Basic|You are not allowed|GitLab: |This repository|ERROR: ).{0,400})$/d,
    },
    {
      name: "git_lfs",
      tool: "git",
      rank: "cause",
      profile: "message",
      pattern: /^((?:batch response: |Error downloading object: |Smudge error|LFS: |\[[0-9a-f]{6,64}\] ).{1,400})$/d,
    },
  ],
);
