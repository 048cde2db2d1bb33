import { type Outcome, orThrow } from './placard-problem.ts';

/** Default number of attempts. More conflicts indicate many concurrent changes of the same object. */
const usualAttempts = 10;

/**
 * Reads an object and changes it. After a conflict (412) it reads and changes again. Any other problem is thrown as a
 * `PlacardProblem`, as is the 412 of the last attempt.
 * @param steps `read` gets the object; `change` sends the change with that ETag as `If-Match`; `attempts`, at least 1
 */
export async function changeNewest<One, Changed>(steps: {
  readonly read: () => Promise<Outcome<One>>;
  readonly change: (object: One, etag: string) => Promise<Outcome<Changed>>;
  readonly attempts?: number;
}): Promise<Changed> {
  for (let attempt = 1; ; attempt += 1) {
    const { data, response } = await orThrow(steps.read());
    const outcome = await steps.change(data, response.headers.get('etag') ?? '');
    const isStale = outcome.error?.code === 'stale_version';
    if (!isStale || attempt >= (steps.attempts ?? usualAttempts)) return (await orThrow(outcome)).data;
  }
}
