import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { type Scope, scopes } from '../../../contract/access/scopes.ts';

let management: TestManagement;
let partner: number;
let brand: number;
let format: number;

beforeAll(async () => {
  management = await startTestManagement();
  partner = (await makeObject(management, 'media-partners', { domains: ['aurora.example'] })).id;
  brand = (await makeObject(management, 'brands', { mediaPartnerId: partner, domains: ['coffee.example'] })).id;
  format = (await makeObject(management, 'inventory/format', { width: 728, height: 90 })).id;
});
afterAll(() => management?.close());

const anyVersion = { 'if-match': '*' };
const without = (scope: Scope) => scopes.filter((one) => one !== scope);

function create(fields: Record<string, unknown> = {}, options: Record<string, unknown> = {}) {
  const body = { name: 'Winter', kind: 'html', brandId: brand, formatId: format, html: '<b>Coffee</b>', ...fields };
  return management.call('POST', '/creatives', { body, ...options });
}

async function created(fields: Record<string, unknown> = {}) {
  const answer = await create(fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

function patch(id: number, body: Record<string, unknown>, options: Record<string, unknown> = {}) {
  return management.call('PATCH', `/creatives/${id}`, { body, headers: anyVersion, ...options });
}

function act(id: number, action: string, options: Record<string, unknown> = {}) {
  return management.call('POST', `/creatives/${id}/actions/${action}`, options);
}

test('creates markup as JSON and approves it for a full-scope account', async () => {
  const creative = await created({ clickUrl: 'https://coffee.example/winter', altText: 'Coffee' });
  expect(creative).toMatchObject({
    creativeId: creative.id,
    kind: 'html',
    html: '<b>Coffee</b>',
    state: 'approved',
    availableActions: ['pause', 'archive'],
    width: 728,
    height: 90,
    assets: [],
    clickUrl: 'https://coffee.example/winter',
  });
  expect((await management.call('GET', `/creatives/${creative.id}`)).body).toEqual(creative);
});

test('requires a review when a creative suspended by operations is resumed without full scope', async () => {
  const { id } = await created();
  expect((await act(id, 'pause')).body.state).toBe('suspended');
  const resumed = await act(id, 'resume', { scopes: ['creatives:write'], account: 5 });
  expect(resumed).toMatchObject({ status: 200, body: { state: 'pending_review' } });
  expect((await act(id, 'approve', { scopes: ['creatives:approve'], account: 5 })).body.code).toBe('not_permitted');
  expect((await act(id, 'approve', { scopes: ['creatives:approve'], account: 6 })).body.state).toBe('approved');
  await act(id, 'pause');
  expect((await act(id, 'resume')).body.state).toBe('approved');
});

test('requires a review by another user without full scope', async () => {
  const waiting = await create({}, { scopes: without('revisions:read'), account: 5 });
  expect(waiting.body).toMatchObject({ state: 'pending_review', availableActions: ['archive'] });
  const { id } = waiting.body;
  const reviewer = { scopes: ['creatives:read', 'creatives:approve'], account: 6 } as const;
  const offered = (await management.call('GET', `/creatives/${id}`, reviewer)).body.availableActions;
  expect(offered).toEqual(['approve', 'reject']);
  expect((await act(id, 'approve', { scopes: ['creatives:write'] })).status).toBe(403);
  expect((await act(id, 'approve', { scopes: ['creatives:approve'], account: 5 })).body.code).toBe('not_permitted');
  expect((await act(id, 'approve', { scopes: ['creatives:approve'], account: 6 })).body.state).toBe('approved');
});

test('requires a new review of content changes without full scope', async () => {
  const { id } = await created();
  const partly = { scopes: without('revisions:read'), account: 5 };
  expect((await patch(id, { name: 'Renamed' }, partly)).body.state).toBe('approved');
  const waiting = { state: 'approved', html: '<b>Coffee</b>', pendingVersion: { html: '<b>Tea</b>' } };
  expect((await patch(id, { html: '<b>Tea</b>' }, partly)).body).toMatchObject(waiting);
  expect((await act(id, 'approve')).body).toMatchObject({
    state: 'approved',
    html: '<b>Tea</b>',
    pendingVersion: null,
  });
  const atOnce = { state: 'approved', html: '<b>Milk</b>', pendingVersion: null };
  expect((await patch(id, { html: '<b>Milk</b>' })).body).toMatchObject(atOnce);
});

test('does not bypass the content review by a pause', async () => {
  const { id } = await created();
  const partly = { scopes: without('revisions:read'), account: 5 };
  await act(id, 'pause', partly);
  expect((await patch(id, { html: '<b>Tea</b>' }, partly)).body.state).toBe('pending_review');
  expect((await act(id, 'resume', partly)).status).toBe(409);
});

test('refuses approval by the author of a change made during the review', async () => {
  const { id } = (await create({}, { scopes: without('revisions:read'), account: 5 })).body;
  const reviewer = { scopes: without('revisions:read'), account: 6 };
  expect((await patch(id, { html: '<b>My own</b>' }, reviewer)).body.state).toBe('pending_review');
  expect((await act(id, 'approve', reviewer)).body.code).toBe('not_permitted');
  expect((await act(id, 'approve', { ...reviewer, account: 7 })).body.state).toBe('approved');
});

test('allows actions in valid states and returns 409 otherwise', async () => {
  const { id } = await created();
  const steps = [
    ['pause', 200, 'suspended'],
    ['pause', 409, 'suspended'],
    ['resume', 200, 'approved'],
    ['archive', 200, 'archived'],
    ['resume', 409, 'archived'],
    ['unarchive', 200, 'pending_review'],
    ['reject', 200, 'rejected'],
    ['submit', 200, 'approved'],
  ] as const;
  for (const [action, status, after] of steps) {
    const answer = await act(id, action);
    expect(answer.status, action).toBe(status);
    expect(status === 200 ? answer.body.state : answer.body.currentStatus).toBe(after);
  }
});

test('DELETE archives it, and its content stays readable', async () => {
  const { id } = await created();
  const deleted = await management.call('DELETE', `/creatives/${id}`, { headers: anyVersion });
  expect(deleted.body).toMatchObject({ state: 'archived', archivedAt: expect.any(String) });
  expect((await management.call('DELETE', `/creatives/${id}`)).status).toBe(428);
  expect((await management.call('GET', `/creatives/${id}`)).body.html).toBe('<b>Coffee</b>');
  expect((await patch(id, { name: 'x' })).status).toBe(409);
});

test.each<[string, Record<string, unknown>, string]>([
  ['no markup', { html: undefined }, '/html'],
  ['empty markup', { html: '' }, '/html'],
  ['a NUL in the markup', { html: 'a\0b' }, '/html'],
  ['too much markup', { html: 'x'.repeat(100_001) }, '/html'],
  ['an unknown kind', { kind: 'hologram' }, '/kind'],
  ['an image without a file', { kind: 'image', html: undefined }, '/file'],
  ['a missing brand', { brandId: 9_000_000 }, '/brandId'],
  ['a missing format', { formatId: 9_000_000 }, '/formatId'],
  ['a state', { state: 'approved' }, '/state'],
  ['a relative click-through URL', { clickUrl: '/winter' }, '/clickUrl'],
  ['a javascript click-through URL', { clickUrl: 'javascript:alert(1)' }, '/clickUrl'],
  ['a data URL', { clickUrl: 'data:text/html,x' }, '/clickUrl'],
  ['a quote in the URL', { clickUrl: 'https://coffee.example/"onload=' }, '/clickUrl'],
  ['a line break in the URL', { clickUrl: 'https://coffee.example/\r\nSet-Cookie: x' }, '/clickUrl'],
  ['a user name in the URL', { clickUrl: 'https://coffee.example@evil.example/' }, '/clickUrl'],
  ['a backslash in the URL', { clickUrl: 'https://evil.example\\@coffee.example/' }, '/clickUrl'],
  ['a URL that is too long', { clickUrl: `https://coffee.example/${'x'.repeat(2000)}` }, '/clickUrl'],
  ['a URL on another domain', { clickUrl: 'https://evil.example/' }, '/clickUrl'],
  ['a URL on a look-alike domain', { clickUrl: 'https://notcoffee.example/' }, '/clickUrl'],
  ['a URL on a domain with a common suffix', { clickUrl: 'https://coffee.example.evil.example/' }, '/clickUrl'],
])('refuses %s and names the field', async (_case, fields, pointer) => {
  const answer = await create(fields);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
});

test('allows click-through URLs on domains of the brand or its media partner and their subdomains, or on any domain without such', async () => {
  for (const clickUrl of [
    'http://coffee.example',
    'https://WWW.Coffee.Example/a?b=c#d',
    'https://shop.aurora.example:8443/',
  ]) {
    expect((await created({ clickUrl })).clickUrl).toBe(clickUrl);
  }
  const { id } = await created({ clickUrl: 'https://coffee.example/' });
  expect((await patch(id, { clickUrl: 'https://evil.example/' })).status).toBe(400);
  expect((await patch(id, { clickUrl: null })).body.clickUrl).toBeNull();
  const freeBrand = (await makeObject(management, 'brands')).id;
  expect((await create({ brandId: freeBrand, clickUrl: 'https://anywhere.example/' })).status).toBe(201);
});

test('refuses changes of kind, brand and format', async () => {
  const { id } = await created();
  const otherFormat = (await makeObject(management, 'inventory/format')).id;
  const answer = await patch(id, { formatId: otherFormat });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ pointer: '/formatId', code: 'immutable' }]);
});

