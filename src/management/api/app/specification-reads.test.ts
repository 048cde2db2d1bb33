import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
/** Different IDs, so that a field with the ID of another object is detected. */
const made = { parent: 0, publisher: 0, publication: 0, location: 0, position: 0, booking: 0, advar: 0 };

beforeAll(async () => {
  management = await startTestManagement();
  const make = (kind: string, fields = {}) => makeObject(management, kind, fields);
  for (let n = 0; n < 3; n += 1) await make('inventory/publication');
  for (let n = 0; n < 2; n += 1) await make('inventory/location');
  made.parent = (await make('inventory/publisher', { companyName: 'Northern Group' })).id;
  made.publisher = (await make('inventory/publisher', { companyName: 'Northern Press', parentId: made.parent })).id;
  const publication = { companyName: 'The Courier', publisherId: made.publisher };
  made.publication = (await make('inventory/publication', publication)).id;
  made.location = (await make('inventory/location', { publicationId: made.publication })).id;
  made.position = (await make('inventory/position', { locationId: made.location })).id;
  for (let n = 0; n < 2; n += 1) await make('bookings');
  made.booking = (await make('bookings')).id;
  made.advar = (await make('creatives')).id;
  // The API cannot create this kind yet.
  await management.database
    .updateTable('creative')
    .set({ kind: 'advar' })
    .where('creative.id', '=', made.advar)
    .execute();
});
afterAll(() => management?.close());

/** Calls like existing integrations: with a token and with headers that have no meaning here. */
async function read(path: string) {
  const headers = { 'use-keycloak-auth': 'true', 'api-version': '1.0', 'content-type': 'application/json' };
  const answer = await management.call('GET', path, { headers });
  expect(answer.status, path).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  return answer.body;
}

describe("responds to the reads of the specification's endpoint table at its paths with its fields", () => {
  test('a publisher: id, parentId, companyName', async () => {
    expect(await read(`/inventory/publisher/${made.publisher}`)).toMatchObject({
      id: made.publisher,
      parentId: made.parent,
      companyName: 'Northern Press',
    });
    expect(await read(`/inventory/publisher/${made.parent}`)).toMatchObject({ id: made.parent, parentId: null });
  });

  test('a publication: id, companyName', async () => {
    expect(await read(`/inventory/publication/${made.publication}`)).toMatchObject({
      id: made.publication,
      companyName: 'The Courier',
      publisherId: made.publisher,
    });
  });

  test('a position: id', async () => {
    expect(await read(`/inventory/position/${made.position}`)).toMatchObject({
      id: made.position,
      locationId: made.location,
    });
  });

  test('a location: id', async () => {
    expect(await read(`/inventory/location/${made.location}`)).toMatchObject({
      id: made.location,
      publicationId: made.publication,
    });
  });

  test('a booking, also with its ID under its specific name', async () => {
    expect(await read(`/bookings/${made.booking}`)).toMatchObject({ id: made.booking, bookingId: made.booking });
  });

  test('creatives of kind advar: a list by filter, also with the ID in the path; 400 without a filter', async () => {
    const advar = { id: made.advar, creativeId: made.advar, kind: 'advar' };
    expect(await read(`/creatives/advar?creativeId=${made.advar}`)).toMatchObject([advar]);
    expect(await read(`/creatives/advar/${made.advar}`)).toMatchObject([advar]);
    expect(await management.call('GET', '/creatives/advar')).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });

  test('returns 404 for a missing object and 400 for a malformed ID', async () => {
    const items = ['publisher', 'publication', 'position', 'location'].map((noun) => `inventory/${noun}`);
    for (const kind of [...items, 'bookings', 'creatives/advar']) {
      expect((await management.call('GET', `/${kind}/9007199254740991`)).status, kind).toBe(404);
      expect((await management.call('GET', `/${kind}/9007199254740993`)).status, kind).toBe(400);
    }
  });
});
