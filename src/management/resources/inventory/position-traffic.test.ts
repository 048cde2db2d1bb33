import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { createTrafficCurve, observeHour } from '../../../core/pacing/traffic-curve.ts';
import { saveTraffic } from '../../../exchange/plan/traffic-store.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

test('returns the requests of a typical day as learned by the pacing', async () => {
  const [learned, begun, silent] = [
    await makeObject(management, 'inventory/position'),
    await makeObject(management, 'inventory/position'),
    await makeObject(management, 'inventory/position'),
  ];
  const curve = createTrafficCurve();
  for (let hour = 0; hour < 48; hour += 1) observeHour(curve, hour, hour % 24 < 12 ? 10 : 30);
  await saveTraffic(
    management.database,
    new Map([
      [learned.id, { curve, hour: 48, requests: 0, observedMs: 0 }],
      // Half an hour of its first hour, with 5 requests.
      [begun.id, { curve: createTrafficCurve(), hour: 48, requests: 5, observedMs: 1_800_000 }],
    ]),
  );
  const only = [learned, begun, silent].map(({ id }) => `id=${id}`).join('&');
  const { body } = await management.call('GET', `/inventory/position?${only}&sort=-requestsPerDay`);
  expect(body.map(({ id, requestsPerDay }: Record<string, number>) => [id, requestsPerDay])).toEqual([
    [learned.id, 480],
    [begun.id, 240],
    [silent.id, null],
  ]);
  expect((await management.call('GET', `/inventory/position/${learned.id}`)).body.requestsPerDay).toBe(480);
});

test('excludes requests from changes', async () => {
  const { id } = await makeObject(management, 'inventory/position');
  await sql`insert into traffic_curve (position_id, hours, level, hour, requests, observed_ms)
    values (${id}, '{7}', 1, 0, 0, 0)`.execute(management.database);
  const changed = await management.call('PATCH', `/inventory/position/${id}`, {
    headers: { 'if-match': '*' },
    body: { blockedLabels: ['cars'] },
  });
  expect(changed.body).toMatchObject({ requestsPerDay: 168, blockedLabels: ['cars'] });
  const [entry] = (await management.call('GET', `/audit?kind=inventory/position&objectId=${id}&limit=1`)).body;
  expect(entry.after).toMatchObject({ blockedLabels: ['cars'] });
  expect(entry.after).not.toHaveProperty('requestsPerDay');
});
