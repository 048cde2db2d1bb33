import { createHash } from 'node:crypto';

/** A play record as a player stores it until it is reported. */
export type PlayRecord = {
  readonly url: string;
  readonly at: string;
  readonly sequence: number;
  readonly previous: string;
};

/** Second implementation of the hash in the guide. */
export function hashOfRecord({ previous, at, url }: Pick<PlayRecord, 'previous' | 'at' | 'url'>): string {
  return createHash('sha256').update(`${previous}\n${at}\n${url}`).digest('hex');
}

/** Chains plays like a player. */
export function chainOf(plays: readonly { readonly url: string; readonly at: string }[]): PlayRecord[] {
  let previous = '0'.repeat(64);
  return plays.map((play, index) => {
    const record = { ...play, sequence: index + 1, previous };
    previous = hashOfRecord(record);
    return record;
  });
}

/** Returns random numbers from 0 to 1 that are equal in each run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns all records repeated this number of times, shuffled and in batches. */
export function shuffledBatches<Item>(
  items: readonly Item[],
  options: { readonly times: number; readonly batchSize: number; readonly random: () => number },
): Item[][] {
  const all = Array.from({ length: options.times }, () => items).flat();
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(options.random() * (last + 1));
    [all[last], all[other]] = [all[other] as Item, all[last] as Item];
  }
  const batches: Item[][] = [];
  for (let from = 0; from < all.length; from += options.batchSize) {
    batches.push(all.slice(from, from + options.batchSize));
  }
  return batches;
}
