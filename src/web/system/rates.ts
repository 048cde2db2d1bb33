import type { Hosts } from '../../client/generated/types.gen.ts';

/** What all processes have done, and when they said so. */
export type ProcessSample = {
  readonly atMs: number;
  readonly requests: number;
  readonly ads: number;
  readonly events: number;
};

/** A moment of everything, by process; one that began anew counts from zero. */
export type ProcessSamples = ReadonlyMap<string, ProcessSample>;

/** What happens in a second; null: it takes two moments to say so. */
export type Rates = { readonly requests: number; readonly ads: number; readonly events: number };

const perSecond = 1000;

export function processSamplesOf({ hosts }: Pick<Hosts, 'hosts'>): ProcessSamples {
  return new Map(
    hosts.flatMap(({ name, processes }) =>
      processes.map(({ id, pid, seenAt, adRequests, filledSlots, events }) => [
        `${name} ${id} ${pid}`,
        { atMs: Date.parse(seenAt), requests: adRequests, ads: filledSlots, events },
      ]),
    ),
  );
}

/** The rates of all processes that are in both moments, together. */
export function ratesBetween(before: ProcessSamples, now: ProcessSamples): Rates | null {
  const sum = { requests: 0, ads: 0, events: 0 };
  let known = 0;
  for (const [process, sample] of now) {
    const old = before.get(process);
    const seconds = old === undefined ? 0 : (sample.atMs - old.atMs) / perSecond;
    if (old === undefined || seconds <= 0) continue;
    sum.requests += (sample.requests - old.requests) / seconds;
    sum.ads += (sample.ads - old.ads) / seconds;
    sum.events += (sample.events - old.events) / seconds;
    known += 1;
  }
  return known === 0 ? null : sum;
}
