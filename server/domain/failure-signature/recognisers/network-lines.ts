import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/** curl, wget, ssh, rsync and OpenSSL. */
export const networkLines = lineRecognisers(
  /curl: |wget|^Connecting to |ssh|:error:|^error:[0-9A-F]|SSL|kex_|Host key|Permission denied|Load key|ERROR [0-9]{3}|rsync|TLS|tls:|x509|lookup |dial tcp|Could not resolve|verify error|depth lookup|^Invalid command '/,
  [
    {
      name: "curl_error",
      tool: "curl",
      rank: "cause",
      profile: "message",
      // The meter of the transfer ends without a line end.
      pattern: /^(?:.{0,200}[\s0-9])?(curl: \([0-9]{1,3}\) .{1,400})$/d,
    },
    {
      name: "curl_option",
      tool: "curl",
      rank: "cause",
      profile: "message",
      pattern:
        /^(curl: (?:option .{1,120}: (?:is unknown|is ambiguous|requires parameter|.{1,80})|no URL specified.{0,40}))$/d,
    },
    {
      // Says only that a library below said why.
      name: "openssl_library",
      tool: "openssl",
      rank: "reported",
      profile: "message",
      pattern:
        /(?:^|[0-9A-F]{6,20}:| )(error:[0-9A-F]{6,10}:[^:\n]{0,120}:[^:\n]{0,120}:(?:connect error|system lib|[A-Z0-9]{2,8} lib|ssl_\w{1,40}))(?::.{0,200})?$/d,
    },
    {
      name: "openssl_error",
      tool: "openssl",
      rank: "cause",
      profile: "message",
      pattern:
        /(?:^|[0-9A-F]{6,20}:| )(error:[0-9A-F]{6,10}:[^:\n]{0,120}:[^:\n]{0,120}:[^:\n]{1,200})(?::.{0,200})?$/d,
    },
    {
      name: "openssl_verify",
      tool: "openssl",
      rank: "cause",
      profile: "message",
      pattern:
        /^((?:verify error:num=[0-9]{1,4}:|Verify return code: [1-9][0-9]{0,3} \(|Verification error: ).{1,200})$/d,
    },
    {
      name: "openssl_verify_depth",
      tool: "openssl",
      rank: "cause",
      profile: "message",
      pattern: /^(error [0-9]{1,4} at (?:[0-9]{1,4}|<n>) depth lookup: ?.{1,200})$/d,
    },
    {
      name: "openssl_command",
      tool: "openssl",
      rank: "cause",
      profile: "message",
      pattern: /^(Invalid command '.{1,80}'; type "help" for a list)\.?$/d,
    },
    {
      name: "x509_error",
      tool: null,
      rank: "cause",
      profile: "message",
      pattern:
        /\b(x509: (?:certificate|failed|cannot|unknown|malformed|negative).{1,300}|tls: (?:failed|bad|unknown|first record|handshake failure|certificate|protocol|no cipher|client|server).{0,300})$/d,
    },
    {
      name: "wget_error",
      tool: "curl",
      rank: "cause",
      profile: "message",
      pattern: /(?:^| )(ERROR [1-5][0-9]{2}: .{1,200})$/d,
    },
    {
      name: "wget_connection",
      tool: "curl",
      rank: "cause",
      profile: "message",
      pattern: /^(Connecting to .{1,300}\.\.\. failed: .{1,120})$/d,
    },
    {
      name: "ssh_host_key",
      tool: "ssh",
      rank: "cause",
      profile: "message",
      pattern: /^((?:Host key verification failed|No matching host key fingerprint).{0,200})$/d,
    },
    {
      name: "ssh_denied",
      tool: "ssh",
      rank: "cause",
      profile: "message",
      pattern: /^(?:[\w.@+-]{1,200}: )?(Permission denied(?:, please try again| \([\w,-]{1,120}\)).{0,40})$/d,
    },
    {
      name: "ssh_connection",
      tool: "ssh",
      rank: "cause",
      profile: "message",
      pattern:
        /^((?:(?:ssh|scp|sftp): (?:connect to|Could not|[Cc]onnection|.{1,200}: No such|.{1,200}: Permission)|(?:kex_exchange_identification|ssh_exchange_identification|client_loop): |Unable to negotiate with|Load key "[^"\n]{1,300}": |Received disconnect from|Too many authentication failures|Connection (?:closed|reset) by|Bad owner or permissions|subsystem request failed|lost connection\b).{0,300})$/d,
    },
    {
      name: "rsync_ended",
      tool: "ssh",
      rank: "consequence",
      profile: "message",
      pattern: /^(rsync error: .{1,300}?)(?: at \S{1,60}\([0-9]{1,6}\).{0,60})?$/d,
    },
    {
      name: "rsync_error",
      tool: "ssh",
      rank: "cause",
      profile: "message",
      pattern: /^(rsync: .{1,300}?)(?: at \S{1,60}\([0-9]{1,6}\).{0,60})?$/d,
    },
  ],
);
