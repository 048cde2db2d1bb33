import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopes } from '../../../contract/access/scopes.ts';
import { readSnapshotCreatives } from '../../../exchange/rows/snapshot-creatives.ts';

type Fields = Readonly<Record<string, unknown>>;

let management: TestManagement;
let common: Fields;
let nativeFormatId: number;

beforeAll(async () => {
  management = await startTestManagement();
  const partner = await makeObject(management, 'media-partners', { domains: ['aurora.example'] });
  const { id: brandId } = await makeObject(management, 'brands', { mediaPartnerId: partner.id });
  const { id: formatId } = await makeObject(management, 'inventory/format', { width: 300, height: 250 });
  const headline = { name: 'headline', kind: 'text', required: true };
  const template = { mediaType: 'native', width: 300, height: 250, templateFields: [headline] };
  nativeFormatId = (await makeObject(management, 'inventory/format', template)).id;
  common = { name: 'Offer', kind: 'html', brandId, formatId, html: '<b>Offer</b>' };
});
afterAll(() => management?.close());

function create(fields: Fields) {
  return management.call('POST', '/creatives', { body: { ...common, ...fields } });
}

function patch(id: number, body: Fields, options: Fields = {}) {
  return management.call('PATCH', `/creatives/${id}`, { body, headers: { 'if-match': '*' }, ...options });
}

const trackers = { impression: ['https://count.example/i?c=[CACHEBUSTING]'], click: ['https://count.example/c'] };

test('stores the trackers of a display creative, and omits events without URLs', async () => {
  const { status, body } = await create({ trackers: { ...trackers, viewable: [] } });
  expect([status, body.trackers]).toEqual([201, trackers]);
  expect(await readSnapshotCreatives(management.database, { ids: [body.id] })).toMatchObject([{ trackers }]);
  const { impression } = trackers;
  expect((await patch(body.id, { trackers: { click: null } })).body.trackers).toEqual({ impression });
  expect((await patch(body.id, { trackers: null })).body.trackers).toEqual({});
  expect((await create({})).body.trackers).toEqual({});
});

test('rejects events of players, and URLs that are not http', async () => {
  const { status, body } = await create({
    trackers: { start: ['https://count.example/s'], click: ['javascript:alert(1)'], viewable: ['//count.example/v'] },
  });
  expect(status).toBe(400);
  const pointers = (body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
  expect(pointers).toEqual(expect.arrayContaining(['/trackers/click/0', '/trackers/viewable/0']));
  const { body: other } = await create({ trackers: { start: ['https://count.example/s'] } });
  expect(other.errors).toMatchObject([{ pointer: '/trackers/start' }]);
});

test('a tracker that a reviewed user changes waits for the approval', async () => {
  const { id } = (await create({ trackers })).body;
  const partly = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };
  const changed = { impression: ['https://other.example/i'] };
  const { body } = await patch(id, { trackers: changed }, partly);
  expect(body).toMatchObject({ trackers, pendingVersion: { trackers: changed } });
  const approved = await management.call('POST', `/creatives/${id}/actions/approve`);
  expect(approved.body).toMatchObject({ trackers: changed, pendingVersion: null });
});

test('trackers and measurement scripts must be on an allowed domain, except URLs that the creative already has', async () => {
  const { id } = (await create({ trackers })).body;
  const allow = (trackerDomains: readonly string[]) =>
    management.call('PATCH', '/settings', { body: { trackerDomains }, headers: { 'if-match': '*' } });
  expect(await allow(['measure.example', 'not a domain'])).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/trackerDomains/1' }] },
  });
  expect(await allow(['measure.example'])).toMatchObject({
    status: 200,
    body: { trackerDomains: ['measure.example'] },
  });
  const refused = { status: 400, body: { errors: [{ code: 'foreign_domain', pointer: '/trackers/impression/0' }] } };
  expect(await create({ trackers })).toMatchObject(refused);
  expect(await create({ trackers: { impression: ['https://notmeasure.example/i'] } })).toMatchObject(refused);
  const allowed = ['https://eu.measure.example/i?c=[CACHEBUSTING]'];
  expect((await create({ trackers: { impression: allowed } })).status).toBe(201);
  // Native ads contain them as data.
  const native = { kind: 'native', html: undefined, formatId: nativeFormatId, fields: { headline: 'Offer' } };
  expect(await create({ ...native, trackers })).toMatchObject(refused);
  expect(await create({ ...native, trackers: { impression: allowed } })).toMatchObject({
    status: 201,
    body: { kind: 'native' },
  });
  expect(await patch(id, { name: 'Renamed' })).toMatchObject({ status: 200, body: { trackers } });
  const added = await patch(id, { trackers: { viewable: [...allowed, 'https://other.example/v'] } });
  expect(added).toMatchObject({ status: 400, body: { errors: [{ pointer: '/trackers/viewable/1' }] } });
  expect((await patch(id, { trackers: { viewable: allowed } })).status).toBe(200);
  expect((await allow([])).status).toBe(200);
  expect((await create({ trackers })).status).toBe(201);
});
