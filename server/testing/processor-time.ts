/** Processor time that a piece of work takes, in ms: on a busy machine wall time would measure everybody else. */
export function processorTimeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
