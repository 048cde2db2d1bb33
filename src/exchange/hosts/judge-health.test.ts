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
  ['no problem', look('all'), 'ok', true],
  ['delivery without PostgreSQL', look('delivery', { database: null, countedToMs: null }), 'ok', true],
  ['host is shutting down', look('all', { draining: true }), 'draining', false],
  ['no process serves a snapshot yet', look('delivery', { processes: [] }), 'starting', false],
  ['demo account is incomplete', look('all', { isPreparing: true }), 'starting', false],
  ['management without PostgreSQL', look('management', { database: false }), 'failing', false],
  ['worker without PostgreSQL', look('worker', { database: false }), 'failing', false],
  ['delivery host without PostgreSQL', look('all', { database: false }), 'degraded', true],
  ['Redis is unreachable', look('delivery', { engines: { redis: 'away', store: 'ok' } }), 'degraded', true],
  ['store is unreachable', look('management', { engines: { redis: 'ok', store: 'away' } }), 'degraded', true],
  ['delivery process is missing', look('delivery', { wanted: 2 }), 'degraded', true],
  ['disk is nearly full', look('delivery', { freeBytes: 1_000 }), 'degraded', true],
  [
    'journal segment is damaged',
    look('delivery', { journal: { bytes: 1, throughMs: null, damage: { segments: 1, bytes: 9 } } }),
    'degraded',
    true,
  ],
  ['counting is late', look('worker', { countedToMs: nowMs - 61_000 }), 'degraded', true],
  ['management failed on a delivery host', look('all', { components: [failing] }), 'degraded', true],
  ['management failed on a host without delivery', look('management', { components: [failing] }), 'failing', false],
  ['nothing was counted yet', look('worker', { countedToMs: null }), 'ok', true],
])('%s', (_, looked, status, ready) => {
  const health = judgeHealth(looked);
  expect([health.status, isReady(health), health.reasons.length > 0]).toEqual([status, ready, status !== 'ok']);
});
