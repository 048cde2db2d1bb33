import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { InventoryAvailability } from '../../../contract/booking/availability.ts';
import type { BookingTimeline } from '../../../contract/booking/booking-timeline.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { saveTraffic } from '../../../exchange/plan/traffic-store.ts';

/** Wednesday noon in Amsterdam. */
const nowMs = Date.parse('2027-03-03T11:00:00Z');
const at = (ms: number) => new Date(ms).toISOString();
const perHour = 100;
const perDay = 24 * perHour;

let management: TestManagement;
let campaign: { readonly id: number; readonly [name: string]: unknown };
let positions: readonly number[];
let locationId: number;
let creativeId: number;

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner, name: 'Aurora' });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  campaign = await makeObject(management, 'campaigns', { ...companies, name: 'Winter' });
  ({ id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId }));
  const { id: publicationId } = await makeObject(management, 'inventory/publication', {
    timeZone: 'Europe/Amsterdam',
  });
  ({ id: locationId } = await makeObject(management, 'inventory/location', { publicationId, name: 'Home' }));
  const made = [];
  for (let index = 0; index < 3; index += 1) {
    made.push((await makeObject(management, 'inventory/position', { formatId, locationId })).id);
  }
  positions = made;
  const curve = { hours: new Float64Array(168).fill(perHour), level: 1 };
  const traffic = { curve, hour: nowMs / hourMs, requests: 0, observedMs: 0 };
  await saveTraffic(management.database, new Map(positions.slice(0, 2).map((id) => [id, traffic])));
});
afterAll(() => management?.close());

async function book(fields: Record<string, unknown>): Promise<number> {
  const { id } = await makeObject(management, 'bookings', {
    campaignId: campaign.id,
    creatives: [{ creativeId }],
    startDate: '2027-03-01T00:00:00+01:00',
    endDate: null,
    ...fields,
  });
  return id;
}

async function submit(id: number): Promise<void> {
  expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
}

async function timeline(query: string, options: { user?: number } = {}): Promise<BookingTimeline> {
  const answer = await management.call('GET', `/bookings/timeline?${query}`, options);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
}

async function availability(query: string): Promise<InventoryAvailability['positions']> {
  const answer = await management.call('GET', `/forecasts/availability?${query}`);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return (answer.body as InventoryAvailability).positions;
}

describe('the timeline of bookings', () => {
  let many: number;
  let whole: number;
  beforeAll(async () => {
    many = await book({ name: 'Two positions', positionIds: positions.slice(0, 2), endDate: at(nowMs + dayMs) });
    whole = await book({ name: 'Whole home', positionIds: [], locationIds: [locationId], startDate: at(nowMs) });
  });

  test('lists a booking in the group of each position and of each whole location', async () => {
    const seen = await timeline('groupBy=position');
    expect(seen).toMatchObject({
      total: 2,
      ids: [many, whole],
      names: ['Two positions', 'Whole home'],
      starts: ['2027-03-01T00:00', '2027-03-03T12:00'],
      ends: ['2027-03-04T12:00', null],
      statuses: ['draft', 'draft'],
      healths: ['ok', 'ok'],
    });
    expect(seen.groups.map(({ kind, id, bookings }) => ({ kind, id, bookings }))).toEqual([
      { kind: 'location', id: locationId, bookings: [1] },
      { kind: 'position', id: positions[0], bookings: [0] },
      { kind: 'position', id: positions[1], bookings: [0] },
    ]);
  });

  test('groups by campaign and brand, and applies the filters of the list', async () => {
    expect((await timeline('groupBy=campaign')).groups).toEqual([
      { kind: 'campaign', id: campaign.id, name: 'Winter', bookings: [0, 1] },
    ]);
    const brands = await timeline('groupBy=brand&search=whole');
    expect(brands.names).toEqual(['Whole home']);
    expect(brands.groups).toMatchObject([{ kind: 'brand', name: 'Aurora', bookings: [0] }]);
    expect((await timeline(`from=${at(nowMs + 2 * dayMs)}`)).names).toEqual(['Whole home']);
    expect((await timeline('status=running')).ids).toEqual([]);
  });

  test('shows an advertiser only the bookings of its brands', async () => {
    const { id: user } = await makeObject(management, 'users', { role: 'advertiser', email: 'a@timeline.example' });
    expect(await timeline('', { user })).toMatchObject({ total: 0, ids: [], groups: [] });
  });

  test('refuses unknown groups and paging', async () => {
    expect(await management.call('GET', '/bookings/timeline?groupBy=shelf')).toMatchObject({ status: 400 });
    expect(await management.call('GET', '/bookings/timeline?limit=5')).toMatchObject({ status: 400 });
    const scopes = ['campaigns:read'] as const;
    expect(await management.call('GET', '/bookings/timeline', { scopes })).toMatchObject({ status: 403 });
  });
});

