import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long a database may say nothing at all, to anybody, before it counts as away. */
const silenceMs = 1_500;
/** When a query that was waited for here was last answered, by a result or by the database's own error. */
let answeredAtMs = Number.NEGATIVE_INFINITY;

/**
 * The answer of a query. A database that is frozen answers nothing, not even an error: it is told from one with a long queue
 * in front of it by whether any other query was answered meanwhile.
 * @throws an error with the code `ETIMEDOUT` when the database is silent
 */
export async function failWhenSilent<Answer>(query: Promise<Answer>): Promise<Answer> {
  let isSettled = false;
  const settled = query.then(noteAnswer, noteError).finally(() => {
    isSettled = true;
  });
  while (!isSettled) {
    const askedAtMs = performance.now();
    await settledOrSilent(settled);
    // A busy process looks at its timers before it looks at what has arrived.
    await nextTurn();
    if (!isSettled && answeredAtMs < askedAtMs) {
      query.catch(() => undefined);
      throw Object.assign(new Error(`no answer in ${silenceMs} ms`), { code: 'ETIMEDOUT' });
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

/** Only an error that the database itself wrote is a sign of life. */
function noteError(error: unknown): void {
  if (error instanceof Error && 'severity' in error) noteAnswer();
}
