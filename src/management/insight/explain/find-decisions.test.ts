import { expect, test } from 'vitest';
import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import type { KeptFile, RecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { listDecisions } from './find-decisions.ts';

const everything = { positionId: null, bookingId: null, fromMs: 0, toMs: Number.POSITIVE_INFINITY, limit: 200 };

/** Returns files of processes, each with its start and the times of its requests. */
function keptOf(
  processes: Readonly<Record<string, readonly (readonly [startMs: number, times: readonly number[]])[]>>,
) {
  const read: string[] = [];
  const times = new Map<string, readonly number[]>();
  const files = new Map(
    Object.entries(processes).map(([processId, list]) => [
      processId,
      list.map(([startMs, atMs]): KeptFile => {
        times.set(`${processId} ${startMs}`, atMs);
        return { processId, name: String(startMs), startMs };
      }),
    ]),
  );
  const kept: RecordedDecisions = {
    files: async () => files,
    async read({ processId, startMs }, visitor) {
      read.push(`${processId} ${startMs}`);
      for (const [index, atMs] of (times.get(`${processId} ${startMs}`) ?? []).entries()) {
        visitor.request?.({ id: `${startMs}-${index}`, atMs, slots: [] } as unknown as RecordedRequest, new Map());
      }
      return null;
    },
    async *frames() {},
    mayHold: async () => true,
    others: async () => [],
  };
  return { kept, read };
}

test('returns the latest decisions of all processes, even if the files of one are older', async () => {
  const { kept } = keptOf({
    a: [[10, [10, 95]]],
    b: [
      [50, [50, 60]],
      [70, [70, 80, 90]],
    ],
  });
  const { found, lookedFromMs } = await listDecisions(kept, { ...everything, limit: 3 });
  expect(found.map(({ atMs }) => atMs)).toEqual([95, 90, 80]);
  expect(lookedFromMs).toBe(70);
});

test('reads back only as far as needed and returns how far it has read', async () => {
  const { kept, read } = keptOf({
    a: [
      [10, [11]],
      [20, [21, 22]],
      [30, [31, 32]],
    ],
  });
  const first = await listDecisions(kept, { ...everything, limit: 2 });
  expect([first.found.map(({ atMs }) => atMs), first.lookedFromMs, read]).toEqual([[32, 31], 30, ['a 30']]);
  const next = await listDecisions(kept, { ...everything, limit: 2, toMs: first.lookedFromMs });
  expect([next.found.map(({ atMs }) => atMs), next.lookedFromMs]).toEqual([[22, 21], 20]);
  const all = await listDecisions(kept, { ...everything, fromMs: 15 });
  expect([all.found.map(({ atMs }) => atMs), all.lookedFromMs]).toEqual([[32, 31, 22, 21], 15]);
});

test('lists decisions of the same millisecond with the latest written first', async () => {
  const { kept } = keptOf({
    a: [
      [10, [15, 20]],
      [20, [20, 20]],
    ],
  });
  const { found } = await listDecisions(kept, { ...everything, limit: 3 });
  expect(found.map(({ id }) => id)).toEqual(['20-1', '20-0', '10-1']);
});

test('returns an empty list without recorded decisions', async () => {
  expect(await listDecisions(keptOf({}).kept, { ...everything, fromMs: 5 })).toEqual({ found: [], lookedFromMs: 5 });
});
