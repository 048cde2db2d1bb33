import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absentId, startTwoTenants, type Tenant } from '../../../../test/support/attacks/two-tenants.ts';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import type { TestAnswer, TestManagement } from '../../../../test/support/server/test-management.ts';
import type { Role } from '../../../contract/access/scopes.ts';

let management: TestManagement;
let position: number;
let format: number;
let own: Tenant;
let foreign: Tenant;
let userOfRole: ReadonlyMap<Role, number>;

beforeAll(async () => {
  ({ management, position, format, own, foreign, userOfRole } = await startTwoTenants());
});
afterAll(() => management?.close());

describe('an advertiser with write access', () => {
  const write = (method: string, path: string, body: Record<string, unknown>) =>
    management.call(method, path, { user: userOfRole.get('advertiser') as number, body, headers: { 'if-match': '*' } });

  /** Bodies that refer to an object of another tenant. The response must equal that for a missing ID. */
  const references: readonly (readonly [string, (id: (key: keyof Tenant) => number) => Promise<TestAnswer>])[] = [
    [
      'a booking in a campaign',
      async (id) => write('POST', '/bookings', { ...(await bookingBody()), campaignId: id('campaign') }),
    ],
    [
      'a booking with a creative',
      async (id) =>
        write('POST', '/bookings', { ...(await bookingBody()), creatives: [{ creativeId: id('creative') }] }),
    ],
    [
      'a booking changed to a creative',
      (id) => write('PATCH', `/bookings/${own.booking}`, { creatives: [{ creativeId: id('creative') }] }),
    ],
    [
      'a booking moved to a campaign',
      (id) => write('PATCH', `/bookings/${own.booking}`, { campaignId: id('campaign') }),
    ],
    [
      'a campaign of an advertiser',
      (id) => write('POST', '/campaigns', { ...campaignBody(), advertiserCompanyId: id('partner') }),
    ],
    [
      'a campaign invoiced to a company',
      (id) => write('POST', '/campaigns', { ...campaignBody(), invoiceCompanyId: id('partner') }),
    ],
    [
      'a campaign of a brand',
      (id) => write('POST', '/campaigns', { ...campaignBody(), brandIds: [own.brand, id('brand')] }),
    ],
    [
      'a campaign changed to a brand',
      (id) => write('PATCH', `/campaigns/${own.campaign}`, { brandIds: [own.brand, id('brand')] }),
    ],
    [
      'a creative of a brand',
      async (id) => write('POST', '/creatives', { ...(await creativeBody()), brandId: id('brand') }),
    ],
    ['a creative changed to a brand', (id) => write('PATCH', `/creatives/${own.creative}`, { brandId: id('brand') })],
  ];
  const bookingBody = () => makeBody(management, 'bookings', { campaignId: own.campaign, positionIds: [position] });
  const creativeBody = () => makeBody(management, 'creatives', { brandId: own.brand, formatId: format });
  const campaignBody = () => ({
    name: 'A campaign',
    advertiserCompanyId: own.partner,
    invoiceCompanyId: own.partner,
    brandIds: [own.brand],
  });

  test.each(references)('%s gets the same response for a foreign and a missing object', async (_name, send) => {
    const theirs = await send((key) => foreign[key] as number);
    const absent = await send(() => absentId);
    expect(theirs.status).toBe(400);
    expect(theirs.body.errors.map(({ code }: { code: string }) => code)).toEqual(
      absent.body.errors.map(({ code }: { code: string }) => code),
    );
    expect(JSON.stringify(theirs.body)).not.toContain(foreign.word);
    const pointers = (answer: TestAnswer) => answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers(theirs)).toEqual(pointers(absent));
  });

  test('creates and books its own objects', async () => {
    expect(await write('POST', '/campaigns', campaignBody())).toMatchObject({ status: 201 });
    expect(await write('POST', '/creatives', await creativeBody())).toMatchObject({
      status: 201,
      body: { state: 'pending_review' },
    });
    const booked = await write('POST', '/bookings', {
      ...(await bookingBody()),
      creatives: [{ creativeId: own.creative }],
    });
    expect(booked).toMatchObject({ status: 201, body: { status: 'draft' } });
    const submitted = await write('POST', `/bookings/${booked.body.id}/actions/submit`, {});
    expect(submitted.body.status).toBe('pending_approval');
    const approved = await write('POST', `/bookings/${booked.body.id}/actions/approve`, {});
    expect(approved).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  test('books only for the invoiced company of its mapping, and sees only those bookings', async () => {
    const payer = (await makeObject(management, 'media-partners', { name: 'Payer', roles: ['INVOICE'] })).id;
    const user = (await makeObject(management, 'users', { role: 'advertiser', email: 'payer@tenants.example' })).id;
    const pair = { advertiserCompanyId: own.partner, brandId: own.brand, invoiceCompanyId: payer };
    await management.call('POST', '/user-mapping', { body: { user: 'Payer@tenants.example', ...pair } });
    const create = (body: Record<string, unknown>) => management.call('POST', '/campaigns', { user, body });
    expect(await create(campaignBody())).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
    const campaign = await create({ ...campaignBody(), invoiceCompanyId: payer });
    expect(campaign.status).toBe(201);
    const listed = await management.call('GET', '/campaigns', { user });
    expect(listed.body.map(({ id }: { id: number }) => id)).toEqual([campaign.body.id]);
  });

  test('gets no replayed response for objects that its mapping no longer covers', async () => {
    const email = 'replay@tenants.example';
    const user = (await makeObject(management, 'users', { role: 'advertiser', email })).id;
    const mapping = { user: email, advertiserCompanyId: own.partner, brandId: own.brand };
    await management.call('POST', '/user-mapping', { body: mapping });
    const booking = await bookingBody();
    const calls: readonly (readonly [string, Record<string, unknown>, number])[] = [
      ['/bookings', booking, 201],
      ['/bookings/bulk', { items: [{ create: booking }] }, 200],
      ['/bookings/bulk', { dryRun: true, items: [{ id: own.booking, patch: { name: 'Tried' }, ifMatch: '*' }] }, 200],
      [`/bookings/${own.booking}/actions/submit`, {}, 200],
    ];
    const send = () =>
      Promise.all(
        calls.map(([path, body], index) =>
          management.call('POST', path, { user, body, headers: { 'idempotency-key': `replay-${index}` } }),
        ),
      );
    expect((await send()).map(({ status }) => status)).toEqual(calls.map(([, , status]) => status));
    const repeated = await send();
    expect(repeated.map(({ headers }) => headers['idempotency-replayed'])).toEqual(calls.map(() => 'true'));
    await management.call('DELETE', '/user-mapping', { body: mapping });
    for (const answer of await send()) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(JSON.stringify(answer.body)).not.toContain(own.word);
    }
    await management.call('POST', '/user-mapping', { body: mapping });
    expect((await send()).map(({ status }) => status)).toEqual(calls.map(([, , status]) => status));
  });

  test('loses its objects with the mapping and all access with the account, immediately', async () => {
    const { id: user, version } = (await makeObject(management, 'users', {
      role: 'advertiser',
      email: 'leaving@tenants.example',
    })) as { id: number; version?: number };
    expect(version).toBe(1);
    const statusOf = async () => (await management.call('GET', `/campaigns/${own.campaign}`, { user })).status;
    const body = { user: 'leaving@tenants.example', advertiserCompanyId: own.partner, brandId: own.brand };
    expect(await statusOf()).toBe(404);
    await management.call('POST', '/user-mapping', { body });
    expect(await statusOf()).toBe(200);
    await management.call('DELETE', '/user-mapping', { body });
    expect(await statusOf()).toBe(404);
    await management.call('DELETE', `/users/${user}`, { headers: { 'if-match': '*' } });
    expect(await statusOf()).toBe(401);
  });
});
