import type { Hosts } from '../../client/generated/types.gen.ts';

/** The counters of a process at a time. */
export type ProcessSample = {
  readonly atMs: number;
  readonly requests: number;
  readonly ads: number;
  readonly events: number;
};

/** The samples of all processes. A restarted process has another key. */
export type ProcessSamples = ReadonlyMap<string, ProcessSample>;

/** Rates per second. */
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

/** The total rates of the processes that are in both samples. Null: there is none. */
export function ratesBetween(before: ProcessSamples, now: ProcessSamples): Rates | null {
  const sum = { requests: 0, ads: 0, events: 0 };
  let compared = 0;
  for (const [process, sample] of now) {
    const old = before.get(process);
    const seconds = old === undefined ? 0 : (sample.atMs - old.atMs) / perSecond;
    if (old === undefined || seconds <= 0) continue;
    sum.requests += (sample.requests - old.requests) / seconds;
    sum.ads += (sample.ads - old.ads) / seconds;
    sum.events += (sample.events - old.events) / seconds;
    compared += 1;
  }
  return compared === 0 ? null : sum;
}
