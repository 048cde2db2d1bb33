import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { sendUpload } from '../../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

const clip = readFileSync(new URL('../../../../test/support/media/clip.webm', import.meta.url));

let management: TestManagement;
let campaign: { id: number; advertiserCompanyId: number; brandIds: number[] };
let creative: { id: number; formatId: number };
let positionId: number;

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => Date.parse('2027-03-01T00:00:00Z') });
  const brand = await makeObject(management, 'brands');
  const partner = Number(brand['mediaPartnerId']);
  campaign = (await makeObject(management, 'campaigns', {
    name: 'Winter',
    externalId: 'crm-1',
    advertiserCompanyId: partner,
    invoiceCompanyId: partner,
    brandIds: [brand.id],
    poNumber: 'PO-1',
    budget: { amount: '900.00', currency: 'EUR' },
  })) as never;
  const formatId = (await makeObject(management, 'inventory/format')).id;
  creative = (await makeObject(management, 'creatives', { brandId: brand.id, formatId, externalId: 'c-1' })) as never;
  const publication = await makeObject(management, 'inventory/publication', { timeZone });
  const location = await makeObject(management, 'inventory/location', { publicationId: publication.id });
  positionId = (await makeObject(management, 'inventory/position', { formatId, locationId: location.id })).id;
});
afterAll(() => management?.close());

const timeZone = 'Europe/Brussels';

const terms = {
  name: 'Leaderboards',
  externalId: null,
  type: 'display',
  startDate: '2027-03-02T00:00:00.000Z',
  endDate: '2027-03-12T00:00:00.000Z',
  priority: 3,
  activeDays: ['mon'],
  targeting: { fact: 'country', values: ['BE'] },
  exclusionLabels: ['cars'],
  caps: [{ scope: 'day', most: 2 }],
  delivery: { method: 'even', goal: { kind: 'impressions', total: 5000 }, frontLoading: 10 },
  pricing: { model: 'cpm', rate: { amount: '4.00', currency: 'EUR' } },
};

async function makeBooking(fields: Record<string, unknown> = {}) {
  const ads = [{ creativeId: creative.id, weight: 3, startDate: '2027-03-03T00:00:00.000Z' }];
  const body = { ...terms, campaignId: campaign.id, positionIds: [positionId], creatives: ads, ...fields };
  const { status, body: made } = await management.call('POST', '/bookings', { body });
  expect(status, JSON.stringify(made)).toBe(201);
  return made;
}

const duplicate = (path: string, body: Record<string, unknown> = {}, options: Record<string, unknown> = {}) =>
  management.call('POST', `/${path}/duplicate`, { body, ...options });
const bookingsOf = async (id: number) => (await management.call('GET', `/bookings?campaignId=${id}&sort=id`)).body;

test('a duplicate of a booking is a draft with all its terms, and a name and dates of its own', async () => {
  const original = await makeBooking({ externalId: `e-${randomUUID()}` });
  await management.call('POST', `/bookings/${original.id}/actions/submit`);
  const { status, body } = await duplicate(`bookings/${original.id}`);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...terms, name: 'Leaderboards (copy)', campaignId: campaign.id, status: 'draft' });
  expect(body.creatives).toMatchObject([
    { creativeId: creative.id, weight: 3, startDate: '2027-03-03T00:00:00.000Z', endDate: null },
  ]);
  expect(body.creatives[0].adId).not.toBe(original.creatives[0].adId);

  const moved = await duplicate(`bookings/${original.id}`, { name: 'April', startDate: '2027-04-01T00:00:00Z' });
  expect(moved.body).toMatchObject({
    name: 'April',
    startDate: '2027-04-01T00:00:00.000Z',
    endDate: '2027-04-11T00:00:00.000Z',
    creatives: [{ startDate: '2027-04-02T00:00:00.000Z' }],
  });
});

test('dates move in the time zone of the booking, also if clocks change in between', async () => {
  const { id } = await makeBooking({ startDate: '2027-03-01T00:00:00+01:00', endDate: '2027-04-16T00:00:00+02:00' });
  const { body } = await duplicate(`bookings/${id}`, { startDate: '2027-06-01T00:00:00+02:00' });
  expect(body.timeZones).toEqual([timeZone]);
  expect(body).toMatchObject({ startDate: '2027-05-31T22:00:00.000Z', endDate: '2027-07-16T22:00:00.000Z' });
});

test('the name of a duplicate has at most 255 characters, and no half of a pair', async () => {
  const { id } = await makeBooking({ name: `${'x'.repeat(247)}😀` });
  const { status, body } = await duplicate(`bookings/${id}`);
  expect([status, body.name]).toEqual([201, `${'x'.repeat(247)} (copy)`]);
});

