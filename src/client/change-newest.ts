import { type Outcome, orThrow } from './placard-problem.ts';

/** Who loses that often is among many who change the same object at once. */
const usualAttempts = 10;

/**
 * Reads an object and changes what was read; when somebody else was first (412), once more on what is there then. Any
 * other problem is thrown as a `PlacardProblem`, and the 412 as well in the end.
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
