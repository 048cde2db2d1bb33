import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
let partner: number;
let brand: number;

beforeAll(async () => {
  management = await startTestManagement();
  partner = (await makeObject(management, 'media-partners')).id;
  brand = (await makeObject(management, 'brands', { mediaPartnerId: partner })).id;
});
afterAll(() => management?.close());
beforeEach(async () => {
  const off = { fourEyes: false, autoApprovedMediaPartnerIds: [], extraCategories: [] };
  expect((await change(off)).status).toBe(200);
});

const change = (body: Record<string, unknown>, options = {}) =>
  management.call('PATCH', '/settings', { body, headers: { 'if-match': '*' }, ...options });
const userOf = async (role: string, email: string) => ({
  user: (await makeObject(management, 'users', { role, email })).id,
});
const act = (kind: string, id: number, action: string, who = {}) =>
  management.call('POST', `/${kind}/${id}/actions/${action}`, who);
const draft = async () => {
  const campaign = await makeObject(management, 'campaigns', {
    advertiserCompanyId: partner,
    invoiceCompanyId: partner,
    brandIds: [brand],
  });
  const booking = await makeObject(management, 'bookings', { campaignId: campaign.id });
  return { campaign: campaign.id, booking: booking.id };
};

describe('the settings', () => {
  test('are one object with a version, an audit entry and a revision', async () => {
    const before = await management.call('GET', '/settings');
    expect(before.body).toMatchObject({
      id: 1,
      fourEyes: false,
      extraCategories: [],
      attributionClickDays: 14,
      attributionViewDays: 1,
      accountName: null,
      currency: 'EUR',
      timeZone: null,
      setupCompleted: false,
      accentColor: null,
      mailSenderName: null,
      logoPath: null,
      signInImagePath: null,
    });
    const etag = before.headers['etag'] as string;
    expect((await management.call('PATCH', '/settings', { body: { fourEyes: true } })).status).toBe(428);
    const changed = await change({ fourEyes: true }, { headers: { 'if-match': etag } });
    expect(changed).toMatchObject({ status: 200, body: { fourEyes: true, version: before.body.version + 1 } });
    expect(Number(changed.headers['placard-revision'])).toBeGreaterThan(0);
    expect((await change({ fourEyes: false }, { headers: { 'if-match': etag } })).status).toBe(412);
    const audit = await management.call('GET', '/audit?kind=settings&sort=-id&limit=1');
    expect(audit.body).toMatchObject([{ action: 'update', before: { fourEyes: false }, after: { fourEyes: true } }]);
  });

  test('are read by ad operations and changed only by administrators', async () => {
    for (const [role, reads, writes] of [
      ['admin', 200, 200],
      ['manager', 200, 403],
      ['reviewer', 403, 403],
      ['viewer', 403, 403],
      ['advertiser', 403, 403],
    ] as const) {
      const who = await userOf(role, `${role}@settings.example`);
      expect((await management.call('GET', '/settings', who)).status, role).toBe(reads);
      expect((await change({}, who)).status, role).toBe(writes);
    }
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a text', { fourEyes: 'yes' }, '/fourEyes'],
    ['an unknown field', { sixEyes: true }, '/sixEyes'],
    ['a missing media partner', { autoApprovedMediaPartnerIds: [9_000_000] }, '/autoApprovedMediaPartnerIds/0'],
    ['a duplicate category', { extraCategories: ['radio', 'radio'] }, '/extraCategories'],
    ['a standard category', { extraCategories: ['display'] }, '/extraCategories'],
    ['a malformed category code', { extraCategories: ['Radio!'] }, '/extraCategories/0'],
    ['a click window of 0 days', { attributionClickDays: 0 }, '/attributionClickDays'],
    ['a window longer than the raw log', { attributionViewDays: 15 }, '/attributionViewDays'],
    ['a fractional number of days', { attributionViewDays: 0.5 }, '/attributionViewDays'],
    ['an empty account name', { accountName: '' }, '/accountName'],
    ['a currency in lower case', { currency: 'eur' }, '/currency'],
    ['a color without a hash', { accentColor: '6d28d9' }, '/accentColor'],
    ['an empty sender name', { mailSenderName: '' }, '/mailSenderName'],
    ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, '/timeZone'],
  ])('refuses %s', async (_what, body, pointer) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test('enable categories, and keep those in use', async () => {
    const publication = await makeBody(management, 'inventory/publication', { category: 'newsletter' });
    const create = () => management.call('POST', '/inventory/publication', { body: publication });
    expect(await create()).toMatchObject({ status: 400, body: { errors: [{ pointer: '/category' }] } });
    await change({ extraCategories: ['newsletter'] });
    const made = await create();
    expect(made).toMatchObject({ status: 201, body: { category: 'newsletter' } });
    expect(await change({ extraCategories: [] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/extraCategories', code: 'category_in_use' }] },
    });
    const headers = { 'if-match': '*' };
    await management.call('DELETE', `/inventory/publication/${made.body.id}`, { headers });
    expect((await change({ extraCategories: [] })).status).toBe(200);
  });
});

describe('four eyes', () => {
  test("require another user's approval of submissions by ad operations: bookings, campaigns and in bulk", async () => {
    const one = await userOf('manager', 'one@eyes.example');
    const other = await userOf('reviewer', 'other@eyes.example');
    await change({ fourEyes: true });
    const { campaign, booking } = await draft();
    expect(await act('bookings', booking, 'submit', one)).toMatchObject({ body: { status: 'pending_approval' } });
    const own = { status: 403, body: { code: 'not_permitted', detail: 'Users cannot approve their own submissions' } };
    expect(await act('bookings', booking, 'approve', one)).toMatchObject(own);
    expect(await act('campaigns', campaign, 'approve', one)).toMatchObject(own);
    const items = [{ id: booking, action: 'approve' }];
    const many = await management.call('POST', '/bookings/bulk', { body: { items }, ...one });
    expect(many.body).toMatchObject({ applied: false, results: [{ status: 403 }] });
    expect((await act('bookings', booking, 'approve', other)).status).toBe(200);
  });

  test('require a new approval of a material change, which neither of its authors can give', async () => {
    const one = await userOf('manager', 'first@eyes.example');
    const two = await userOf('manager', 'second@eyes.example');
    const third = await userOf('manager', 'third@eyes.example');
    const { booking } = await draft();
    await act('bookings', booking, 'submit');
    await change({ fourEyes: true });
    const patch = (body: Record<string, unknown>, who: object) =>
      management.call('PATCH', `/bookings/${booking}`, { body, headers: { 'if-match': '*' }, ...who });
    expect((await patch({ name: 'Only the name' }, one)).body.status).not.toBe('pending_approval');
    expect((await patch({ priority: 1 }, one)).body.status).toBe('pending_approval');
    expect((await patch({ priority: 0 }, two)).body.status).toBe('pending_approval');
    expect((await act('bookings', booking, 'approve', one)).status).toBe(403);
    expect((await act('bookings', booking, 'approve', two)).status).toBe(403);
    expect((await act('bookings', booking, 'approve', third)).status).toBe(200);
  });

  test('apply to creatives of ad operations while the setting is on', async () => {
    const body = await makeBody(management, 'creatives', { brandId: brand });
    await change({ fourEyes: true, autoApprovedMediaPartnerIds: [partner] });
    const waiting = await management.call('POST', '/creatives', { body });
    expect(waiting).toMatchObject({ status: 201, body: { state: 'pending_review' } });
    expect(await act('creatives', waiting.body.id, 'approve')).toMatchObject({ status: 403 });
    const other = await userOf('reviewer', 'creatives@eyes.example');
    expect(await act('creatives', waiting.body.id, 'approve', other)).toMatchObject({ body: { state: 'approved' } });
    await change({ fourEyes: false });
    expect((await management.call('POST', '/creatives', { body })).body.state).toBe('approved');
  });

  test('treat an account that a user created, or whose secret the user was shown, as the same person', async () => {
    const owner = await userOf('admin', 'owner@eyes.example');
    const stranger = await userOf('admin', 'stranger@eyes.example');
    const scopes = (await management.call('GET', '/service-accounts/1')).body.scopes;
    const made = await management.call('POST', '/service-accounts', { body: { name: 'Robot', scopes }, ...owner });
    expect(made.status).toBe(201);
    const robot = { account: made.body.id as number };
    await change({ fourEyes: true });
    const first = await draft();
    await act('bookings', first.booking, 'submit', robot);
    expect((await act('bookings', first.booking, 'approve', owner)).status).toBe(403);
    expect((await act('bookings', first.booking, 'approve', stranger)).status).toBe(200);
    const second = await draft();
    await act('bookings', second.booking, 'submit', stranger);
    await management.call('POST', `/service-accounts/${robot.account}/secrets`, stranger);
    expect((await act('bookings', second.booking, 'approve', robot)).status).toBe(403);
    expect((await act('bookings', second.booking, 'approve', owner)).status).toBe(200);
  });
});

describe('auto-approval', () => {
  test('approves creatives of the media partner without a review, but no suspended ones and none of others', async () => {
    const email = 'trusted@aurora.example';
    const advertiser = await userOf('advertiser', email);
    const mapping = { user: email, advertiserCompanyId: partner, brandId: brand };
    expect((await management.call('POST', '/user-mapping', { body: mapping })).status).toBe(201);
    const upload = async () =>
      management.call('POST', '/creatives', {
        body: await makeBody(management, 'creatives', { brandId: brand }),
        ...advertiser,
      });
    expect((await upload()).body.state).toBe('pending_review');
    await change({ autoApprovedMediaPartnerIds: [partner] });
    const creative = await upload();
    expect(creative).toMatchObject({ status: 201, body: { state: 'approved' } });
    const patch = (html: string) =>
      management.call('PATCH', `/creatives/${creative.body.id}`, {
        body: { html },
        headers: { 'if-match': '*' },
        ...advertiser,
      });
    expect((await patch('<b>another</b>')).body.state).toBe('approved');
    await act('creatives', creative.body.id, 'pause');
    expect((await patch('<b>a third</b>')).body.state).toBe('pending_review');
    await change({ autoApprovedMediaPartnerIds: [(await makeObject(management, 'media-partners')).id] });
    expect((await upload()).body.state).toBe('pending_review');
  });
});
