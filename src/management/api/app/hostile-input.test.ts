import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

const json = { 'content-type': 'application/json', 'if-match': '*' };
const pointers = (body: { errors?: readonly { pointer: string }[] }) => body.errors?.map(({ pointer }) => pointer);

test.each([
  ['media-partners', 'subsystemExternalIds'],
  ['bookings', 'pricing'],
  ['bookings', 'name'],
])('names the field when a patch of %s nests %s 100,000 levels deep', async (kind, field) => {
  const { id } = await makeObject(management, kind);
  const depth = 100_000;
  const payload = `{"${field}":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
  const answer = await management.call('PATCH', `/${kind}/${id}`, { payload, headers: json });
  expect([answer.status, pointers(answer.body)]).toEqual([400, [`/${field}`]]);
});

test.each([
  ['createdAt', '2026-01-01 00:00:00+99'],
  ['createdAt', '2026-99-01 00:00:00+00'],
  ['createdAt', '2026-01-01 99:00:00+00'],
  ['id', '9'.repeat(30)],
  ['name', 'a\0'],
])('returns 400 for a forged cursor by %s at %s', async (sort, value) => {
  const cursor = Buffer.from(JSON.stringify([sort, value, 1])).toString('base64url');
  const answer = await management.call('GET', `/campaigns?sort=${sort}&cursor=${cursor}`);
  expect([answer.status, pointers(answer.body)]).toEqual([400, ['/cursor']]);
});

test('repeats every parameter in the link to the next page, also with a question mark in its value', async () => {
  for (const name of ['what? A', 'what? B', 'other']) await makeObject(management, 'inventory/publisher', { name });
  const first = await management.call('GET', '/inventory/publisher?search=what?&limit=1&sort=-name');
  expect(first.body).toMatchObject([{ name: 'what? B' }]);
  const next = /^<([^>]+)>; rel="next"$/.exec(first.headers['link'] ?? '')?.[1] ?? '';
  const second = await management.call('GET', next);
  expect([second.status, second.headers['link']]).toEqual([200, undefined]);
  expect(second.body).toMatchObject([{ name: 'what? A' }]);
});

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00'])(
  'refuses a time outside the years 1 to 9999: %s',
  async (startDate) => {
    const body = await makeBody(management, 'bookings', { startDate });
    const answer = await management.call('POST', '/bookings', { body });
    expect([answer.status, pointers(answer.body)]).toEqual([400, ['/startDate']]);
  },
);

test('stores, pages and changes the first and the last valid time', async () => {
  const times = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'];
  for (const startDate of times) {
    const { id } = await makeObject(management, 'bookings', { startDate });
    const patched = await management.call('PATCH', `/bookings/${id}`, { body: { name: 'Edge' }, headers: json });
    expect(patched.status, startDate).toBe(200);
  }
  for (const sort of ['startDate', '-startDate']) {
    const first = await management.call('GET', `/bookings?search=edge&limit=1&sort=${sort}`);
    const next = /^<([^>]+)>/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    expect((await management.call('GET', next)).body, sort).toHaveLength(1);
  }
});

test.each(['from', 'to'])('names the parameter of a report %s the year 0', async (parameter) => {
  const answer = await management.call('GET', `/reports?${parameter}=0000-01-01`);
  expect([answer.status, pointers(answer.body)]).toEqual([400, [`/${parameter}`]]);
});

test('refuses to unarchive an object below an archived one', async () => {
  const partner = await makeObject(management, 'media-partners');
  const brand = await makeObject(management, 'brands', { mediaPartnerId: partner.id });
  const creative = await makeObject(management, 'creatives', { brandId: brand.id });
  const campaign = await makeObject(management, 'campaigns', {
    advertiserCompanyId: partner.id,
    invoiceCompanyId: partner.id,
    brandIds: [brand.id],
  });
  const booking = await makeObject(management, 'bookings', { campaignId: campaign.id });
  const paths = [`/bookings/${booking.id}`, `/campaigns/${campaign.id}`, `/creatives/${creative.id}`];
  for (const path of [...paths, `/brands/${brand.id}`, `/media-partners/${partner.id}`]) {
    expect((await management.call('DELETE', path, { headers: { 'if-match': '*' } })).status, path).toBe(200);
  }
  for (const path of paths) {
    const answer = await management.call('POST', `${path}/actions/unarchive`);
    expect([answer.status, answer.body.code], path).toEqual([409, 'archived']);
    expect((await management.call('GET', path)).body.archivedAt, path).toEqual(expect.any(String));
  }
});

test('accepts a file part without a file name', async () => {
  const formatId = (await makeObject(management, 'inventory/format', { width: 1, height: 1 })).id;
  const creative = JSON.stringify({
    ...(await makeBody(management, 'creatives')),
    kind: 'image',
    formatId,
    html: null,
  });
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const part = '--B\r\nContent-Disposition: form-data; name=';
  const payload = Buffer.concat([
    Buffer.from(
      `${part}"creative"\r\n\r\n${creative}\r\n${part}"file"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    pixel,
    Buffer.from('\r\n--B--\r\n'),
  ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=B' };
  const answer = await management.call('POST', '/creatives', { payload, headers });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.body.assets[0].url).toMatch(/\/file\.gif$/);
});

test('refuses an unknown method, with and without a body', async () => {
  for (const path of ['/campaigns', '/nothing', '/api/docs']) {
    for (const headers of [{}, json]) {
      const answer = await management.call('QUERY', path, { headers });
      expect([400, 404, 405], `${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    }
  }
});
