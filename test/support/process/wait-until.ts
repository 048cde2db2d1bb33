import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the result is neither null, undefined nor false. Fails with the description after a timeout. */
export async function waitUntil<Answer>(
  awaited: string,
  ask: () => Promise<Answer> | Answer,
  options: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<NonNullable<Exclude<Answer, false>>> {
  const deadline = performance.now() + (options.withinMs ?? 15_000);
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false)
      return answer as NonNullable<Exclude<Answer, false>>;
    if (performance.now() > deadline) throw new Error(`Timeout while waiting for ${awaited}`);
    await delay(options.everyMs ?? 50);
  }
}
