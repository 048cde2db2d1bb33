import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

const screen = {
  width: 1_080,
  height: 1_920,
  orientation: 'portrait',
  openingHours: [{ days: ['mon', 'sat'], fromMinute: 540, toMinute: 1_080 }],
  loopSeconds: 120,
  slotSeconds: 10,
  multiplierThousandths: Array.from({ length: 24 }, (_, hour) => hour * 100),
  venueTypes: ['retail.grocery'],
  chain: 'FreshMart',
  store: 'FreshMart Gent-Zuid',
  zone: 'checkout',
  diagonalInches: 55,
  hasAudio: false,
  geo: { latitude: 50.85, longitude: 4.35 },
};
const any = { headers: { 'if-match': '*' } };

test('stores coordinates, opening hours and loop of a screen', async () => {
  const { id, ...made } = await makeObject(management, 'inventory/location', { kind: 'screen', screen });
  expect(made['screen']).toEqual(screen);
  expect((await management.call('GET', `/inventory/location/${id}`)).body.screen).toEqual(screen);
  // A merge patch: named fields change or are removed with null, the others stay.
  const change = { screen: { geo: null, openingHours: [], slotSeconds: 15 } };
  const { geo: _, ...rest } = screen;
  const answer = await management.call('PATCH', `/inventory/location/${id}`, { body: change, ...any });
  expect(answer).toMatchObject({ status: 200, body: { version: 2 } });
  expect(answer.body.screen).toEqual({ ...rest, openingHours: [], slotSeconds: 15 });
});

test('returns null for a missing screen, and empty lists for an empty one', async () => {
  const bare = await makeObject(management, 'inventory/location', { kind: 'screen', screen: {} });
  expect(bare['screen']).toEqual({ openingHours: [], venueTypes: [] });
  expect((await makeObject(management, 'inventory/location', { kind: 'screen' }))['screen']).toBeNull();
});

test('accepts a venue type of version 1.1 that version 1.2 renames, and suggests the code of a number', async () => {
  const former = { venueTypes: ['retail.grocery.shop_entrance'] };
  const made = await makeObject(management, 'inventory/location', { kind: 'screen', screen: former });
  expect(made['screen']).toMatchObject(former);
  const body = await makeBody(management, 'inventory/location', { kind: 'screen', screen: { venueTypes: ['20303'] } });
  const { errors } = (await management.call('POST', '/inventory/location', { body })).body;
  expect(errors[0].message).toContain('retail.grocery.aisles');
});

test.each([
  ['another kind of location', { kind: 'page', screen }, '/screen'],
  [
    'coordinates beyond the poles',
    { screen: { ...screen, geo: { latitude: 90.1, longitude: 0 } } },
    '/screen/geo/latitude',
  ],
  ['incomplete coordinates', { screen: { ...screen, geo: { latitude: 1 } } }, '/screen/geo/longitude'],
  [
    'opening hours that end before they begin',
    { screen: { openingHours: [{ fromMinute: 600, toMinute: 540 }] } },
    '/screen/openingHours/0/toMinute',
  ],
  ['a slot longer than its loop', { screen: { loopSeconds: 10, slotSeconds: 11 } }, '/screen/slotSeconds'],
  ['an hour without a multiplier', { screen: { multiplierThousandths: [1_000] } }, '/screen/multiplierThousandths'],
  [
    'a negative multiplier',
    { screen: { multiplierThousandths: Array.from({ length: 24 }, () => -1) } },
    '/screen/multiplierThousandths/0',
  ],
  ['no pixels', { screen: { width: 0 } }, '/screen/width'],
  ['a venue type in capitals', { screen: { venueTypes: ['Retail'] } }, '/screen/venueTypes/0'],
  ['an unknown venue type', { screen: { venueTypes: ['retail', 'retail.supermarket'] } }, '/screen/venueTypes/1'],
  ['the number of a venue type', { screen: { venueTypes: ['203'] } }, '/screen/venueTypes/0'],
  ['an unknown store zone', { screen: { zone: 'roof' } }, '/screen/zone'],
  ['a diagonal of zero', { screen: { diagonalInches: 0 } }, '/screen/diagonalInches'],
  ['an unknown member', { screen: { colour: 'red' } }, '/screen'],
])('refuses %s and names the field', async (_, fields, pointer) => {
  const body = await makeBody(management, 'inventory/location', { kind: 'screen', ...fields });
  const answer = await management.call('POST', '/inventory/location', { body });
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0].pointer).toMatch(new RegExp(`^${pointer}`));
});

test('requires removal of the screen fields when the location kind changes', async () => {
  const { id } = await makeObject(management, 'inventory/location', { kind: 'screen', screen });
  const change = (body: object) => management.call('PATCH', `/inventory/location/${id}`, { body, ...any });
  expect(await change({ kind: 'page' })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/screen' }] } });
  expect(await change({ kind: 'page', screen: null })).toMatchObject({ status: 200, body: { screen: null } });
});
