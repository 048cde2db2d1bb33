import { expect, test } from 'vitest';
import { type ProcessSample, processSamplesOf, ratesBetween } from './process-rates.ts';

const sample = (atMs: number, requests: number): ProcessSample => ({ atMs, requests, ads: requests / 2, events: 1 });

test('adds up the rates of the processes that are in both samples', () => {
  const before = new Map([
    ['a', sample(1_000, 100)],
    ['b', sample(1_500, 10)],
    ['gone', sample(1_000, 50)],
  ]);
  const now = new Map([
    ['a', sample(3_000, 140)],
    ['b', sample(2_500, 20)],
    ['new', sample(3_000, 1_000)],
  ]);
  expect(ratesBetween(before, now)).toEqual({ requests: 30, ads: 15, events: 0 });
});

test('returns null with one sample, or with the same sample twice', () => {
  const now = new Map([['a', sample(1_000, 100)]]);
  expect(ratesBetween(new Map(), now)).toBeNull();
  expect(ratesBetween(now, now)).toBeNull();
});

test('treats a restarted process as a new process', () => {
  const counts = { filledSlots: 1, events: 2, emptySlots: 0, refusedEvents: 0, memoryBytes: 1, revision: 1 };
  const seen = { id: 'delivery-0', seenAt: '2026-11-22T10:00:00.000Z', startedAt: null, adRequests: 3, ...counts };
  const engines = { redis: 'ok', store: 'ok' } as const;
  const about = { version: null, pid: null, startedAt: '', seenAt: '', draining: false, restarts: 0 };
  const host = { name: 'h', roles: [], memoryBytes: null, journal: null, engines, ...about };
  const [first, second] = [1, 2].map((pid) =>
    processSamplesOf({ hosts: [{ ...host, processes: [{ ...seen, pid }] }] }),
  );
  expect([...(first?.values() ?? [])]).toEqual([{ atMs: Date.parse(seen.seenAt), requests: 3, ads: 1, events: 2 }]);
  expect([...(first?.keys() ?? [])]).not.toEqual([...(second?.keys() ?? [])]);
});
