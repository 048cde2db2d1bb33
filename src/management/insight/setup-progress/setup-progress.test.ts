import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { type MappedAdvertiser, mapAdvertiser } from '../../../../test/support/fixtures/mapped-advertiser.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { dayMs } from '../../../core/time/durations.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

async function completedSteps(options = {}): Promise<readonly string[]> {
  const answer = await management.call('GET', '/setup-progress', options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.completedSteps;
}

describe('the setup progress', () => {
  let advertiser: MappedAdvertiser;

  test('is empty in an empty account', async () => {
    await sql`delete from traffic_curve`.execute(management.database);
    expect(await completedSteps()).toEqual([]);
  });

  test('contains a step once its object exists', async () => {
    const { id: mediaPartnerId } = await makeObject(management, 'media-partners');
    const brand = await makeObject(management, 'brands', { mediaPartnerId });
    const creative = await makeObject(management, 'creatives', { brandId: brand.id });
    expect(await completedSteps()).toEqual(['creative']);
    const position = await makeObject(management, 'inventory/position', { formatId: creative['formatId'] });
    const companies = { advertiserCompanyId: mediaPartnerId, invoiceCompanyId: mediaPartnerId };
    const campaign = await makeObject(management, 'campaigns', { ...companies, brandIds: [brand.id] });
    expect(await completedSteps()).toEqual(['position', 'campaign', 'creative']);
    const booking = await makeObject(management, 'bookings', {
      campaignId: campaign.id,
      positionIds: [position.id],
      creatives: [{ creativeId: creative.id, weight: 1 }],
      startDate: new Date(Date.now() - dayMs).toISOString(),
      endDate: new Date(Date.now() + dayMs).toISOString(),
    });
    await sql`update creative set state = 'approved'`.execute(management.database);
    expect(await completedSteps()).not.toContain('booking');
    await sql`update booking set lifecycle = 'approved'`.execute(management.database);
    expect(await completedSteps()).toContain('booking');
    await sql`insert into booking_total (booking_id, impressions) values (${booking.id}, 1)`.execute(
      management.database,
    );
    await sql`insert into traffic_curve (position_id, hours, level, hour, requests, observed_ms)
      values (${position.id}, array[]::double precision[], 1, 0, 1, 1)`.execute(management.database);
    await makeObject(management, 'users');
    await makeObject(management, 'users');
    expect(await completedSteps()).toEqual([
      'position',
      'request',
      'campaign',
      'creative',
      'booking',
      'impression',
      'user',
    ]);
  });

  test('of a mapped user contains only what the user sees', async () => {
    advertiser = await mapAdvertiser(management);
    expect(await completedSteps(advertiser.who)).not.toContain('impression');
    const own = await advertiser.makeBooking();
    expect(await completedSteps(advertiser.who)).not.toContain('impression');
    await sql`insert into booking_total (booking_id, impressions) values (${own.id}, 1)`.execute(management.database);
    const steps = await completedSteps(advertiser.who);
    expect(steps).toContain('impression');
    expect(steps).not.toContain('user');
    expect(steps).not.toContain('request');
  });

  test('does not count archived objects', async () => {
    await sql`update creative set archived_at = now()`.execute(management.database);
    await sql`update user_account set archived_at = now()`.execute(management.database);
    const steps = await completedSteps();
    expect(steps).not.toContain('creative');
    expect(steps).not.toContain('user');
  });

  test('requires permission to read bookings', async () => {
    expect((await management.call('GET', '/setup-progress', { scopes: ['reports:read'] })).status).toBe(403);
  });
});