test('parts that are left out have the defaults of a new booking', async () => {
  const { id } = await makeBooking();
  const { body } = await duplicate(`bookings/${id}`, { parts: ['creatives'] });
  expect(body).toMatchObject({
    priority: 3,
    positionIds: [positionId],
    activeDays: [],
    targeting: null,
    exclusionLabels: [],
    caps: [],
    delivery: { method: 'share', goal: null },
    pricing: null,
    creatives: [{ creativeId: creative.id }],
  });
  const without = await duplicate(`bookings/${id}`, { parts: ['targeting', 'delivery'] });
  expect(without.body).toMatchObject({
    creatives: [],
    targeting: terms.targeting,
    delivery: { goal: { total: 5000 } },
    caps: [],
  });
});

test('archived creatives and inventory are left out', async () => {
  const [oldCreative, oldPosition] = [
    await makeObject(management, 'creatives', { brandId: campaign.brandIds[0], formatId: creative.formatId }),
    await makeObject(management, 'inventory/position', { formatId: creative.formatId }),
  ];
  const { id } = await makeBooking({
    positionIds: [positionId, oldPosition.id],
    creatives: [{ creativeId: creative.id }, { creativeId: oldCreative.id }],
  });
  await management.database
    .updateTable('creative')
    .set({ archivedAt: new Date() })
    .where('creative.id', '=', oldCreative.id)
    .execute();
  await management.database
    .updateTable('position')
    .set({ archivedAt: new Date() })
    .where('position.id', '=', oldPosition.id)
    .execute();
  const { status, body } = await duplicate(`bookings/${id}`);
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ positionIds: [positionId], creatives: [{ creativeId: creative.id }] });
  expect(body.creatives).toHaveLength(1);
});

test('a booking is duplicated into another campaign, with creatives of its brands only', async () => {
  const { id } = await makeBooking();
  const { advertiserCompanyId, brandIds } = campaign;
  const same = await makeObject(management, 'campaigns', {
    advertiserCompanyId,
    invoiceCompanyId: advertiserCompanyId,
    brandIds,
  });
  const made = await duplicate(`bookings/${id}`, { campaignId: same.id });
  expect(made).toMatchObject({
    status: 201,
    body: { campaignId: same.id, creatives: [{ creativeId: creative.id }] },
  });
  const foreign = await makeObject(management, 'campaigns');
  const refused = await duplicate(`bookings/${id}`, { campaignId: foreign.id });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/creatives/0/creativeId' }] } });
  const without = await duplicate(`bookings/${id}`, { campaignId: foreign.id, parts: ['targeting'] });
  expect(without).toMatchObject({ status: 201, body: { campaignId: foreign.id, creatives: [] } });
});

test('a campaign is duplicated with its bookings in one revision, and all dates are moved', async () => {
  const { id } = await makeObject(management, 'campaigns', { ...termsOfCampaign(), externalId: 'crm-2' });
  const first = await makeBooking({ campaignId: id, name: 'First' });
  await makeBooking({ campaignId: id, name: 'Second', startDate: '2027-03-05T00:00:00Z' });
  const archived = await makeBooking({ campaignId: id, name: 'Archived' });
  await management.call('DELETE', `/bookings/${archived.id}`, { headers: { 'if-match': '*' } });
  const before = await revision();
  const key = { 'idempotency-key': randomUUID() };
  const body = { startDate: '2027-06-01T00:00:00Z', parts: ['creatives', 'delivery', 'pricing'] };
  const made = await duplicate(`campaigns/${id}`, body, { headers: key });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Winter (copy)',
      externalId: null,
      poNumber: 'PO-1',
      budget: { amount: '900.00', currency: 'EUR' },
      bookingCount: 2,
      startDate: '2027-06-01T00:00:00.000Z',
    },
  });
  expect(await revision()).toBe(before + 1);
  expect(made.headers['placard-revision']).toBe(String(before + 1));
  const bookings = await bookingsOf(made.body.id);
  expect(bookings).toMatchObject([
    { name: 'First', status: 'draft', startDate: '2027-06-01T00:00:00.000Z', targeting: null, caps: [] },
    { name: 'Second', startDate: '2027-06-04T00:00:00.000Z', endDate: '2027-06-11T00:00:00.000Z' },
  ]);
  const repeated = await duplicate(`campaigns/${id}`, body, { headers: key });
  expect([repeated.status, repeated.body.id]).toEqual([201, made.body.id]);

  const chosen = await duplicate(`campaigns/${id}`, { name: 'One', bookingIds: [first.id] });
  expect(chosen.body).toMatchObject({ name: 'One', bookingCount: 1, startDate: terms.startDate });
  expect((await duplicate(`campaigns/${id}`, { bookingIds: [] })).body).toMatchObject({ bookingCount: 0 });
  const elsewhere = await makeBooking();
  expect(await duplicate(`campaigns/${id}`, { bookingIds: [first.id, elsewhere.id] })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/bookingIds/1', code: 'reference_not_found' }] },
  });
});

