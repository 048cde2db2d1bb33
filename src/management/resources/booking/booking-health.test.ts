import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { noCounts } from '../../../core/pricing/billable-events.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';

/** Noon in Amsterdam. The local day begins an hour before that of UTC. */
const noonMs = Date.parse('2027-03-03T11:00:00Z');
const at = (ms: number) => new Date(ms).toISOString();

let nowMs = noonMs;
let management: TestManagement;
let objects: { campaignId: number; creativeId: number; positionId: number; partnerId: number };

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
});
afterAll(() => management?.close());
beforeEach(async () => {
  nowMs = noonMs;
  const { id: partnerId } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partnerId });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const campaign = await makeObject(management, 'campaigns', {
    advertiserCompanyId: partnerId,
    invoiceCompanyId: partnerId,
    brandIds: [brand],
  });
  const creative = await makeObject(management, 'creatives', { brandId: brand, formatId });
  const position = await makeObject(management, 'inventory/position', { formatId });
  objects = { campaignId: campaign.id, creativeId: creative.id, positionId: position.id, partnerId };
});

/** Books from 5 days ago until 5 days from now. */
async function book(fields: Record<string, unknown> = {}): Promise<number> {
  const { id } = await makeObject(management, 'bookings', {
    campaignId: objects.campaignId,
    positionIds: [objects.positionId],
    creatives: [{ creativeId: objects.creativeId }],
    startDate: at(noonMs - 5 * dayMs),
    endDate: at(noonMs + 5 * dayMs),
    ...fields,
  });
  expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
  return id;
}

/** Inserts counts as the roll-up does. */
async function deliver(bookingId: number, localDay: string, impressions: number, clicks = 0): Promise<void> {
  await sql`insert into booking_day (booking_id, local_day, impressions, clicks)
    values (${bookingId}, ${localDay}, ${impressions}, ${clicks})`.execute(management.database);
  await sql`insert into booking_total (booking_id, impressions, clicks) values (${bookingId}, ${impressions}, ${clicks})
    on conflict (booking_id) do update set impressions = booking_total.impressions + excluded.impressions,
      clicks = booking_total.clicks + excluded.clicks`.execute(management.database);
}

const read = async (path: string) => (await management.call('GET', path)).body;
const idsOf = async (path: string) => (await read(path)).map(({ id }: { id: number }) => id);

test('returns delivery in total and today, and the progress and expected progress of the goal', async () => {
  const id = await book({
    delivery: { method: 'asap', goal: { kind: 'impressions', total: 10_000 } },
    pricing: { model: 'cpm', rate: { amount: '2.50', currency: 'EUR' } },
  });
  await deliver(id, '2027-03-02', 3_000, 4);
  await deliver(id, '2027-03-03', 1_000, 1);
  const booking = await read(`/bookings/${id}`);
  expect(booking).toMatchObject({
    status: 'running',
    health: 'at_risk',
    limitingReasons: ['BEHIND_GOAL'],
    delivered: {
      ...noCounts(),
      impressions: 4_000,
      clicks: 5,
      spend: { amount: '10.00', currency: 'EUR' },
      today: { ...noCounts(), impressions: 1_000, clicks: 1 },
    },
    progress: { deliveredPercent: 40, expectedPercent: 50 },
    timeZones: ['Europe/Amsterdam'],
  });
  // Half past midnight in Amsterdam, still the previous day in UTC.
  nowMs = Date.parse('2027-03-03T23:30:00Z');
  expect((await read(`/bookings/${id}`)).delivered.today).toEqual(noCounts());
  expect(await read(`/bookings/${id}/pacing`)).toMatchObject({ limitingReasons: ['BEHIND_GOAL'] });
});

test('expects delivery only in its scheduled time, in the time zone of its publication', async () => {
  // Wednesdays only: half of the first of two Wednesdays has passed.
  const id = await book({
    startDate: at(Date.parse('2027-03-02T23:00:00Z')),
    endDate: at(Date.parse('2027-03-16T23:00:00Z')),
    activeDays: ['wed'],
    delivery: { method: 'even', goal: { kind: 'clicks', total: 1_000 } },
  });
  await deliver(id, '2027-03-03', 900, 240);
  expect(await read(`/bookings/${id}`)).toMatchObject({
    health: 'ok',
    progress: { deliveredPercent: 24, expectedPercent: 25 },
  });
  // On the following Tuesday it has not delivered for half a Wednesday.
  nowMs = Date.parse('2027-03-09T20:00:00Z');
  expect(await read(`/bookings/${id}`)).toMatchObject({ health: 'critical', limitingReasons: ['BEHIND_GOAL'] });
});

