import { type ManagementAnswer, type ManagementCall, ManagementCallError } from './management-client.ts';
import { type Present, presentObjects } from './present-objects.ts';

/** One run of the seed. */
export type SeedRun = {
  readonly call: ManagementCall;
  readonly nowMs: number;
  created: number;
  present: number;
};

/** Concurrent calls: enough for two cores, and few enough not to block other callers. */
const callsAtOnce = 6;

/** Objects of one collection that must exist. */
export type WantedObject = {
  readonly path: string;
  /** Field that identifies the listed objects. */
  readonly identify: string;
  /** Set if later bodies refer to earlier objects. */
  readonly oneByOne?: true;
  readonly wanted: readonly { readonly key: string; readonly body: (made: Present) => unknown }[];
};

/** Creates the missing objects and returns the IDs of all by key. */
export async function ensureAll(seed: SeedRun, { path, identify, oneByOne, wanted }: WantedObject): Promise<Present> {
  const made = await presentObjects(seed.call, path, identify);
  const missing = wanted.filter(({ key }) => !made.has(key));
  seed.present += wanted.length - missing.length;
  await inParallel(
    missing,
    async ({ key, body }) => {
      const content = await body(made);
      const answer = await seed.call(
        'POST',
        path,
        content instanceof FormData ? { multipart: content } : { json: content },
      );
      if (answer.status !== 201) throw refused(path, answer);
      made.set(key, (answer.body as { id: number }).id);
      seed.created += 1;
    },
    oneByOne ? 1 : callsAtOnce,
  );
  return made;
}

/** Processes items in parallel. Stops at the first failure. When it throws, no work is pending. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce: number = callsAtOnce,
): Promise<void> {
  const queue = items.values();
  let failed = false;
  const worker = async () => {
    for (const item of queue) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

export function idOfPresent(made: Present, key: string): number {
  const id = made.get(key);
  if (id === undefined) throw new ManagementCallError(`the demo has no object ${JSON.stringify(key)}`);
  return id;
}

export function refused(path: string, answer: ManagementAnswer): ManagementCallError {
  return new ManagementCallError(`${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
}
