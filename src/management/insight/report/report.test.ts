import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { generalCounters } from '../../../core/pricing/billable-events.ts';
import { advanceRollUpState } from '../../../exchange/journal/roll-up-state.ts';

let management: TestManagement;
const asOf = Date.parse('2026-11-23T12:00:00Z');

beforeAll(async () => {
  management = await startTestManagement();
  const { database } = management;
  await sql`insert into publisher (id, name, company_name) values (1, 'p', 'p')`.execute(database);
  await sql`insert into publication (id, name, company_name, publisher_id, time_zone)
    values (1, 'p', 'p', 1, 'America/New_York')`.execute(database);
  await sql`insert into media_partner (id, name, roles) values (1, 'm', '{ADVERTISER}')`.execute(database);
  await sql`insert into campaign (id, name, advertiser_company_id, invoice_company_id, brand_ids)
    values (1, 'c', 1, 1, '{}'), (2, 'd', 1, 1, '{}')`.execute(database);
  await sql`insert into booking (id, name, campaign_id, type, start_date)
    values (1, 'a', 1, 'display', now()), (2, 'b', 1, 'display', now()), (3, 'c', 2, 'display', now())`.execute(
    database,
  );
  await sql`insert into delivery_hour
      (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks) values
      ('2026-11-20T10:00Z', '2026-11-20', 1, 7, 10, 5, 4, 1),
      ('2026-11-20T11:00Z', '2026-11-20', 1, 8, 11, 10, 0, 0),
      ('2026-11-21T10:00Z', '2026-11-21', 1, 7, 10, 20, 0, 0),
      ('2026-11-21T10:00Z', '2026-11-21', 2, 7, 10, 40, 0, 0),
      ('2026-11-21T11:00Z', '2026-11-21', 3, 9, 10, 80, 0, 2)`.execute(database);
  await sql`insert into event_hour (hour_at, local_day, booking_id, creative_id, position_id, event, events) values
      ('2026-11-20T10:00Z', '2026-11-20', 1, 7, 10, 'start', 5),
      ('2026-11-20T11:00Z', '2026-11-20', 1, 8, 11, 'start', 3),
      ('2026-11-20T11:00Z', '2026-11-20', 1, 8, 11, 'complete', 2),
      ('2026-11-22T00:00Z', '2026-11-21', 3, 9, 10, 'opened', 1)`.execute(database);
  // The last row was summed before its creative and position were recorded.
  await sql`insert into filtered_hour (hour_at, local_day, booking_id, creative_id, position_id, kind, reason, events) values
      ('2026-11-20T10:00Z', '2026-11-20', 1, 7, 10, 'impression', 'bot', 5),
      ('2026-11-20T10:00Z', '2026-11-20', 1, 7, 10, 'impression', 'prefetch', 2),
      ('2026-11-20T11:00Z', '2026-11-20', 1, 8, 11, 'click', 'bot', 1),
      ('2026-11-21T11:00Z', '2026-11-21', 3, 9, 10, 'impression', 'bot', 3),
      ('2026-11-20T10:00Z', '2026-11-20', 1, 0, 0, 'impression', 'bot', 2)`.execute(database);
});
afterAll(() => management.close());

