import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwoTenants } from '../../../../test/support/attacks/two-tenants.ts';
import type { TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
let booking: number;
let advertiser: number;
let reviewer: number;

beforeAll(async () => {
  const world = await startTwoTenants();
  management = world.management;
  booking = world.own.booking;
  advertiser = world.userOfRole.get('advertiser') as number;
  reviewer = world.userOfRole.get('reviewer') as number;
  // Impressions of an hour that the roll-up has counted.
  await sql`insert into booking_total (booking_id, impressions, viewables, clicks) values (${booking}, 3, 0, 0)`.execute(
    management.database,
  );
  expect(await setRate('4000.00')).toBe(200);
  expect(await act('submit')).toBe('approved');
});
afterAll(() => management?.close());

async function setRate(amount: string, user?: number): Promise<number> {
  const body = { pricing: { model: 'cpm', rate: { amount, currency: 'EUR' } } };
  const headers = { 'if-match': '*' };
  const options = { body, headers, ...(user !== undefined && { user }) };
  return (await management.call('PATCH', `/bookings/${booking}`, options)).status;
}

/** Runs the action and returns the status of the booking. */
async function act(action: string, user?: number): Promise<string> {
  const options = user === undefined ? {} : { user };
  const { status, body } = await management.call('POST', `/bookings/${booking}/actions/${action}`, options);
  expect([status, body.detail]).toEqual([200, undefined]);
  const stored = await management.database
    .selectFrom('booking')
    .select('booking.lifecycle')
    .where('booking.id', '=', booking)
    .executeTakeFirstOrThrow();
  return stored.lifecycle;
}

/** Returns the spend in the report and in the booking. */
async function spend(): Promise<readonly string[]> {
  const report = await management.call('GET', `/reports?groupBy=booking&bookingId=${booking}`);
  const { body } = await management.call('GET', `/bookings/${booking}`);
  return [report.body.totals.spend[0].amount, body.delivered.spend.amount];
}

test('counts delivery at the approved price until another one is approved', async () => {
  expect(await spend()).toEqual(['12.00', '12.00']);
  expect(await setRate('1.00', advertiser)).toBe(200);
  expect(await spend()).toEqual(['12.00', '12.00']);
  expect(await act('reject', reviewer)).toBe('rejected');
  expect(await setRate('2.00', advertiser)).toBe(200);
  expect(await spend()).toEqual(['12.00', '12.00']);
  await act('reopen', advertiser);
  await act('submit', advertiser);
  expect(await act('approve', reviewer)).toBe('approved');
  expect(await spend()).toEqual(['0.006', '0.006']);
});

test('keeps the price of past delivery when a booking is withdrawn', async () => {
  await act('cancel', advertiser);
  await act('reopen', advertiser);
  expect(await setRate('1.00', advertiser)).toBe(200);
  expect(await spend()).toEqual(['0.006', '0.006']);
});

test('applies price corrections of ad operations to past delivery immediately', async () => {
  expect(await setRate('4000.00')).toBe(200);
  expect(await spend()).toEqual(['12.00', '12.00']);
});
