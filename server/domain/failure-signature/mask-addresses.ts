import type { MaskReplacement, MaskRule } from "#server/domain/failure-signature/masks.ts";

const every = ["prose", "message", "diagnostic", "assertion"] as const;

/**
 * Ports that say which service was meant. A second instance usually gets the next number, so those count as the same service.
 * Source: IANA's service names registry and the defaults in each product's manual.
 */
const servicePorts: Record<string, string> = {
  21: "ftp",
  22: "ssh",
  25: "smtp",
  53: "dns",
  80: "http",
  110: "pop3",
  143: "imap",
  389: "ldap",
  443: "https",
  465: "smtp",
  587: "smtp",
  636: "ldap",
  993: "imap",
  1025: "smtp",
  1433: "mssql",
  1434: "mssql",
  1521: "oracle",
  1522: "oracle",
  1883: "mqtt",
  2181: "zookeeper",
  2375: "docker",
  2376: "docker",
  2379: "etcd",
  2380: "etcd",
  3306: "mysql",
  3307: "mysql",
  33060: "mysql",
  4222: "nats",
  4317: "otlp",
  4318: "otlp",
  4444: "webdriver",
  4566: "localstack",
  5432: "postgres",
  5433: "postgres",
  5434: "postgres",
  5671: "amqp",
  5672: "amqp",
  6379: "redis",
  6380: "redis",
  6443: "kubernetes",
  7687: "neo4j",
  8086: "influxdb",
  8123: "clickhouse",
  8200: "vault",
  8300: "consul",
  8500: "consul",
  9000: "minio",
  9042: "cassandra",
  9090: "prometheus",
  9092: "kafka",
  9093: "kafka",
  9200: "elasticsearch",
  9201: "elasticsearch",
  9300: "elasticsearch",
  9515: "webdriver",
  11211: "memcached",
  15672: "amqp",
  26257: "cockroach",
  26379: "redis",
  27017: "mongodb",
  27018: "mongodb",
  27019: "mongodb",
};

const octet = "(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})";
const v4 = `${octet}(?:\\.${octet}){3}`;
const v4Whole = new RegExp(`^${v4}$`);

function portName(port: string): string {
  return servicePorts[port] ?? "<port>";
}

function host(length: number, port: string | undefined): MaskReplacement {
  return { from: 0, to: length, placeholder: port === undefined ? "<host>" : `<host>:${portName(port)}` };
}

/** Whether the text is an IPv6 address: eight groups, or fewer around one `::`, the last of them perhaps in IPv4 form. Needs a digit. */
function isIpv6(text: string): boolean {
  if (!/[0-9]/.test(text)) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  let groups = 0;
  for (const half of halves) {
    const parts = half === "" ? [] : half.split(":");
    for (const [index, part] of parts.entries()) {
      if (part.includes(".")) {
        if (index !== parts.length - 1 || !v4Whole.test(part)) return false;
        groups += 2;
      } else if (!/^[0-9a-fA-F]{1,4}$/.test(part)) return false;
      else groups += 1;
    }
  }
  return halves.length === 2 ? groups <= 7 : groups === 8;
}