async function report(query: string) {
  const answer = await management.call('GET', `/reports${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('a report', () => {
  test('is grouped by booking and day by default, with totals', async () => {
    expect(await report('')).toMatchObject({
      rows: [
        {
          bookingId: 1,
          day: '2026-11-20',
          impressions: 15,
          viewables: 4,
          clicks: 1,
          events: { start: 8, complete: 2 },
          filtered: { bot: { click: 1, impression: 7 }, prefetch: { impression: 2 } },
        },
        { bookingId: 1, day: '2026-11-21', impressions: 20, viewables: 0, clicks: 0, events: {}, filtered: {} },
        { bookingId: 2, day: '2026-11-21', impressions: 40, viewables: 0, clicks: 0, events: {}, filtered: {} },
        {
          bookingId: 3,
          day: '2026-11-21',
          impressions: 80,
          viewables: 0,
          clicks: 2,
          events: { opened: 1 },
          filtered: { bot: { impression: 3 } },
        },
      ],
      totals: {
        impressions: 155,
        viewables: 4,
        clicks: 3,
        events: { start: 8, complete: 2, opened: 1 },
        filtered: { bot: { click: 1, impression: 10 }, prefetch: { impression: 2 } },
      },
      asOf: null,
      final: false,
    });
  });

  test('is grouped by any dimensions in the requested order', async () => {
    const byCampaign = await report('?groupBy=campaign');
    expect(byCampaign.rows).toMatchObject([
      { campaignId: 1, campaignName: 'c', impressions: 75, events: { start: 8, complete: 2 } },
      { campaignId: 2, campaignName: 'd', impressions: 80, filtered: { bot: { impression: 3 } } },
    ]);
    const byDay = await report('?groupBy=day,position&groupBy=creative');
    expect(Object.keys(byDay.rows[0])).toEqual([
      'day',
      'positionId',
      'positionName',
      'creativeId',
      'creativeName',
      ...generalCounters,
      'plays',
      'audience',
      'video',
      'spend',
      'conversions',
      'units',
      'revenue',
      'ctrPercent',
      'viewabilityPercent',
      'completionPercent',
      'intervals',
      'events',
      'filtered',
    ]);
    expect(byDay.rows.map((row: { impressions: number }) => row.impressions)).toEqual([5, 10, 0, 60, 80]);
    expect(byDay.rows.map((row: { filtered: object }) => row.filtered)).toEqual([
      { bot: { impression: 5 }, prefetch: { impression: 2 } },
      { bot: { click: 1 } },
      { bot: { impression: 2 } },
      {},
      { bot: { impression: 3 } },
    ]);
  });

  test('is filtered by bookings, campaigns, creatives and positions', async () => {
    const total = async (query: string) => (await report(query)).totals.impressions;
    expect(await total('?bookingId=1')).toBe(35);
    expect(await total('?bookingId=1,2')).toBe(75);
    expect(await total('?bookingId=1&bookingId=3')).toBe(115);
    expect(await total('?campaignId=2')).toBe(80);
    expect(await total('?creativeId=7&positionId=10')).toBe(65);
    expect(await total('?bookingId=999')).toBe(0);
  });

  test('starts at `from` and ends before `to`', async () => {
    expect((await report('?from=2026-11-20&to=2026-11-21')).totals.impressions).toBe(15);
    expect((await report('?from=2026-11-21')).totals.impressions).toBe(140);
    expect((await report('?to=2026-11-21')).totals.impressions).toBe(15);
  });

  test('states up to when it counts, and is final when its last day and the event window have ended in every time zone', async () => {
    await advanceRollUpState(management.database, { asOfMs: asOf });
    expect(await report('')).toMatchObject({ asOf: '2026-11-23T12:00:00.000Z', final: false });
    expect(await report('?to=2026-11-23')).toMatchObject({ final: true });
    expect(await report('?to=2026-11-24')).toMatchObject({ final: false });
    // The 23rd ends in New York at 05:00 UTC. No events are accepted after another hour.
    await advanceRollUpState(management.database, { asOfMs: Date.parse('2026-11-24T06:00:00Z') });
    expect(await report('?to=2026-11-24')).toMatchObject({ final: false });
    await advanceRollUpState(management.database, { asOfMs: Date.parse('2026-11-24T06:00:01Z') });
    expect(await report('?to=2026-11-24')).toMatchObject({ final: true });
  });

  test('is not final while late events of a video or a screen are accepted', async () => {
    const { database } = management;
    await sql`insert into location (id, name, publication_id, code, kind) values (1, 'l', 1, 'a', 'page'), (2, 'l', 1, 's', 'screen')`.execute(
      database,
    );
    await sql`insert into format (id, name, code, media_type) values (1, 'f', 'v', 'video')`.execute(database);
    await sql`insert into position (id, name, location_id, format_id, slot_name)
      values (10, 'x', 1, 1, 'a-v'), (11, 'x', 2, 1, 's-v')`.execute(database);
    const isFinal = async (asOfText: string, query: string) => {
      await advanceRollUpState(database, { asOfMs: Date.parse(asOfText) }, Date.parse('2027-01-01T00:00:00Z'));
      return (await report(query)).final;
    };
    expect(await isFinal('2026-11-25T09:00:00Z', '?to=2026-11-25&positionId=10')).toBe(false);
    expect(await isFinal('2026-11-25T09:00:01Z', '?to=2026-11-25&positionId=10')).toBe(true);
    expect(await isFinal('2026-12-25T05:00:00Z', '?to=2026-11-25')).toBe(false);
    expect(await isFinal('2026-12-25T05:00:01Z', '?to=2026-11-25')).toBe(true);
  });

  test.each([
    ['?from=21-11-2026', '/from'],
    ['?from=2026-02-30', '/from'],
    ['?from=2026-11-21&to=2026-11-21', '/to'],
    ['?groupBy=booking,minute', '/groupBy/1'],
    ['?format=docx', '/format'],
    ['?brandId=x', '/brandId/0'],
    ['?groupBy=', '/groupBy/0'],
    ['?bookingId=0', '/bookingId/0'],
    ['?bookingId=1,1e3', '/bookingId/1'],
    ['?bookingId=9007199254740993', '/bookingId/0'],
    ['?unknown=1', '/unknown'],
  ])('refuses %s and names the parameter', async (query, pointer) => {
    const answer = await management.call('GET', `/reports${query}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'query', pointer }] } });
  });

  test('requires the scope reports:read', async () => {
    expect((await management.call('GET', '/reports', { scopes: ['reports:read'] })).status).toBe(200);
    expect((await management.call('GET', '/reports', { scopes: ['bookings:read'] })).status).toBe(403);
    expect((await management.call('GET', '/reports', { scopes: null })).status).toBe(401);
  });
});

test('accepts an event with the name of an object property', async () => {
  await sql`insert into event_hour (hour_at, local_day, booking_id, creative_id, position_id, event, events) values
    ('2026-11-20T10:00Z', '2026-11-20', 99, 7, 10, 'constructor', 2),
    ('2026-11-20T11:00Z', '2026-11-20', 99, 7, 10, 'toString', 1)`.execute(management.database);
  const { rows, totals } = await report('?bookingId=99&groupBy=booking');
  expect(rows[0].events).toEqual({ constructor: 2, toString: 1 });
  expect(totals.events).toEqual({ constructor: 2, toString: 1 });
});
