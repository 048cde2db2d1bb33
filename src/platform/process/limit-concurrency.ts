/** Runs at most `limit` tasks concurrently. Others wait in order of arrival. */
export function limitConcurrency(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot is handed over instead of freed, so that a new caller cannot overtake the queue.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
