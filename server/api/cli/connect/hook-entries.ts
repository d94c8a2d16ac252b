import { textAt, valueAt } from "../../hooks/at-path.ts";
import type { JsonEdit } from "./edit-json.ts";

/** One entry of a host's list of hooks for an event. `command` is how ours is known again. */
export type HookEntry = { event: string; value: unknown; command: string };

/** A command line of ours, whatever the folder it was built in: an older entry is replaced and not doubled. */
const ours = /\bwhence(?:\.mjs)?["']? hook\b/;

/**
 * The edits that make exactly these entries ours in `hooks`, and leave every other one. None when they are there
 * already; with no entries, ours are taken out and what became empty with them.
 */
export function hookEdits(config: unknown, entries: readonly HookEntry[]): JsonEdit[] {
  const hooks = valueAt(config, "hooks");
  const edits: JsonEdit[] = [];
  const events = typeof hooks === "object" && hooks !== null ? Object.entries(hooks) : [];
  const remaining = new Map<string, number>();
  for (const [event, list] of events) {
    if (!Array.isArray(list)) continue;
    const wanted = entries.filter((entry) => entry.event === event);
    const mine = list.flatMap((item: unknown, index) =>
      commandsOf(item).some((text) => ours.test(text)) ? [index] : [],
    );
    remaining.set(event, list.length - mine.length);
    if (mine.length === wanted.length && mine.every((index, nth) => same(list[index], wanted[nth]?.value))) {
      remaining.set(event, -1);
      continue;
    }
    if (mine.length > 0 && mine.length === list.length && wanted.length === 0) {
      edits.push({ path: ["hooks", event], value: undefined });
    } else {
      for (const index of mine.toReversed()) edits.push({ path: ["hooks", event, index], value: undefined });
    }
  }
  for (const { event, value } of entries) {
    const before = remaining.get(event);
    if (before === -1) continue;
    if (before === undefined) edits.push({ path: ["hooks", event], value: [value] });
    else edits.push({ path: ["hooks", event, before], value, isInsertion: true });
    remaining.set(event, (before ?? 0) + 1);
  }
  const isAllOurs = entries.length === 0 && events.length > 0 && events.length === edits.length;
  const takesAll = isAllOurs && edits.every(({ path }) => path.length === 2);
  return takesAll ? [{ path: ["hooks"], value: undefined }] : edits;
}

/** The commands of an entry: its own, or those of its inner list. */
function commandsOf(item: unknown): string[] {
  const inner = valueAt(item, "hooks");
  const own = textAt(item, "command");
  return [own, ...(Array.isArray(inner) ? inner.map((hook: unknown) => textAt(hook, "command")) : [])];
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
