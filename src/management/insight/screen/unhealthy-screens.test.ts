import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { UnhealthyScreen } from '../../../contract/inventory/screen-health.ts';
import { minuteMs } from '../../../core/time/durations.ts';
import { playClockToleranceMs, screenGoneMs, screenLateMs } from '../../../core/vocabulary/limits/screen-limits.ts';

let management: TestManagement;
let positionId: number;
let slotName: unknown;

beforeAll(async () => {
  management = await startTestManagement();
  const position = await makeObject(management, 'inventory/position');
  ({ id: positionId } = position);
  slotName = position['slotName'];
  await seen('fine', {});
  await seen('ahead', { clockAheadMs: playClockToleranceMs + 1, missingFiles: ['a.png'] });
  await seen('behind', { clockAheadMs: -playClockToleranceMs - 1, ageMs: minuteMs });
  await seen('nearly', { clockAheadMs: playClockToleranceMs, missingFiles: [] });
  await seen('hungry', { missingFiles: ['a.png'] });
  await seen('silent', { ageMs: screenLateMs + minuteMs });
  await seen('gone', { ageMs: screenGoneMs + minuteMs, clockAheadMs: 1e9 });
  await seen('edited', {});
  await sql`
    with chain as (
      insert into play_chain (device_id, chain_key, position_id, first_told_at, last_told_at)
      values ('edited', 'k', ${positionId}, now(), now()) returning id
    ) insert into play_finding (chain_id, sequence, kind) select id, 3, 'edited' from chain`.execute(
    management.database,
  );
});
afterAll(() => management?.close());

type Said = { readonly ageMs?: number; readonly clockAheadMs?: number; readonly missingFiles?: string[] };

async function seen(deviceId: string, { ageMs = 0, clockAheadMs, missingFiles }: Said, at = positionId) {
  await management.database
    .insertInto('screenDevice')
    .values({
      positionId: at,
      deviceId,
      lastSeenAt: new Date(Date.now() - ageMs),
      clockAheadMs: clockAheadMs ?? null,
      missingFiles: missingFiles ?? null,
    })
    .execute();
}

async function listed(query = '') {
  const { status, body, headers } = await management.call('GET', `/inventory/screens${query}`);
  expect(status).toBe(200);
  return { screens: body as UnhealthyScreen[], total: Number(headers['record-count']) };
}

const names = async (query = '') => (await listed(query)).screens.map(({ deviceId }) => deviceId);

test('lists screens needing attention, the most severe first, with all their conditions', async () => {
  const { screens, total } = await listed();
  expect(total).toBe(5);
  expect(screens.map(({ deviceId, conditions }) => [deviceId, ...conditions])).toEqual([
    ['ahead', 'wrong_clock', 'files_missing'],
    ['behind', 'wrong_clock'],
    ['edited', 'records_changed'],
    ['hungry', 'files_missing'],
    ['silent', 'not_seen'],
  ]);
  expect(screens[0]).toMatchObject({ positionId, slotName, clockAheadMs: playClockToleranceMs + 1 });
});

test('filters by condition and pages', async () => {
  expect(await names('?condition=files_missing')).toEqual(['ahead', 'hungry']);
  expect(await names('?condition=not_seen&condition=records_changed')).toEqual(['edited', 'silent']);
  expect(await names('?limit=2&offset=1')).toEqual(['behind', 'edited']);
  expect(await listed('?limit=2&offset=50')).toEqual({ screens: [], total: 5 });
});

test('ignores an archived position', async () => {
  const other = await makeObject(management, 'inventory/position');
  await seen('attic', { clockAheadMs: 1e9 }, other.id);
  expect(await names()).toContain('attic');
  const path = `/inventory/position/${other.id}`;
  expect((await management.call('DELETE', path, { headers: { 'if-match': '*' } })).status).toBe(200);
  expect(await names()).not.toContain('attic');
});

test('refuses an unknown condition and requires the scope decisions:read', async () => {
  expect(await management.call('GET', '/inventory/screens?condition=tired')).toMatchObject({ status: 400 });
  expect(await management.call('GET', '/inventory/screens', { scopes: ['inventory:read'] })).toMatchObject({
    status: 403,
  });
});
