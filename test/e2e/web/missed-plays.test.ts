import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '../../../src/core/time/durations.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import type { Database } from '../../../src/platform/db/schema.ts';
import { keepPicture, overflowOf, phone, resize, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const wide = { width: 1440, height: 900 };
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

describe('missed plays of a screen', () => {
  let testDatabase: TestDatabase;
  let database: Kysely<Database>;
  let world: WebWorld;
  let desk: Desk;
  let bookingId: number;
  let positionId: number;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ kysely: database } = openDatabase(testDatabase.url, { maxConnections: 1 }));
    world = await startWebWorld({ DATABASE_URL: testDatabase.url });
    desk = await world.open('admin');
    await resize(desk.page, wide);
    await bookScreen();
    await missPlays();
  });
  afterAll(async () => {
    await world?.close();
    await database?.destroy();
    await testDatabase?.close();
  });

  async function bookScreen(): Promise<void> {
    const { call } = world.placard;
    const create = async (path: string, json: unknown) => {
      const answer = await call('POST', `/api/v1${path}`, { json });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body as { readonly id: number };
    };
    const creative = await call('GET', `/api/v1/creatives/${world.booked.creativeId}`);
    const { formatId } = creative.body as { readonly formatId: number };
    const screen = { loopSeconds: 60, slotSeconds: 10, openingHours: [] };
    const location = await create('/inventory/location', { publicationId: 1, code: '_hall_', kind: 'screen', screen });
    ({ id: positionId } = await create('/inventory/position', { locationId: location.id, formatId }));
    ({ id: bookingId } = await create('/bookings', {
      campaignId: world.booked.campaignId,
      name: 'Tram stop',
      type: 'in_store',
      startDate: new Date(Date.now() - 5 * dayMs).toISOString(),
      positionIds: [positionId],
      creatives: [{ creativeId: world.booked.creativeId }],
      loop: { playsPerLoop: 2 },
    }));
    expect(await call('POST', `/api/v1/bookings/${bookingId}/actions/submit`)).toMatchObject({ status: 200 });
    await waitUntil('the loop with the booking', async () => {
      const { body } = await call('GET', `/api/v1/inventory/position/${positionId}/loop`);
      return (body as { bookings?: readonly unknown[] }).bookings?.length === 1;
    });
  }

  /** Inserts rows as the worker does, of a screen that went offline two days ago. */
  async function missPlays(): Promise<void> {
    await sql`insert into planned_play (position_id, local_day, booking_id, plays)
      values (${positionId}, ${dayAgo(2)}, ${bookingId}, 2880)`.execute(database);
    await sql`insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions)
      values (${`${dayAgo(2)}T12:00:00Z`}, ${dayAgo(2)}, ${bookingId}, ${world.booked.creativeId}, ${positionId}, 2000)`.execute(
      database,
    );
    await sql`insert into booking_missed_play (booking_id, planned, missed) values (${bookingId}, 2880, 880)`.execute(
      database,
    );
    await sql`insert into screen_device (position_id, device_id, last_seen_at)
      values (${positionId}, 'hall-1', ${`${dayAgo(2)}T09:30:00Z`})`.execute(database);
  }

  test('are listed with the offline screen, and exported', async () => {
    const page = await desk.go('/reports/missed-plays');
    await page.getByText('Total: 2,880 planned, 2,000 played, 880 missed (30.6%)').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Tram stop' });
    await row.getByText('1 of 1 offline').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'missed-plays');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^missed-plays-.*\.csv$/);
    await resize(page, phone);
    expect(await overflowOf(page)).toBe(0);
    await keepPicture(page, 'missed-plays-phone');
    await resize(page, wide);
  });

  test('are a delivery issue of the booking, and are made good by a linked booking', async () => {
    const page = await desk.go(`/bookings/${bookingId}`);
    await page.getByText('Check the screens, and make good the missed plays.').waitFor();
    await page.getByRole('link', { name: 'View missed plays' }).waitFor();
    await keepPicture(page, 'booking-missed-plays');
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Make good plays' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make good “Tram stop”' });
    await dialog.getByText('2,000 / 2,880').waitFor();
    await settle(page);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'makegood-missed-plays');
    await dialog.getByRole('button', { name: 'Create make-good' }).click();
    await page.getByRole('heading', { name: 'Tram stop (make-good)' }).waitFor();
    await page.getByRole('link', { name: `Booking ${bookingId}` }).waitFor();
    expect(desk.faults).toEqual([]);
  });
});
