import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { searchedKinds } from '../../../contract/resource-types/all-resource-types.ts';

let management: TestManagement;
let advertiser: number;
const own: Record<string, number> = {};
const foreign: Record<string, number> = {};

beforeAll(async () => {
  management = await startTestManagement();
  await makeTenant('Ownword', own);
  await makeTenant('Foreignword', foreign);
  advertiser = (await makeObject(management, 'users', { role: 'advertiser', email: 'maya@search.example' })).id;
  const mapping = { advertiserCompanyId: own['media-partners'], brandId: own['brands'] };
  const mapped = await management.call('POST', '/user-mapping', { body: { user: 'maya@search.example', ...mapping } });
  expect(mapped.status).toBe(201);
});
afterAll(() => management?.close());

async function makeTenant(word: string, ids: Record<string, number>): Promise<void> {
  const make = async (kind: string, fields: Record<string, unknown>) => {
    const { id } = await makeObject(management, kind, { ...fields, name: `${word} ${kind}` });
    ids[kind] = id;
    return id;
  };
  const partner = await make('media-partners', { externalId: `${word}-partner` });
  const brand = await make('brands', { mediaPartnerId: partner });
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  const campaign = await make('campaigns', { ...companies, poNumber: `PO-${word}` });
  await make('creatives', { brandId: brand });
  await make('inventory/publication', {});
  await make('inventory/position', {});
  await make('bookings', { campaignId: campaign });
  await make('users', { email: `${word.toLowerCase()}@search.example` });
}

type Kind = { kind: string; hits: { id: number; name: string; detail: string | null }[]; more: boolean };

async function search(q: string, options: Record<string, unknown> = {}): Promise<Kind[]> {
  const answer = await management.call('GET', `/search?q=${encodeURIComponent(q)}`, options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.kinds;
}

const idsOf = (kinds: Kind[]) => Object.fromEntries(kinds.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)]));

test('finds objects of every kind by a part of their name, ignoring case, with their parent', async () => {
  const found = await search('ownWORD');
  expect(found.map(({ kind }) => kind)).toEqual([...searchedKinds]);
  for (const { kind, hits, more } of found) {
    expect([kind, hits.map(({ id }) => id), more]).toEqual([kind, [own[kind]], false]);
  }
  const detailOf = (kind: string) => found.find((one) => one.kind === kind)?.hits[0]?.detail;
  expect(detailOf('bookings')).toBe('Ownword campaigns');
  expect(detailOf('campaigns')).toBe('Ownword media-partners');
  expect(detailOf('creatives')).toBe('Ownword brands');
  expect(detailOf('users')).toBe('ownword@search.example');
  expect(detailOf('inventory/position')).toMatch(/-format\d+$/);
  expect(detailOf('media-partners')).toBeNull();
});

test('finds by ID, external ID, purchase order and slot name, exact matches first', async () => {
  expect(idsOf(await search(String(own['bookings'])))['bookings']?.[0]).toBe(own['bookings']);
  expect(idsOf(await search('Ownword-partner'))).toEqual({ 'media-partners': [own['media-partners']] });
  expect(idsOf(await search('po-own'))).toEqual({ campaigns: [own['campaigns']] });
  const { body } = await management.call('GET', `/inventory/position/${own['inventory/position']}`);
  expect(idsOf(await search(body.slotName))).toEqual({ 'inventory/position': [own['inventory/position']] });
});

test('returns the five best of each kind and states whether more exist', async () => {
  const make = async (name: string) => (await makeObject(management, 'inventory/publication', { name })).id;
  const inside = await make('A Beacon press');
  const begins = await make('Beacon press');
  const whole = await make('beacon');
  const hits = async () => (await search('Beacon'))[0];
  expect(await hits()).toMatchObject({ hits: [{ id: whole }, { id: begins }, { id: inside }], more: false });
  for (let index = 0; index < 3; index += 1) await make(`Old beacon ${index}`);
  expect(await hits()).toMatchObject({ hits: [{ id: whole }, { id: begins }, {}, {}, {}], more: true });
  await management.call('DELETE', `/inventory/publication/${whole}`, { headers: { 'if-match': '*' } });
  expect((await hits())?.hits.map(({ id }) => id)).not.toContain(whole);
});

test('finds only mapped objects for an advertiser, and no objects without a scope', async () => {
  const user = { user: advertiser };
  const mine = ['bookings', 'brands', 'campaigns', 'creatives', 'media-partners'];
  const found = idsOf(await search('word', user));
  expect(Object.keys(found).toSorted()).toEqual([...mine, 'inventory/position', 'inventory/publication'].toSorted());
  for (const kind of mine) expect(found[kind], kind).toEqual([own[kind]]);
  for (const kind of mine) {
    const byId = idsOf(await search(String(foreign[kind]), user));
    expect(byId[kind] ?? [], kind).not.toContain(foreign[kind]);
  }
  expect(await search('Foreignword-partner', user)).toEqual([]);
  expect(await search('PO-Foreignword', user)).toEqual([]);
  expect(await search('word', { scopes: [] })).toEqual([]);
  expect(Object.keys(idsOf(await search('word', { scopes: ['bookings:read'] })))).toEqual(['bookings']);
});

test.each(['', '?q=', '?q=%00', `?q=${'x'.repeat(256)}`, '?q=a&kind=bookings', '?q=a&q=b'])(
  'refuses an invalid search: %s',
  async (query) => {
    expect((await management.call('GET', `/search${query}`)).status).toBe(400);
  },
);

test.each(['%', 'O_nword', "'", '\\', '"; drop table booking; --', '<script>', '\u{1F600}', '9'.repeat(40)])(
  'searches for special characters literally: %s',
  async (q) => {
    expect(await search(q)).toEqual([]);
  },
);
