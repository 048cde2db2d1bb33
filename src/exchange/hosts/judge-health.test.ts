import { expect, test } from 'vitest';
import { servesOf } from '../../platform/config/roles.ts';
import type { HostState } from './host-state.ts';
import { isReady, judgeHealth, type Looked } from './judge-health.ts';

const gibibyte = 1024 ** 3;
const nowMs = Date.parse('2026-11-22T10:00:00Z');
const process = { processId: 'delivery-0', revision: 1, at: nowMs, pid: 1 };

const failing = { name: 'management', state: 'failing', reason: 'exit code 1', restarts: 3 } as const;

function look(role: 'all' | 'management' | 'delivery' | 'worker', change: Partial<Looked & HostState> = {}): Looked {
  const { database = true, wanted = 1, countedToMs = nowMs, freeBytes = gibibyte, ...state } = change;
  const usual: HostState = {
    host: 'h',
    serves: servesOf([role]),
    startedAtMs: 0,
    atMs: nowMs,
    draining: false,
    engines: { redis: 'ok', store: 'ok' },
    processes: [process],
  };
  return { state: { ...usual, ...state }, wanted, database, countedToMs, freeBytes };
}

test.each([
  ['everything is there', look('all'), 'ok', true],
  ['delivery needs no PostgreSQL', look('delivery', { database: null, countedToMs: null }), 'ok', true],
  ['it was told to end', look('all', { draining: true }), 'draining', false],
  ['nothing is served yet', look('delivery', { processes: [] }), 'starting', false],
  ['the demo account is not complete', look('all', { isPreparing: true }), 'starting', false],
  ['management has no PostgreSQL', look('management', { database: false }), 'failing', false],
  ['a worker has no PostgreSQL', look('worker', { database: false }), 'failing', false],
  ['ads go on without PostgreSQL', look('all', { database: false }), 'degraded', true],
  ['Redis is away', look('delivery', { engines: { redis: 'away', store: 'ok' } }), 'degraded', true],
  ['the store is away', look('management', { engines: { redis: 'ok', store: 'away' } }), 'degraded', true],
  ['a delivery process is missing', look('delivery', { wanted: 2 }), 'degraded', true],
  ['the disk is nearly full', look('delivery', { freeBytes: 1_000 }), 'degraded', true],
  [
    'a journal segment is damaged',
    look('delivery', { journal: { bytes: 1, throughMs: null, damage: { segments: 1, bytes: 9 } } }),
    'degraded',
    true,
  ],
  ['events are counted late', look('worker', { countedToMs: nowMs - 61_000 }), 'degraded', true],
  ['management failed, and ads continue', look('all', { components: [failing] }), 'degraded', true],
  ['management failed on a host without delivery', look('management', { components: [failing] }), 'failing', false],
  ['nothing was counted yet', look('worker', { countedToMs: null }), 'ok', true],
])('%s', (_, looked, status, ready) => {
  const health = judgeHealth(looked);
  expect([health.status, isReady(health), health.reasons.length > 0]).toEqual([status, ready, status !== 'ok']);
});
