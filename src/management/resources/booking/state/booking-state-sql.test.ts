import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';
import { bookingStatus } from '../../../../core/booking/booking-status.ts';
import { campaignStatus } from '../../../../core/booking/campaign-status.ts';
import { campaignTypes, lifecycles, type Status, statuses } from '../../../../core/vocabulary/statuses.ts';
import { campaignFacts, readBookingFacts } from '../read-booking-facts.ts';
import { judgeOf } from './booking-judgements.ts';
import { bookingStatusSql, campaignStatusSql, necessaryForStatus } from './booking-state-sql.ts';

const nowMs = Date.parse('2027-03-01T00:00:00Z');
let management: TestManagement;

beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

const spans: readonly (readonly [number, number | null])[] = [
  [nowMs - 1, nowMs],
  [nowMs - 1, nowMs + 1],
  [nowMs, null],
  [nowMs + 1, null],
];

/** States of creatives of a booking. Only the first can deliver. */
const shown = ['fitting', 'other format', 'suspended', 'none'] as const;
type Equipment = { readonly positionId: number; readonly creatives: ReadonlyMap<(typeof shown)[number], number> };

/** Creates every combination of status inputs for one campaign in a given state. */
async function fillCampaign(campaignId: number, { positionId, creatives }: Equipment) {
  const bookings = [];
  const creativeIds: (number | undefined)[] = [];
  const equipped = shown.slice(1).map((what) => [8, what] as const);
  const usual = [0, 1, 2, 4, 8, 9, 15, 24, 25].map((bits) => [bits, 'fitting'] as const);
  for (const lifecycle of lifecycles) {
    for (const [startMs, endMs] of spans) {
      for (const [bits, what] of [...usual, ...equipped]) {
        creativeIds.push(creatives.get(what));
        bookings.push({
          campaignId,
          name: 'x',
          type: 'display',
          lifecycle,
          startDate: new Date(startMs),
          endDate: endMs === null ? null : new Date(endMs),
          paused: (bits & 1) !== 0,
          held: (bits & 18) !== 0,
          heldUntil: (bits & 16) === 0 ? null : new Date(nowMs + (bits & 1)),
          archivedAt: (bits & 4) === 0 ? null : new Date(nowMs),
          positionIds: (bits & 8) === 0 ? [] : [positionId],
        });
      }
    }
  }
  const rows = await management.database.insertInto('booking').values(bookings).returning('booking.id').execute();
  const ads = rows.flatMap(({ id }, index) => {
    const creativeId = creativeIds[index];
    return creativeId === undefined ? [] : [{ bookingId: id, creativeId }];
  });
  await management.database.insertInto('bookingCreative').values(ads).execute();
}

type Change = 'paused' | 'held' | 'released' | 'reserved' | 'cancelled' | 'archived';

function changeOf(column: Change) {
  if (column === 'archived') return { archivedAt: new Date(nowMs) };
  if (column === 'released') return { held: true, heldUntil: new Date(nowMs) };
  if (column === 'reserved') return { held: true, heldUntil: new Date(nowMs + 1) };
  return { [column]: true };
}

test('the SQL status rules equal those of core for every booking and campaign', async () => {
  const { database } = management;
  const creative = await makeObject(management, 'creatives');
  const position = await makeObject(management, 'inventory/position', { formatId: creative['formatId'] });
  const suspended = await makeObject(management, 'creatives', { formatId: creative['formatId'] });
  await management.call('POST', `/creatives/${suspended.id}/actions/pause`);
  const creatives: Equipment['creatives'] = new Map([
    ['fitting', creative.id],
    ['other format', (await makeObject(management, 'creatives')).id],
    ['suspended', suspended.id],
  ]);
  const ends = [null, new Date(nowMs), new Date(nowMs + 1)];
  for (const type of ['offer', 'option'] as const) {
    for (const validUntil of ends) {
      const { id } = await makeObject(management, 'campaigns', { type });
      await fillCampaign(id, { positionId: position.id, creatives });
      await database.updateTable('campaign').set({ validUntil }).where('campaign.id', '=', id).execute();
    }
  }
  for (const type of campaignTypes) {
    for (const column of ['none', 'paused', 'held', 'released', 'reserved', 'cancelled', 'archived'] as const) {
      const { id } = await makeObject(management, 'campaigns', { type });
      await fillCampaign(id, { positionId: position.id, creatives });
      if (column === 'none') continue;
      const change = changeOf(column);
      await database.updateTable('campaign').set(change).where('campaign.id', '=', id).execute();
    }
  }
  const empty = await makeObject(management, 'campaigns');
  const onlyArchived = await makeObject(management, 'campaigns');
  await database
    .insertInto('booking')
    .values({
      campaignId: onlyArchived.id,
      name: 'x',
      type: 'display',
      startDate: new Date(nowMs),
      archivedAt: new Date(),
    })
    .execute();

  const bookings = await database.selectFrom('booking').selectAll('booking').orderBy('booking.id').execute();
  const facts = await readBookingFacts(database, bookings);
  const moment = await judgeOf(database)({ nowMs: () => nowMs, readPlan: async () => null });
  const { rows: inSql } = await sql<{ id: number; status: string }>`
    select booking.id, ${bookingStatusSql(moment)} as status from booking order by booking.id`.execute(database);
  const statusOf = (id: number) => {
    const each = facts.get(id);
    if (each === undefined) throw new Error(`no facts of ${id}`);
    return bookingStatus(each, nowMs);
  };
  expect(inSql).toEqual(bookings.map(({ id }) => ({ id, status: statusOf(id) })));
  expect(new Set(inSql.map(({ status }) => status)).size).toBe(11);
  for (const status of statuses) {
    const { rows } = await sql<{ id: number }>`
      select booking.id from booking where ${necessaryForStatus([status], moment)}`.execute(database);
    const necessary = new Set(rows.map(({ id }) => id));
    expect(
      inSql.filter((row) => row.status === status && !necessary.has(row.id)),
      status,
    ).toEqual([]);
  }

  const campaigns = await database.selectFrom('campaign').selectAll('campaign').orderBy('campaign.id').execute();
  const { rows: campaignsInSql } = await sql<{ id: number; status: string }>`
    select campaign.id, ${campaignStatusSql(moment)} as status from campaign order by campaign.id`.execute(database);
  const expected = campaigns.map((campaign) => {
    const own: Status[] = bookings.filter(({ campaignId }) => campaignId === campaign.id).map(({ id }) => statusOf(id));
    return { id: campaign.id, status: campaignStatus(own, campaignFacts(campaign), nowMs) };
  });
  expect(campaignsInSql).toEqual(expected);
  expect(expected).toContainEqual({ id: empty.id, status: 'draft' });
  expect(expected).toContainEqual({ id: onlyArchived.id, status: 'archived' });
});
