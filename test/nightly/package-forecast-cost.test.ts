import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBuyer, makeBuyer, startSeller, type TestSeller } from '../support/agents/seller-agent.ts';
import { makeObject } from '../support/fixtures/make-objects.ts';

const bookings = 100_000;
const positions = 4_000;
const packages = 200;
const positionsPerPackage = 20;
const days = 42;
/** A call with forecasts that are not known waits three seconds for them at most. */
const mostColdMs = 4_500;
const mostWarmMs = 1_000;

let seller: TestSeller;
beforeAll(async () => {
  seller = await startSeller();
  const { management } = seller;
  const { database } = management;
  const brand = await makeObject(management, 'brands');
  const companies = { advertiserCompanyId: brand['mediaPartnerId'], invoiceCompanyId: brand['mediaPartnerId'] };
  const campaign = await makeObject(management, 'campaigns', { ...companies, brandIds: [brand.id] });
  const creative = await makeObject(management, 'creatives', { brandId: brand.id });
  await management.call('POST', `/creatives/${creative.id}/actions/submit`);
  const position = await makeObject(management, 'inventory/position', { formatId: creative['formatId'] });
  await sql`insert into position (name, location_id, format_id, slot_name, code)
    select model.name || n, model.location_id, model.format_id, model.slot_name || n, model.code || n
    from position model, generate_series(1, ${positions}::int) n where model.id = ${position.id}`.execute(database);
  await sql`insert into traffic_curve (position_id, hours, level, hour, requests, observed_ms)
    select position.id, array_fill(2000::double precision, array[168]), 1,
      floor(extract(epoch from now()) / 3600)::bigint, 0, 0
    from position`.execute(database);
  await sql`insert into traffic_day (position_id, day, hours)
    select position.id, floor(extract(epoch from now()) / 86400)::int - day,
      array_fill(2000::double precision + 10 * day, array[24])
    from position, generate_series(1, ${days}::int) day`.execute(database);
  await sql`insert into booking (name, campaign_id, type, start_date, end_date, position_ids, lifecycle, delivery)
    select 'Booking ' || n, ${campaign.id}::bigint, 'display', now() - interval '10 days',
      now() + interval '5 days' + n % 60 * interval '1 day', array[${position.id}::bigint + n % ${positions}::int], 'approved',
      case when n % 10 = 0 then '{"method": "even", "goal": {"kind": "impressions", "total": 100000}}'::jsonb
        else '{"method": "share"}'::jsonb end
    from generate_series(1, ${bookings}::int) n`.execute(database);
  await sql`insert into booking_creative (booking_id, creative_id, weight)
    select booking.id, ${creative.id}, 1 from booking`.execute(database);
  await sql`analyze`.execute(database);
  // Copied in the database, because the number of templates of a person is limited.
  const template = await makeObject(management, 'booking-templates', { shared: true, settings: { type: 'display' } });
  const sold = await makeObject(management, 'product-packages', { bookingTemplateId: template.id });
  await sql`insert into booking_template (name, owner, shared, settings)
    select model.name || n, model.owner, true, model.settings || jsonb_build_object('positionIds', (
      select jsonb_agg(${position.id}::bigint + n * ${positionsPerPackage}::int - at) from generate_series(1, ${positionsPerPackage}::int) at
    ))
    from booking_template model, generate_series(1, ${packages}::int) n where model.id = ${template.id}`.execute(
    database,
  );
  await sql`insert into product_package (name, description, booking_template_id, delivery_type, pricing_options, allowed_targeting, active)
    select 'Package ' || template.id, model.description, template.id,
      case when template.id % 2 = 0 then 'guaranteed' else 'non_guaranteed' end, model.pricing_options, model.allowed_targeting, true
    from product_package model, booking_template template
    where model.id = ${sold.id} and template.id <> ${template.id}`.execute(database);
  await sql`analyze`.execute(database);
});
afterAll(() => seller?.management.close());

test('get_products is fast with 100,000 bookings and 200 packages', async () => {
  const buyer = await makeBuyer(seller);
  const { client, call } = await connectBuyer(seller, buyer.serviceAccountId);
  // The first call loads the library of the protocol.
  await call('list_accounts');
  const page = async (cursor: string) => {
    const startMs = performance.now();
    const pagination = { max_results: 50, ...(cursor !== '0' && { cursor }) };
    const { content } = await call('get_products', { buying_mode: 'wholesale', pagination });
    const products = content.products as { forecast?: unknown }[];
    const known = products.filter(({ forecast }) => forecast !== undefined).length;
    return { durationMs: performance.now() - startMs, known, count: products.length };
  };
  const times: string[] = [];
  for (const cursor of ['0', '50', '100', '150']) {
    const cold = await page(cursor);
    const warm = await page(cursor);
    times.push(
      `${Math.round(cold.durationMs)} ms (${cold.known} of ${cold.count}), then ${Math.round(warm.durationMs)} ms`,
    );
    expect(cold.durationMs).toBeLessThan(mostColdMs);
    expect(warm).toMatchObject({ known: 50, count: 50 });
    expect(warm.durationMs).toBeLessThan(mostWarmMs);
  }
  console.log(`pages of 50 products: ${times.join('; ')}`);
  await client.close();
}, 120_000);
