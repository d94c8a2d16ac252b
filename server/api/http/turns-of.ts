/** Runs at most `atOnce` tasks at a time; the others wait in the order in which they came. A task that fails ends its turn. */
export function turnsOf(atOnce: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The turn is handed over, so that nobody who comes meanwhile gets in between.
      if (next) next();
      else running -= 1;
    }
  };
}
