export type Wake = { now(): void; within(milliseconds: number): Promise<void> };

/** Creates a wait that a notice ends. An earlier notice ends it immediately. */
export function createWake(): Wake {
  let woken = false;
  let finish: (() => void) | null = null;
  return {
    now: () => {
      woken = true;
      finish?.();
    },
    within: async (milliseconds) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      finish = resolve;
      if (woken) resolve();
      await promise;
      clearTimeout(timer);
      finish = null;
      woken = false;
    },
  };
}