test('reports a running booking without delivery, and one that is not ready at its start', async () => {
  const silent = await book({ startDate: at(noonMs - 2 * hourMs) });
  expect(await read(`/bookings/${silent}`)).toMatchObject({ health: 'at_risk', limitingReasons: ['NO_DELIVERY'] });
  const stopped = await book();
  await deliver(stopped, '2027-03-01', 900);
  expect(await read(`/bookings/${stopped}`)).toMatchObject({ health: 'critical', limitingReasons: ['NO_DELIVERY'] });
  const bare = await book({ creatives: [] });
  expect(await read(`/bookings/${bare}`)).toMatchObject({ status: 'not_ready', health: 'critical' });
  const paused = await book();
  await management.call('POST', `/bookings/${paused}/actions/pause`);
  expect(await read(`/bookings/${paused}`)).toMatchObject({ status: 'paused', health: 'ok', progress: null });
});

test('a campaign has the health of its worst booking and the delivery of all bookings', async () => {
  const goal = (total: number) => ({ method: 'asap', goal: { kind: 'impressions', total } });
  const well = await book({ delivery: goal(2_000) });
  await deliver(well, '2027-03-03', 1_200);
  const behind = await book({ delivery: goal(8_000) });
  await deliver(behind, '2027-03-03', 1_000);
  const archived = await book({ delivery: goal(9_000) });
  await deliver(archived, '2027-03-02', 500, 3);
  await management.call('DELETE', `/bookings/${archived}`, { headers: { 'if-match': '*' } });
  expect(await read(`/campaigns/${objects.campaignId}`)).toMatchObject({
    health: 'critical',
    limitingReasons: ['BEHIND_GOAL'],
    delivered: { impressions: 2_700, clicks: 3, today: { impressions: 2_200, clicks: 0 } },
    progress: [{ counter: 'impressions', deliveredPercent: 22, expectedPercent: 50 }],
  });
});

test('filters lists by health and end consistently with the objects', async () => {
  const well = await book();
  await deliver(well, '2027-03-03', 100);
  const silent = await book({ startDate: at(noonMs - 2 * hourMs), endDate: at(noonMs + dayMs) });
  const stopped = await book({ endDate: null });
  await deliver(stopped, '2027-03-01', 900);
  const quiet = await makeObject(management, 'bookings', { campaignId: objects.campaignId, endDate: null });
  const inCampaign = `/bookings?campaignId=${objects.campaignId}`;
  expect(await idsOf(`${inCampaign}&health=ok`)).toEqual([well, quiet.id]);
  expect(await idsOf(`${inCampaign}&health=at_risk`)).toEqual([silent]);
  expect(await idsOf(`${inCampaign}&health=critical&health=at_risk`)).toEqual([silent, stopped]);
  expect(await idsOf(`${inCampaign}&health=ok&health=critical`)).toEqual([well, stopped, quiet.id]);
  expect(await idsOf(`${inCampaign}&endsBefore=${at(noonMs + 2 * dayMs)}`)).toEqual([silent]);
  expect(await idsOf(`${inCampaign}&sort=-endDate`)).toEqual([quiet.id, stopped, well, silent]);

  const ofPartner = `/campaigns?advertiserCompanyId=${objects.partnerId}`;
  expect(await idsOf(`${ofPartner}&health=critical`)).toEqual([objects.campaignId]);
  expect(await idsOf(`${ofPartner}&health=ok&health=at_risk`)).toEqual([]);
  // Two of its bookings have no end.
  expect(await idsOf(`${ofPartner}&endsBefore=2099-01-01T00:00:00Z`)).toEqual([]);
  for (const path of ['/bookings', '/campaigns']) {
    const all = await read(`${path}?limit=500`);
    for (const health of ['ok', 'at_risk', 'critical']) {
      const expected = all.flatMap((each: { id: number; health: string }) => (each.health === health ? [each.id] : []));
      expect(await idsOf(`${path}?limit=500&health=${health}`)).toEqual(expected);
    }
  }
  expect(await management.call('GET', '/bookings?health=ill')).toMatchObject({ status: 400 });
});

