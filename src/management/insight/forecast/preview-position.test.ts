import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRows } from '../../../../test/support/database/publish-rows.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { PositionPreview } from '../../../contract/inventory/position-preview.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

let management: TestManagement;
let clock = Date.now();
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => clock });
});
afterAll(() => management?.close());

const at = (ms: number) => new Date(ms).toISOString();

/** Publishes the saved state. @returns a time at which it delivers */
async function publish(): Promise<string> {
  await publishRows(management.snapshots, await buildSnapshotRows(management.database));
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(management.database);
  return new Date(rows[0]?.now ?? 0).toISOString();
}

test('previews a position at the current, a past and a future time', async () => {
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  const { id: campaignId } = await makeObject(management, 'campaigns', companies);
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const { id: positionId } = await makeObject(management, 'inventory/position', { formatId });
  const { id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId, name: 'Coffee' });
  await management.call('POST', `/creatives/${creativeId}/actions/submit`);
  const book = async (fields: Record<string, unknown>) => {
    const common = { campaignId, positionIds: [positionId], creatives: [{ creativeId }] };
    const { id } = await makeObject(management, 'bookings', { ...common, ...fields });
    expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
    return id;
  };
  const preview = async (moment?: string): Promise<PositionPreview> => {
    const query = moment === undefined ? '' : `?at=${encodeURIComponent(moment)}`;
    const answer = await management.call('GET', `/inventory/position/${positionId}/preview${query}`);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    return answer.body;
  };
  const shares = ({ ads }: PositionPreview) => Object.fromEntries(ads.map((ad) => [ad.bookingId, ad.sharePercent]));

  const voice = { delivery: { method: 'share_of_voice', percent: 25 } };
  const now = await book({ startDate: at(clock - dayMs), endDate: at(clock + 5 * dayMs), ...voice });
  const then = await publish();
  const later = await book({ startDate: at(clock + 2 * dayMs), endDate: null });
  await publish();
  clock = Date.now() + 60_000;

  const seen = await preview();
  expect(seen).toMatchObject({ positionId, emptyPercent: 75 });
  expect(seen.ads).toMatchObject([
    { bookingId: now, bookingName: expect.any(String), creativeId, creativeName: 'Coffee' },
  ]);
  expect(seen.ads[0]?.frameUrl).toMatch(/\/creatives\/preview\/frame\//);
  expect(shares(await preview(at(clock + 3 * dayMs)))).toEqual({ [now]: 25, [later]: 75 });
  expect(shares(await preview(at(clock + 6 * dayMs)))).toEqual({ [later]: 100 });
  const past = await preview(then);
  expect(shares(past)).toEqual({ [now]: 25 });
  expect(past.revision).toBeLessThan(seen.revision);
  const ask = (path: string, options = {}) => management.call('GET', path, options);
  expect((await ask(`/inventory/position/${positionId}/preview?at=2020-01-01T00:00:00Z`)).status).toBe(410);
  expect((await ask('/inventory/position/999999/preview')).status).toBe(404);
  const scopes = ['inventory:read'] as const;
  expect((await ask(`/inventory/position/${positionId}/preview`, { scopes })).status).toBe(403);
});
