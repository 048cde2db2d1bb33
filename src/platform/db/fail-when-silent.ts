import { setImmediate as nextTurn } from 'node:timers/promises';

/** Time without any response after which a database counts as unavailable. */
const silenceMs = 1_500;
/** Time of the last response to a query, by a result or by an error of the database itself. */
let answeredAtMs = Number.NEGATIVE_INFINITY;

/**
 * Returns the result of a query. A frozen database returns nothing, not even an error. It is distinguished from a busy
 * one by whether any other query received a response meanwhile.
 * @throws an error with the code `ETIMEDOUT` if the database is silent
 */
export async function failWhenSilent<Answer>(query: Promise<Answer>): Promise<Answer> {
  let isSettled = false;
  const settled = query.then(noteAnswer, noteError).finally(() => {
    isSettled = true;
  });
  while (!isSettled) {
    const askedAtMs = performance.now();
    await settledOrSilent(settled);
    // A busy process runs timers before it processes received data.
    await nextTurn();
    if (!isSettled && answeredAtMs < askedAtMs) {
      query.catch(() => undefined);
      throw Object.assign(new Error(`no response within ${silenceMs} ms`), { code: 'ETIMEDOUT' });
    }
  }
  return query;
}

async function settledOrSilent(settled: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, silenceMs);
  });
  await Promise.race([settled, silent]);
  clearTimeout(timer);
}

function noteAnswer(): void {
  answeredAtMs = performance.now();
}

/** Only an error that the database itself wrote proves that it is alive. */
function noteError(error: unknown): void {
  if (error instanceof Error && 'severity' in error) noteAnswer();
}
