import { type ConnectHost, type ConnectPlace, connectHosts, planConnection } from "./hosts.ts";

export type HostState = {
  host: ConnectHost;
  /**
   * `connected`: connecting it again would change nothing. `outdated`: something of ours is there, but in part, or of
   * another place. `unreadable`: its configuration cannot be read.
   */
  state: "connected" | "outdated" | "absent" | "unreadable";
  /** For all projects of the user or for this folder; null where nothing is. */
  scope: ConnectPlace["scope"] | null;
};

/** How each agent host stands. Reads their configuration and changes nothing. */
export function hostStates(
  place: Omit<ConnectPlace, "scope">,
  read: (file: string) => string | null,
): readonly HostState[] {
  const order: HostState["state"][] = ["connected", "outdated", "unreadable"];
  return connectHosts.map((host): HostState => {
    const found = (["user", "project"] as const).map((scope) => ({
      scope,
      state: stateOf(host, { ...place, scope }, read),
    }));
    for (const state of order) {
      const first = found.find((one) => one.state === state);
      if (first) return { host, ...first };
    }
    return { host, state: "absent", scope: null };
  });
}

function stateOf(host: ConnectHost, place: ConnectPlace, read: (file: string) => string | null): HostState["state"] {
  const changes = (isRemoval: boolean) =>
    planConnection(host, place, { read, isRemoval }).filter(({ before, after }) => before !== after);
  try {
    if (changes(false).length === 0) return "connected";
    return changes(true).length === 0 ? "absent" : "outdated";
  } catch {
    return "unreadable";
  }
}

/** For a person: one line a host, with what to do. */
export function hostLines(states: readonly HostState[]): string[] {
  return states.map(({ host, state, scope }) => {
    const where = scope === "project" ? " in this folder" : "";
    const again = `whence connect ${host}${scope === "project" ? " --scope project" : ""}`;
    const lines: Record<HostState["state"], string> = {
      connected: `ok  ${host}: connected${where}`,
      outdated: `!!  ${host}: connected in part, or to another place${where}. Run ${again}`,
      unreadable: `!!  ${host}: its configuration cannot be read${where}. ${again} --print says why`,
      absent: `--  ${host}: not connected. Run ${again}, if you use it`,
    };
    return lines[state];
  });
}
