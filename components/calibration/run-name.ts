/** A run as a choice names it: when, and under which policy. UTC, because it must not change between server and browser. */
export function runName({
  created_at,
  policy_version,
  pairs,
}: {
  created_at: string;
  policy_version: number;
  pairs: { relevant: number; control: number };
}): string {
  return `${created_at.slice(0, 16).replace("T", " ")} UTC, ${pairs.relevant} + ${pairs.control} pairs, policy ${policy_version}`;
}