test('a campaign that cannot be duplicated completely is not duplicated', async () => {
  const { id } = await makeObject(management, 'campaigns', termsOfCampaign());
  await makeBooking({ campaignId: id });
  const campaigns = await countCampaigns();
  const before = await revision();
  const scoped = await duplicate(`campaigns/${id}`, {}, { scopes: ['campaigns:write', 'campaigns:read'] });
  expect([scoped.status, scoped.body.code]).toEqual([403, 'insufficient_scope']);
  // The prices of its bookings no longer have the currency of the budget.
  await management.database.updateTable('campaign').set({ budgetCurrency: 'USD' }).execute();
  const refused = await duplicate(`campaigns/${id}`, { parts: ['pricing', 'creatives'] });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/pricing/rate/currency' }] } });
  expect([await countCampaigns(), await revision()]).toEqual([campaigns, before]);
  await management.database.updateTable('campaign').set({ budgetCurrency: 'EUR' }).execute();
});

test('a duplicate of a creative has the same files and is reviewed like a new one', async () => {
  const image = await sharp({ create: { width: 728, height: 90, channels: 3, background: '#c03' } })
    .png()
    .toBuffer();
  const format = await makeObject(management, 'inventory/format', { width: 728, height: 90, maxBytes: 200_000 });
  const fields = { name: 'Banner', kind: 'image', brandId: campaign.brandIds[0], formatId: format.id };
  const file = { content: image, name: 'banner.png' };
  const uploaded = await sendUpload(management, { ...fields, externalId: 'banner-1', altText: 'Winter' }, file);
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const original = uploaded.body;
  const { status, body } = await duplicate(`creatives/${original.id}`);
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ name: 'Banner (copy)', externalId: null, altText: 'Winter', state: 'approved' });
  expect(original.assets).toHaveLength(1);
  expect(body.assets).toEqual(original.assets);
  expect(body.checks).toEqual(original.checks);

  const brand = await makeObject(management, 'brands', { mediaPartnerId: campaign.advertiserCompanyId });
  const other = await duplicate(`creatives/${original.id}`, { name: 'For a sister brand', brandId: brand.id });
  expect(other.body).toMatchObject({ name: 'For a sister brand', brandId: brand.id });
  const scopes = ['creatives:read', 'creatives:write'];
  const markup = await duplicate(`creatives/${creative.id}`, {}, { scopes });
  expect(markup.body).toMatchObject({ kind: 'html', state: 'pending_review' });
  expect((await duplicate('creatives/9000000')).status).toBe(404);
});

test.each(['suspended', 'rejected', 'archived', 'pending_review'] as const)(
  'a duplicate of a creative that is %s is reviewed',
  async (state) => {
    const { brandIds } = campaign;
    const { id } = await makeObject(management, 'creatives', { brandId: brandIds[0], formatId: creative.formatId });
    const archivedAt = state === 'archived' ? new Date() : null;
    await management.database
      .updateTable('creative')
      .set({ state, archivedAt })
      .where('creative.id', '=', id)
      .execute();
    const { status, body } = await duplicate(`creatives/${id}`);
    expect([status, body.state]).toEqual([201, 'pending_review']);
  },
);

test('a duplicate of an uploaded video refers to its file, also after a change', async () => {
  const video = { mediaType: 'video', width: 640, height: 360, maxBytes: 200_000 };
  const { id: formatId } = await makeObject(management, 'inventory/format', video);
  const fields = { name: 'Winter', kind: 'video', brandId: campaign.brandIds[0], formatId };
  const { body: original } = await sendUpload(management, fields, { content: clip, name: 'winter.webm' });
  expect(original.media.files).toHaveLength(1);
  const { body } = await duplicate(`creatives/${original.id}`);
  const stored = async (id: number) => {
    const found = management.database.selectFrom('creative').select(['creative.video', 'creative.assets']);
    return found.where('creative.id', '=', id).executeTakeFirstOrThrow();
  };
  expect(await stored(body.id)).toEqual(await stored(original.id));
  const renamed = await management.call('PATCH', `/creatives/${body.id}`, {
    body: { name: 'Renamed' },
    headers: { 'if-match': '*' },
  });
  expect(renamed.status).toBe(200);
  expect(await stored(body.id)).toEqual(await stored(original.id));
});

function termsOfCampaign() {
  const { advertiserCompanyId, brandIds } = campaign;
  return {
    name: 'Winter',
    advertiserCompanyId,
    invoiceCompanyId: advertiserCompanyId,
    brandIds,
    poNumber: 'PO-1',
    budget: { amount: '900.00', currency: 'EUR' },
  };
}

async function revision(): Promise<number> {
  const { revision: newest } = await management.database
    .selectFrom('currentRevision')
    .select('currentRevision.revision')
    .executeTakeFirstOrThrow();
  return newest;
}

async function countCampaigns(): Promise<number> {
  return (await management.database.selectFrom('campaign').select('campaign.id').execute()).length;
}
