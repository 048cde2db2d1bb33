import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

async function patch(id: number, body: Record<string, unknown>) {
  return management.call('PATCH', `/inventory/position/${id}`, { headers: { 'if-match': '*' }, body });
}

async function rowOf(id: number) {
  const { positions } = await buildSnapshotRows(management.database);
  return positions.find((row) => row.id === id);
}

test('has no limits by default; null removes a limit', async () => {
  const { id } = await makeObject(management, 'inventory/position');
  const nothing = { floor: null, maxAds: null, maxPerBrand: null };
  expect((await management.call('GET', `/inventory/position/${id}`)).body).toMatchObject(nothing);
  expect(Object.keys((await rowOf(id)) ?? {}).sort()).toEqual(['formatId', 'id', 'locationId', 'slotName']);
  const limits = { floor: { amount: '2.5', currency: 'EUR' }, maxAds: 4, maxPerBrand: 1 };
  const shown = { ...limits, floor: { amount: '2.50', currency: 'EUR' } };
  expect((await patch(id, limits)).body).toMatchObject(shown);
  expect(await rowOf(id)).toMatchObject({ floor: { micros: 2_500_000, currency: 'EUR' }, maxAds: 4, maxPerBrand: 1 });
  expect((await patch(id, { name: 'Shelf' })).body).toMatchObject(shown);
  expect((await patch(id, nothing)).body).toMatchObject(nothing);
  await patch(id, { floor: { amount: '0', currency: 'EUR' } });
  expect(await rowOf(id)).not.toHaveProperty('floor');
});

test.each([
  [{ maxAds: 0 }, '/maxAds'],
  [{ maxAds: 1.5 }, '/maxAds'],
  [{ maxPerBrand: 1_001 }, '/maxPerBrand'],
  [{ maxPerBrand: 'one' }, '/maxPerBrand'],
  [{ floor: { amount: '-1', currency: 'EUR' } }, '/floor/amount'],
  [{ floor: { amount: '1' } }, '/floor/currency'],
  [{ floor: 2.5 }, '/floor'],
])('refuses %o and names the field', async (limits, pointer) => {
  const { id } = await makeObject(management, 'inventory/position');
  const { status, body } = await patch(id, limits);
  expect([status, body.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([400, [pointer]]);
});