export const addressRules: MaskRule[] = [
  {
    name: "email",
    placeholder: "<email>",
    reason: "A mail address names a person.",
    tradeOff: "None known.",
    profiles: ["prose", "message", "assertion"],
    needs: /@[\w-]+\.[A-Za-z]/,
    pattern: /(?<![\w.+/@-])[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![\w@:/.-])/g,
  },
  {
    name: "ipv4",
    placeholder: "<host>:<port>",
    reason:
      "Addresses and free ports differ by machine and run. The port of a well-known service stays, as the name of that service.",
    tradeOff: "Two services of one kind on different hosts fall together; a service on an unusual port loses its port.",
    profiles: ["prose", "message", "diagnostic"],
    needs: /[0-9]\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]/,
    // A dotted number of five parts is a section number, and one behind the word version a version.
    pattern: new RegExp(
      `(?<![\\w.-])${v4}(?:/[0-9]{1,2}(?![\\w.]))?(?::([0-9]{1,5})(?![0-9.]))?(?![\\w]|\\.[0-9])`,
      "g",
    ),
    replace: (match, { line, at }) =>
      /version[ ="':]{0,3}v?$/i.test(line.slice(Math.max(0, at - 12), at))
        ? undefined
        : host(match[0].length, match[1]),
  },
  {
    name: "ipv6",
    placeholder: "<host>:<port>",
    reason: "As for IPv4. Node writes the unspecified address before a port as `:::3000`.",
    tradeOff: "As for IPv4. `::` in code stays, because an address needs a digit and no letter before it.",
    profiles: ["prose", "message", "diagnostic"],
    needs: /::|:[0-9a-fA-F]{1,4}:[0-9a-fA-F]{1,4}:/,
    pattern:
      /(?<![\w:.])(\[?)([0-9a-fA-F]{0,4}:[0-9a-fA-F:.]{0,44}[0-9a-fA-F:])(?:%\w{1,15})?(\]?)(?::([0-9]{1,5}))?(?![\w:(])/g,
    replace: (match) => {
      const [whole, open, address = "", close, port] = match;
      const unspecified = /^:::([0-9]{1,5})$/.exec(address);
      if (unspecified) return host(whole.length, unspecified[1]);
      if ((open === "[") !== (close === "]") || (port !== undefined && open === "")) return undefined;
      return isIpv6(address) ? host(whole.length, port) : undefined;
    },
  },
  {
    name: "localhost",
    placeholder: "<host>:<port>",
    reason: "Which loopback name a tool prints depends on the resolver, and the port on the run.",
    tradeOff: "As for IPv4.",
    profiles: ["prose", "message", "diagnostic"],
    needs: /localhost:/i,
    pattern: /(?<![\w.-])localhost:([0-9]{1,5})(?![0-9.])/gi,
    replace: (match) => host(match[0].length, match[1]),
  },
  {
    name: "port",
    placeholder: "<port>",
    reason: "A free port is chosen anew in each run. Ports of well-known services stay by name.",
    tradeOff: "A clash on one fixed unusual port looks like a clash on any other; where it happened still parts them.",
    profiles: ["prose", "message", "assertion"],
    needs: /port[^\n]{0,12}[0-9]|\.[a-z]{2,11}:[0-9]|`:`?[0-9]/i,
    pattern:
      /(?=[0-9])(?:(?<=\bport(?: number)?["'`]?[ :=#(]{1,3}["'`]?)[0-9]{2,5}(?![0-9.])|(?<=[A-Za-z0-9]\.(?:com|net|org|io|dev|local|internal|lan|svc|cloud|app|example|test|localdomain):)[0-9]{2,5}(?![0-9.:])|(?<=`(?:[\w.-]{1,80})`:`?)[0-9]{2,5}(?![0-9.:]))/gi,
    replace: (match) => ({ from: 0, to: match[0].length, placeholder: portName(match[0]) }),
  },
  {
    name: "mac",
    placeholder: "<mac>",
    reason: "A hardware address names one machine.",
    tradeOff: "None known.",
    profiles: every,
    needs: /[:-][0-9a-fA-F]{2}[:-]/,
    pattern: /(?<![\w:-])[0-9a-fA-F]{2}([:-])(?:[0-9a-fA-F]{2}\1){4}[0-9a-fA-F]{2}(?![\w:-])/g,
  },
  {
    name: "cloud_host",
    placeholder: "<host>",
    reason: "Runners and cloud machines have generated names.",
    tradeOff: "None known.",
    profiles: every,
    needs: /ip-[0-9]|fv-az|runner-|ec2|\.internal/,
    pattern:
      /(?<![\w-])(?:ip-[0-9]{1,3}(?:-[0-9]{1,3}){3}(?:\.[\w.-]{1,80})?|fv-az[0-9]{1,6}-[0-9]{1,6}|runner-[\w-]{6,60}-project-[0-9]{1,12}-concurrent-[0-9]{1,4}(?:-[\w-]{1,40})?|ec2-[0-9-]{7,15}\.[\w.-]{1,80})(?![\w-])/g,
  },
];