describe('the availability of positions', () => {
  const query = () => `positionId=${positions[0]}&positionId=${positions[2]}&from=2027-03-01&to=2027-03-10`;

  test('returns the expected requests of each day from today, and null without traffic', async () => {
    const [known, unknown] = await availability(query());
    expect(known).toEqual({
      positionId: positions[0],
      timeZone: 'Europe/Amsterdam',
      from: '2027-03-03',
      expected: Array(7).fill(perDay),
      booked: Array(7).fill(0),
      held: Array(7).fill(0),
    });
    expect(unknown).toMatchObject({ positionId: positions[2], expected: null });
  });

  test('counts shares of voice and goals of approved bookings, also without creatives', async () => {
    await submit(
      await book({
        positionIds: positions.slice(0, 1),
        startDate: '2027-03-05T00:00:00+01:00',
        endDate: '2027-03-06T12:00:00+01:00',
        delivery: { method: 'share_of_voice', percent: 25 },
      }),
    );
    // Two positions have 9,600 requests in two days. A goal spreads over both.
    await submit(
      await book({
        positionIds: positions.slice(0, 2),
        startDate: '2027-03-08T00:00:00+01:00',
        endDate: '2027-03-10T00:00:00+01:00',
        delivery: { method: 'even', goal: { kind: 'impressions', total: 960 } },
        creatives: [],
      }),
    );
    const [known] = await availability(query());
    const booked = known?.booked ?? [];
    expect(booked.slice(0, 5)).toEqual([0, 0, perDay / 4, perDay / 8, 0]);
    // One impression needs slightly more than one request.
    for (const requests of booked.slice(5)) {
      expect(requests).toBeGreaterThanOrEqual(240);
      expect(requests).toBeLessThan(400);
    }
  });

  test('counts held bookings separately until the hold ends, also of options and without creatives', async () => {
    const days = { startDate: '2027-03-07T00:00:00+01:00', endDate: '2027-03-08T00:00:00+01:00' };
    const delivery = { method: 'share_of_voice', percent: 10 };
    const own = await book({ positionIds: positions.slice(0, 1), ...days, delivery, creatives: [] });
    const hold = (ms: number) => ({ body: { heldUntil: at(nowMs + ms), note: 'Option of Aurora' } });
    const held = await management.call('POST', `/bookings/${own}/actions/hold`, hold(hourMs));
    expect(held).toMatchObject({ status: 200, body: { status: 'held', holdNote: 'Option of Aurora' } });
    const option = await makeObject(management, 'campaigns', { type: 'option' });
    const ofOption = await makeObject(management, 'bookings', {
      campaignId: option.id,
      positionIds: positions.slice(0, 1),
      ...days,
      delivery,
    });
    await submit(ofOption.id);
    expect((await availability(query()))[0]?.held.slice(0, 5)).toEqual([0, 0, 0, 0, perDay / 10]);
    expect((await management.call('POST', `/campaigns/${option.id}/actions/hold`, hold(hourMs))).status).toBe(200);
    expect((await availability(query()))[0]?.held.slice(0, 5)).toEqual([0, 0, 0, 0, perDay / 5]);
    expect((await management.call('POST', `/bookings/${own}/actions/release`)).status).toBe(200);
    const [known] = await availability(query());
    expect(known?.held.slice(0, 5)).toEqual([0, 0, 0, 0, perDay / 10]);
    expect(known?.booked[4]).toBe(0);
  });

  test('refuses more than 400 days and a missing position', async () => {
    for (const wrong of ['from=2027-03-01&to=2027-03-10', `positionId=${positions[0]}&from=2027-03-01&to=2029-03-10`]) {
      expect(await management.call('GET', `/forecasts/availability?${wrong}`)).toMatchObject({ status: 400 });
    }
  });
});
