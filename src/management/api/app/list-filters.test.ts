import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../../../test/support/attacks/openapi-operations.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
const world: Record<string, number> = {};

/** Creates one object of each kind, and a second one with different values in all fields. */
beforeAll(async () => {
  management = await startTestManagement();
  const make = async (name: string, kind: string, fields: Record<string, unknown> = {}) => {
    world[name] = (await makeObject(management, kind, fields)).id;
    return world[name];
  };
  const group = await make('group', 'inventory/publisher');
  const publisher = await make('publisher', 'inventory/publisher', { parentId: group });
  const publication = await make('publication', 'inventory/publication', {
    publisherId: publisher,
    timeZone: 'Asia/Tokyo',
    domains: ['tokyo.example'],
  });
  const location = await make('location', 'inventory/location', { publicationId: publication, kind: 'screen' });
  const format = await make('format', 'inventory/format', { width: 301, height: 251, mediaType: 'native' });
  const position = await make('position', 'inventory/position', { locationId: location, formatId: format });
  const partner = await make('partner', 'media-partners', { domains: ['partner.example'] });
  const payer = await make('payer', 'media-partners', { roles: ['INVOICE'] });
  const brandFields = { mediaPartnerId: partner, categories: ['tea'], domains: ['tea.partner.example'] };
  const brand = await make('brand', 'brands', brandFields);
  const creative = await make('creative', 'creatives', { brandId: brand, clickUrl: 'https://tea.partner.example/' });
  const campaign = await make('campaign', 'campaigns', {
    advertiserCompanyId: partner,
    invoiceCompanyId: payer,
    brandIds: [brand],
    poNumber: 'PO-77',
    type: 'option',
  });
  const book = (name: string, fields: Record<string, unknown>) =>
    make(name, 'bookings', { campaignId: campaign, positionIds: [], endDate: null, ...fields });
  await book('january', {
    startDate: '2031-01-01T00:00:00Z',
    endDate: '2031-02-01T00:00:00Z',
    positionIds: [position],
    creatives: [{ creativeId: creative }],
    priority: 2,
  });
  await book('march', {
    startDate: '2031-03-01T00:00:00Z',
    endDate: '2031-04-01T00:00:00Z',
    publisherIds: [group],
    type: 'in_store',
    delivery: { method: 'fill' },
  });
  await book('open', { startDate: '2031-06-01T00:00:00Z', locationIds: [location] });
  await book('publications', { startDate: '2031-07-01T00:00:00Z', publicationIds: [publication] });
  await makeObject(management, 'bookings', { startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' });
  await makeObject(management, 'users', { role: 'reviewer', email: 'reviewer@filters.example' });
  await sql`update booking set updated_at = '2020-01-01T00:00:00Z' where id = ${world['january']}`.execute(
    management.database,
  );
});
afterAll(() => management?.close());

/** Returns the IDs of the listed objects in order. */
async function listed(path: string): Promise<number[]> {
  const answer = await management.call('GET', path);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  expect(answer.headers['record-count']).toBe(String(answer.body.length));
  return answer.body.map(({ id }: { readonly id: number }) => id);
}

const idOf = (name: string) => world[name] as number;

describe('bookings', () => {
  const all = ['january', 'march', 'open', 'publications'];
  test.each<[string, () => string, readonly string[]]>([
    ['dates that overlap a range', () => 'from=2031-01-31T23:59:59Z&to=2031-03-01T00:00:01Z', ['january', 'march']],
    ['dates that only touch a range', () => 'from=2031-02-01T00:00:00Z&to=2031-03-01T00:00:00Z', []],
    ['an open end of the range', () => 'from=2031-03-31T00:00:00Z', ['march', 'open', 'publications']],
    [
      'an open start of the range',
      () => `to=2031-03-02T00:00:00Z&campaignId=${idOf('campaign')}`,
      ['january', 'march'],
    ],
    ['a position, covered at any level', () => `positionId=${idOf('position')}`, all],
    ['a booked location', () => `locationId=${idOf('location')}`, ['open']],
    ['a booked publication', () => `publicationId=${idOf('publication')}`, ['publications']],
    ['a booked publisher', () => `publisherId=${idOf('group')}`, ['march']],
    ['a creative', () => `creativeId=${idOf('creative')}`, ['january']],
    ['the invoiced company', () => `invoiceCompanyId=${idOf('payer')}`, all],
    ['the advertiser and the type', () => `advertiserCompanyId=${idOf('partner')}&type=in_store`, ['march']],
    ['the brand and the method', () => `brandId=${idOf('brand')}&method=fill&method=even`, ['march']],
    ['a priority', () => 'priority=2', ['january']],
    ['ids', () => `id=${idOf('open')}&id=${idOf('march')}`, ['march', 'open']],
    ['a change', () => `campaignId=${idOf('campaign')}&updatedSince=2021-01-01T00:00:00Z`, all.slice(1)],
    ['an order', () => `campaignId=${idOf('campaign')}&sort=-startDate`, all.toReversed()],
  ])('by %s', async (_what, query, expected) => {
    expect(await listed(`/bookings?${query()}`)).toEqual(expected.map(idOf));
  });
});

describe('other lists', () => {
  test.each<[string, () => string, readonly string[]]>([
    ['campaigns', () => 'from=2031-01-31T00:00:00Z&to=2031-02-02T00:00:00Z', ['campaign']],
    // One booking ends before the range and another starts after it.
    ['campaigns', () => 'from=2031-02-02T00:00:00Z&to=2031-02-27T00:00:00Z', []],
    ['campaigns', () => `positionId=${idOf('position')}`, ['campaign']],
    ['campaigns', () => `creativeId=${idOf('creative')}`, ['campaign']],
    ['campaigns', () => 'poNumber=PO-77', ['campaign']],
    ['campaigns', () => `type=option&sort=-type`, ['campaign']],
    ['creatives', () => `bookingId=${idOf('january')}`, ['creative']],
    ['creatives', () => `campaignId=${idOf('campaign')}&kind=html&state=approved`, ['creative']],
    ['creatives', () => `advertiserCompanyId=${idOf('partner')}&sort=kind`, ['creative']],
    ['inventory/position', () => `publisherId=${idOf('publisher')}`, ['position']],
    ['inventory/position', () => 'mediaType=native', ['position']],
    ['inventory/location', () => `publisherId=${idOf('publisher')}&kind=screen`, ['location']],
    ['inventory/publication', () => 'timeZone=Asia/Tokyo', ['publication']],
    ['inventory/publication', () => 'domain=TOKYO.example', ['publication']],
    ['inventory/publisher', () => `parentId=${idOf('group')}`, ['publisher']],
    ['inventory/format', () => 'width=301&height=251', ['format']],
    ['media-partners', () => 'domain=partner.example', ['partner']],
    ['brands', () => 'category=tea', ['brand']],
    ['brands', () => 'domain=tea.partner.example', ['brand']],
  ])('%s', async (kind, query, expected) => {
    expect(await listed(`/${kind}?${query()}`)).toEqual(expected.map(idOf));
  });
});

test('documents each filter of each list with a working example, and names the filter when a value is invalid', async () => {
  const lists = allOperations(management.app).filter(
    ({ method, pathParameters, queryParameters, pattern }) =>
      method === 'GET' &&
      pathParameters.length === 0 &&
      !pattern.endsWith('/advar') &&
      queryParameters.some(({ name }) => name === 'updatedSince'),
  );
  expect(lists.length).toBeGreaterThan(11);
  const common = ['search', 'includeArchived', 'id', 'updatedSince'];
  const paging = ['limit', 'offset', 'cursor', 'sort'];
  for (const { name: list, path, pattern, queryParameters } of lists) {
    expect(
      queryParameters.map(({ name }) => name),
      list,
    ).toEqual(expect.arrayContaining(pattern.endsWith('/timeline') ? common : [...common, ...paging]));
    for (const { name, schema } of queryParameters.filter((one) => one.name !== 'cursor')) {
      const example = schema.example ?? schema.examples?.[0] ?? schema.enum?.[0];
      expect(example, `${list} ${name}`).toBeDefined();
      const value = encodeURIComponent(String([example].flat()[0]));
      const answer = await management.call('GET', `${path(0)}?${name}=${value}`);
      expect(answer.status, `${list} ${name} ${JSON.stringify(answer.body)}`).toBe(200);
      const wrong = await management.call('GET', `${path(0)}?${name}=%00`);
      expect(wrong.status, `${list} ${name}`).toBe(400);
      expect(wrong.body.errors[0], `${list} ${name}`).toMatchObject({
        pointer: expect.stringMatching(new RegExp(`^/${name}(?:/0)?$`)),
        in: 'query',
      });
    }
  }
});

test.each([
  ['/bookings?from=2031-02-01T00:00:00Z&to=2031-01-01T00:00:00Z', '/to'],
  ['/campaigns?from=2031-02-01T00:00:00Z&to=2031-02-01T00:00:00Z', '/to'],
  ['/bookings?from=2031-02-01', '/from'],
  ['/bookings?to=soon', '/to'],
  ['/bookings?priority=10', '/priority/0'],
  ['/bookings?method=soon', '/method/0'],
  ['/creatives?kind=radio', '/kind/0'],
  ['/bookings?updatedSince=yesterday', '/updatedSince'],
  ['/bookings?sort=lifecycle', '/sort'],
  ['/brands?domain=https://tea.example', '/domain/0'],
  ['/service-accounts?scope=everything', '/scope/0'],
  ['/bookings?colour=red', '/colour'],
])('names the parameter when %s is refused', async (path, pointer) => {
  expect(await management.call('GET', path)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer, in: 'query' }] },
  });
});
