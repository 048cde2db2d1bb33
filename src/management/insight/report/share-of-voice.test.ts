import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
let advertiser: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  management = await startTestManagement();
  const email = 'a@voice.example';
  advertiser = (await makeObject(management, 'users', { role: 'advertiser', email })).id;
  const [top, side] = [
    await makeObject(management, 'inventory/position'),
    await makeObject(management, 'inventory/position'),
  ];
  for (const name of ['own', 'secretword']) {
    const brand = await makeObject(management, 'brands', { name });
    const advertiserCompanyId = brand['mediaPartnerId'];
    const companies = { advertiserCompanyId, invoiceCompanyId: advertiserCompanyId, brandIds: [brand.id] };
    const campaign = await makeObject(management, 'campaigns', { name, ...companies });
    const booking = await makeObject(management, 'bookings', { name, campaignId: campaign.id });
    const creative = await makeObject(management, 'creatives', { brandId: brand.id });
    Object.assign(ids, { [name]: booking.id, [`${name}Brand`]: brand.id, [`${name}Creative`]: creative.id });
    if (name === 'own') {
      const mapping = { user: email, advertiserCompanyId, brandId: brand.id };
      expect((await management.call('POST', '/user-mapping', { body: mapping })).status).toBe(201);
    }
  }
  Object.assign(ids, { top: top.id, side: side.id });
  const delivered: readonly [string, string, string, number][] = [
    ['own', 'top', '2026-11-20', 30],
    ['secretword', 'top', '2026-11-20', 70],
    ['own', 'top', '2026-11-21', 10],
    ['secretword', 'top', '2026-11-21', 40],
    ['secretword', 'side', '2026-11-21', 50],
    ['own', 'top', '2026-10-21', 1],
    ['secretword', 'top', '2026-10-21', 3],
  ];
  for (const [booking, position, day, impressions] of delivered) {
    await sql`insert into delivery_hour
        (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
      values (${`${day}T10:00Z`}, ${day}, ${ids[booking]}, ${ids[`${booking}Creative`]}, ${ids[position]}, ${impressions}, 0, 0)
    `.execute(management.database);
  }
});
afterAll(() => management.close());

type Share = { readonly inventoryImpressions?: number; readonly shareOfVoicePercent?: number | null };
const november = 'from=2026-11-01&to=2026-12-01';

async function report(query: string, user?: number) {
  const asked = `/reports?${november}&metrics=shareOfVoicePercent&${query}`;
  const { status, body } = await management.call('GET', asked, user === undefined ? {} : { user });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const sharesOf = (rows: readonly Share[]) =>
  rows.map(({ shareOfVoicePercent, inventoryImpressions }) => [shareOfVoicePercent, inventoryImpressions]);

test('is the percentage of the impressions of all bookings with the same inventory and time', async () => {
  const byPosition = await report('groupBy=position,brand');
  expect(byPosition.rows).toMatchObject([
    { positionId: ids['top'], brandName: 'own', shareOfVoicePercent: 26.6667, inventoryImpressions: 150 },
    { positionId: ids['top'], brandName: 'secretword', shareOfVoicePercent: 73.3333, inventoryImpressions: 150 },
    { positionId: ids['side'], brandName: 'secretword', shareOfVoicePercent: 100, inventoryImpressions: 50 },
  ]);
  expect(sharesOf([byPosition.totals])).toEqual([[100, 200]]);
  expect(sharesOf((await report('groupBy=booking,day')).rows)).toEqual([
    [30, 100],
    [10, 100],
    [70, 100],
    [90, 100],
  ]);
  expect(sharesOf((await report('groupBy=campaign')).rows)).toEqual([
    [20, 200],
    [80, 200],
  ]);
  expect(sharesOf((await report('groupBy=mediaPartner,month,hour,hourOfWeek')).rows)).toEqual([
    [30, 100],
    [10, 100],
    [70, 100],
    [90, 100],
  ]);
});

test('filters by inventory and time limit the total, and filters by buyers do not', async () => {
  const ofBrand = await report(`groupBy=day&brandId=${ids['ownBrand']}`);
  expect(sharesOf(ofBrand.rows)).toEqual([
    [30, 100],
    [10, 100],
  ]);
  expect(sharesOf([ofBrand.totals])).toEqual([[20, 200]]);
  const atPosition = await report(`groupBy=booking&bookingId=${ids['own']}&positionId=${ids['top']}`);
  expect(sharesOf(atPosition.rows)).toEqual([[26.6667, 150]]);
});

test('the rows beyond `top` have the share of their inventory', async () => {
  const { rows, other } = await report('groupBy=booking,day&top=2');
  expect(sharesOf(rows)).toEqual([
    [90, 100],
    [70, 100],
  ]);
  expect(sharesOf([other])).toEqual([[20, 200]]);
});

test('an advertiser sees the share of own rows in the impressions of all, and no rows or names of others', async () => {
  const seen = await report('groupBy=position,campaign,brand,booking', advertiser);
  expect(seen.rows).toMatchObject([{ bookingId: ids['own'], impressions: 40, shareOfVoicePercent: 26.6667 }]);
  expect(sharesOf([seen.totals])).toEqual([[20, 200]]);
  expect(JSON.stringify(seen)).not.toContain('secretword');
  const file = await management.call('GET', `/reports?groupBy=brand&metrics=shareOfVoicePercent&format=csv`, {
    user: advertiser,
  });
  expect(file.body).not.toContain('secretword');
});

test('is computed only on request', async () => {
  const { body } = await management.call('GET', `/reports?${november}&groupBy=booking&metrics=impressions`);
  expect(body.rows[0]).not.toHaveProperty('shareOfVoicePercent');
  expect(body.totals).not.toHaveProperty('inventoryImpressions');
});

test('is in files with a pivot and a comparison', async () => {
  const query = `${november}&metrics=shareOfVoicePercent&format=csv`;
  const csv = async (more: string): Promise<readonly string[]> =>
    (await management.call('GET', `/reports?${query}&${more}`)).body.replace('\uFEFF', '').trim().split('\r\n');
  expect(await csv('groupBy=booking,day&pivot=day&sort=-total')).toEqual([
    'bookingId,bookingName,2026-11-20,2026-11-21,total',
    `${ids['secretword']},secretword,70,90,80`,
    `${ids['own']},own,30,10,20`,
    'total,,100,100,100',
  ]);
  expect((await csv('groupBy=booking&compare=previous_period&language=fr&sort=booking'))[0]).toMatch(
    /^ID Réservation,Réservation,Share of voice \(%\)/,
  );
  expect((await csv('groupBy=booking&compare=previous_period&sort=-shareOfVoicePercent')).slice(1)).toEqual([
    `${ids['secretword']},secretword,80,75,5,6.67`,
    `${ids['own']},own,20,25,-5,-20`,
    'total,,100,100,0,0',
  ]);
});
