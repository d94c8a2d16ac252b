import type { MaskRule } from "#server/domain/failure-signature/masks.ts";

const every = ["prose", "message", "diagnostic", "assertion"] as const;

/** What must never be masked, although it looks like a number, a hash or an address. */
export const codeRules: MaskRule[] = [
  {
    name: "sqlstate",
    keeps: true,
    placeholder: "",
    reason: "Five characters that name the class and kind of a database error, also where they are digits only.",
    tradeOff: "None known.",
    profiles: every,
    needs: /SQLSTATE|ERROR [0-9]{4} \(|sqlState|(?:ERROR|FATAL|PANIC): {1,2}[0-9A-Z]{5}: /,
    pattern:
      /SQLSTATE[ [(:=]{1,2}[0-9A-Z]{5}\b|ERROR [0-9]{4} \([0-9A-Z]{5}\)|(?<=\bsqlState["']?[:=] ?["']?)[0-9A-Z]{5}\b|(?<=\b(?:ERROR|FATAL|PANIC): {1,2})[0-9A-Z]{5}(?=: )/g,
  },
  {
    name: "openssl_code",
    keeps: true,
    placeholder: "",
    reason: "Library and reason of a TLS failure, in hexadecimal.",
    tradeOff: "None known.",
    profiles: every,
    needs: /error:[0-9A-Fa-f]{6}/,
    pattern: /(?<=\berror:)[0-9A-Fa-f]{6,10}(?=:)/g,
  },
  {
    name: "result_code",
    keeps: true,
    placeholder: "",
    reason:
      "HRESULT, NTSTATUS, CVE and advisory numbers, and the numbers of curl, Oracle, SQL Server and the C library.",
    tradeOff: "None known.",
    profiles: every,
    needs: /0x|CVE-|GHSA-|RUSTSEC-|curl: \(|Msg |[Ee]rrno|os error|WinError|DPY-|ORA-/,
    pattern:
      /\b0x(?:8[0-9A-Fa-f]{7}|[Cc]0[0-9A-Fa-f]{6})\b|\bCVE-[0-9]{4}-[0-9]{4,7}\b|\bGHSA(?:-[0-9a-z]{4}){3}\b|\bRUSTSEC-[0-9]{4}-[0-9]{4}\b|\bcurl: \([0-9]{1,3}\)|\bMsg [0-9]{1,6}, Level [0-9]{1,3}\b|\[(?:Errno|WinError) -?[0-9]{1,6}\]|\(os error [0-9]{1,6}\)|\b(?:ORA|TNS|PLS|DPY)-[0-9]{3,6}\b/g,
  },
  {
    name: "coordinates",
    keeps: true,
    placeholder: "",
    reason: "A library of Maven or Gradle that cannot be found is named by group, name and version.",
    tradeOff: "The same library in the next version that is missing too is another failure.",
    profiles: ["message"],
    needs: /(?:find|artifact|resolve|descriptor for|dependencies at) [\w.-]{1,120}:[A-Za-z]/,
    pattern:
      /(?<=\b(?:find|artifact|resolve|descriptor for|dependencies at) )[A-Za-z][\w.-]{1,120}:[A-Za-z][\w.-]{0,120}(?::[a-z][\w-]{0,40}){0,3}:[0-9][\w-]{0,30}(?:\.[\w-]{1,30}){0,6}/g,
  },
  {
    name: "pytest_test",
    keeps: true,
    placeholder: "",
    reason: "The name of a test with its parameters says what failed; only the message behind it is data.",
    tradeOff: "Parameters that are new in each run (a time, a port) part the failures of one test.",
    profiles: ["message"],
    needs: /^FAILED \S{1,400}\.py::/,
    pattern: /(?<=^FAILED )[\w@.()+/-]{1,300}\.py::.{1,500}?(?= - |$)/g,
  },
];