test('sorts campaigns by dates, companies, purchase order and creatives, also across pages', async () => {
  const name = (letter: string) => ({ name: `${letter} ${objects.partnerId}`, roles: ['ADVERTISER', 'INVOICE'] });
  const made: number[] = [];
  for (const [index, letter] of ['b', 'C', 'a'].entries()) {
    const partner = await makeObject(management, 'media-partners', name(letter));
    const brand = await makeObject(management, 'brands', { mediaPartnerId: partner.id });
    const companies = { advertiserCompanyId: partner.id, invoiceCompanyId: partner.id, brandIds: [brand.id] };
    const campaign = await makeObject(management, 'campaigns', { ...companies, poNumber: `PO-${index}` });
    made.push(campaign.id);
    if (letter === 'C') continue;
    await makeObject(management, 'bookings', {
      campaignId: campaign.id,
      startDate: at(noonMs + index * dayMs),
      endDate: at(noonMs + (9 - index) * dayMs),
    });
  }
  const [b, c, a] = made;
  const only = made.map((id) => `id=${id}`).join('&');
  const paged = async (sort: string) => {
    const ids: number[] = [];
    let path: string | null = `/campaigns?${only}&limit=1&sort=${sort}`;
    while (path !== null) {
      const { body, headers } = await management.call('GET', path);
      ids.push(...body.map(({ id }: { id: number }) => id));
      path = /<\/api\/v1(.+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? null;
    }
    return ids;
  };
  expect(await paged('startDate')).toEqual([b, a, c]);
  expect(await paged('endDate')).toEqual([a, b, c]);
  expect(await paged('-endDate')).toEqual([c, b, a]);
  expect(await paged('advertiserCompanyName')).toEqual([a, b, c]);
  expect(await paged('-invoiceCompanyName')).toEqual([c, b, a]);
  expect(await paged('poNumber')).toEqual([b, c, a]);
  expect(await paged('creativeCount')).toEqual([b, c, a]);
});

test('excludes delivery figures from changes of a booking', async () => {
  const id = await book({ delivery: { method: 'asap', goal: { kind: 'impressions', total: 10 } } });
  await management.call('PATCH', `/bookings/${id}`, { headers: { 'if-match': '*' }, body: { name: 'Other' } });
  const [entry] = await read(`/audit?kind=bookings&objectId=${id}&limit=1`);
  expect(entry).toMatchObject({ action: 'update', after: { name: 'Other', status: 'running' } });
  for (const figure of ['health', 'limitingReasons', 'delivered', 'progress']) {
    expect(entry.after).not.toHaveProperty(figure);
    expect(entry.before).not.toHaveProperty(figure);
  }
});

test('reports counts of a third party that differ by more than the threshold in the last complete days', async () => {
  const id = await book();
  const days = ['2027-02-28', '2027-03-01', '2027-03-02', '2027-03-03'];
  for (const day of days) await deliver(id, day, 1_000, 10);
  const counted = async (counts: Record<string, number>, source = 'Verification Inc.') => {
    const rows = Object.entries(counts).map(([day, impressions]) => ({ bookingId: id, day, impressions }));
    const { status } = await management.call('POST', '/third-party-counts', { body: { source, counts: rows } });
    expect(status).toBe(200);
    return (await read(`/bookings/${id}`)).limitingReasons;
  };
  // A day is complete once it has ended in all time zones, and the counts before the last 7 complete days are not compared.
  expect(await counted({ '2027-03-02': 100, '2027-03-03': 100, '2027-02-20': 9_000 })).toEqual([]);
  expect(await counted({ '2027-02-28': 950, '2027-03-01': 920 })).toEqual([]);
  expect(await counted({ '2027-03-01': 800 })).toEqual(['DISCREPANCY']);
  expect(await read(`/bookings/${id}`)).toMatchObject({ health: 'at_risk' });
  const { reasons } = await read(`/bookings/${id}/diagnosis`);
  expect(reasons).toContainEqual(
    expect.objectContaining({ code: 'DISCREPANCY', effect: 'limits', field: '/trackers' }),
  );
  const threshold = (discrepancyThresholdPercent: number) =>
    management.call('PATCH', '/settings', { body: { discrepancyThresholdPercent }, headers: { 'if-match': '*' } });
  expect(await threshold(15)).toMatchObject({ status: 200, body: { discrepancyThresholdPercent: 15 } });
  expect((await read(`/bookings/${id}`)).limitingReasons).toEqual([]);
  expect(await read('/discrepancies')).toMatchObject({ thresholdPercent: 15, rows: [{ exceeded: true }] });
  expect((await threshold(101)).status).toBe(400);
  expect((await threshold(10)).status).toBe(200);
  // A few clicks more or less are random.
  const clicks = [{ bookingId: id, day: '2027-03-01', clicks: 14 }];
  await management.call('POST', '/third-party-counts', { body: { source: 'Clicks Inc.', counts: clicks } });
  expect(await counted({ '2027-03-01': 930 })).toEqual([]);
  nowMs += 20_000;
  expect(await counted({ '2027-03-01': 500 })).toEqual(['DISCREPANCY']);
  nowMs += 70_000;
  expect(await idsOf('/bookings?health=at_risk')).toContain(id);
});