test('filters lists with a correct count', async () => {
  const own = (await makeObject(management, 'brands', { mediaPartnerId: partner })).id;
  const first = await created({ brandId: own, name: 'First' });
  const second = await created({ brandId: own, name: 'Second' });
  await act(second.id, 'pause');
  const campaign = await makeObject(management, 'campaigns', {
    advertiserCompanyId: partner,
    invoiceCompanyId: partner,
    brandIds: [own],
  });
  const booking = await makeObject(management, 'bookings', {
    campaignId: campaign.id,
    creatives: [{ creativeId: first.id }],
  });
  const idsOf = async (query: string) => {
    const answer = await management.call('GET', `/creatives?brandId=${own}&${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return [answer.headers['record-count'], answer.body.map((one: { id: number }) => one.id)];
  };
  expect(await idsOf('')).toEqual(['2', [first.id, second.id]]);
  expect(await idsOf(`campaignId=${campaign.id}`)).toEqual(['1', [first.id]]);
  expect(await idsOf(`bookingId=${booking.id}`)).toEqual(['1', [first.id]]);
  expect(await idsOf(`creativeId=${second.id}`)).toEqual(['1', [second.id]]);
  expect(await idsOf(`advertiserCompanyId=${partner}`)).toEqual(['2', [first.id, second.id]]);
  expect(await idsOf(`formatId=${format}&kind=html`)).toEqual(['2', [first.id, second.id]]);
  expect(await idsOf('state=suspended')).toEqual(['1', [second.id]]);
  expect(await idsOf('search=first')).toEqual(['1', [first.id]]);
});

test('advars require a filter, are filtered by kind, and are found by ID', async () => {
  const bare = await management.call('GET', '/creatives/advar');
  expect(bare.status).toBe(400);
  expect(bare.body.errors.map((error: { pointer: string }) => error.pointer)).toContain('/creativeId');
  expect((await management.call('GET', '/creatives/advar?limit=5')).status).toBe(400);
  const html = await created();
  // Sets the kind directly, because it cannot be created yet.
  const { id } = await created({ name: 'From a template' });
  await management.database.updateTable('creative').set({ kind: 'advar' }).where('creative.id', '=', id).execute();
  for (const query of [`creativeId=${id}`, `brandId=${brand}`, `advertiserCompanyId=${partner}`, 'search=template']) {
    const answer = await management.call('GET', `/creatives/advar?${query}`);
    expect([answer.status, answer.headers['record-count']], query).toEqual([200, '1']);
    expect(answer.body).toMatchObject([{ creativeId: id, kind: 'advar' }]);
  }
  for (const query of [`creativeId=${html.id}`, 'campaignId=9000000', 'bookingId=9000000']) {
    expect((await management.call('GET', `/creatives/advar?${query}`)).body, query).toEqual([]);
  }
  expect((await management.call('GET', '/creatives/advar?formatId=1')).status).toBe(400);
  expect((await management.call('GET', '/creatives/advar?creativeId=1e3')).status).toBe(400);
  expect((await management.call('GET', `/creatives/advar/${id}`)).body).toMatchObject([{ creativeId: id }]);
  expect((await management.call('GET', `/creatives/advar/${html.id}`)).status).toBe(404);
  expect((await management.call('GET', '/creatives/advar/0')).status).toBe(400);
});

test('shows a file without a stored hash with that of its folder, or none, and can be changed', async () => {
  const hash = 'ab'.repeat(32);
  for (const [path, sha256] of [
    [`media/${hash}/banner.png`, hash],
    ['media/older/banner.png', null],
  ] as const) {
    const { id } = await created();
    const asset = { path, mime: 'image/png', bytes: 3, width: null, height: null };
    await sql`update creative set assets = ${JSON.stringify([asset])}::jsonb where id = ${id}`.execute(
      management.database,
    );
    const answer = await patch(id, { name: 'Another' });
    expect(answer).toMatchObject({ status: 200, body: { name: 'Another', assets: [{ sha256 }] } });
    expect((await management.call('GET', `/creatives?creativeId=${id}`)).body).toMatchObject([
      { assets: [{ sha256 }] },
    ]);
  }
});
