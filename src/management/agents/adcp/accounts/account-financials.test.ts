import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  connectBuyer,
  euro,
  makeBuyer,
  makePackage,
  startSeller,
  type TestSeller,
} from '../../../../../test/support/agents/seller-agent.ts';

const nowMs = Date.parse('2027-03-15T12:00:00Z');
const account = { brand: { domain: 'brand.example' }, operator: 'agency.example' };

let seller: TestSeller;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  seller = await startSeller({ nowMs: () => nowMs });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await seller?.management.close();
});

async function deliver(bookingId: number, day: string, impressions: number): Promise<void> {
  await sql`insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
    select ${day}::date + interval '12 hours', ${day}::date, ${bookingId}, 1, position.id, ${impressions}, 0, 0
    from position limit 1`.execute(seller.management.database);
}

test('an agent reads the spend of an account in a period, and nothing that Placard does not know', async () => {
  const product = await makePackage(seller, 'Sports', {
    pricingOptions: [{ code: 'cpm', model: 'cpm', rate: euro('10.00') }],
  });
  const buyer = await makeBuyer(seller, { purchaseApproval: 'automatic' });
  const { client, call } = await connectBuyer(seller, buyer.serviceAccountId);
  const { content: capabilities } = await call('get_adcp_capabilities');
  expect(capabilities.account).toMatchObject({ account_financials: true });
  const empty = await call('get_account_financials', { account });
  expect(empty).toMatchObject({
    isError: false,
    content: {
      account,
      currency: 'EUR',
      period: { start: '2027-03-01', end: '2027-03-31' },
      spend: { total_spend: 0, media_buy_count: 0 },
    },
  });
  const bought = await call('create_media_buy', {
    idempotency_key: randomUUID(),
    account,
    brand: { domain: 'brand.example' },
    start_time: '2027-03-16T00:00:00Z',
    end_time: '2027-04-16T00:00:00Z',
    packages: [{ product_id: product.id, pricing_option_id: 'cpm', budget: 500 }],
  });
  expect(bought.isError, JSON.stringify(bought.content)).toBe(false);
  const { body: bookings } = await seller.management.call('GET', '/bookings');
  const [{ id: bookingId }] = bookings as [{ id: number }];
  await deliver(bookingId, '2027-03-16', 10_000);
  await deliver(bookingId, '2027-04-02', 5_000);
  const march = (await call('get_account_financials', { account })).content;
  expect(march.spend).toMatchObject({ total_spend: 100 });
  const period = { start: '2027-03-16', end: '2027-04-02' };
  const both = (await call('get_account_financials', { account, period })).content;
  expect(both).toMatchObject({ period, spend: { total_spend: 150 } });
  for (const member of ['credit', 'balance', 'payment_status', 'invoices']) expect(both).not.toHaveProperty(member);
  const reversed = { start: '2027-03-31', end: '2027-03-01' };
  const refused = await call('get_account_financials', { account, period: reversed });
  expect(refused).toMatchObject({
    isError: true,
    content: { adcp_error: { code: 'INVALID_REQUEST', field: 'period.end' } },
  });
  const foreign = { brand: { domain: 'other.example' }, operator: 'agency.example' };
  expect((await call('get_account_financials', { account: foreign })).content.adcp_error.code).toBe(
    'ACCOUNT_NOT_FOUND',
  );
  await client.close();
});
