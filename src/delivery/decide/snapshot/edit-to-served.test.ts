import { afterAll, beforeAll, expect, test } from 'vitest';
import { benchRows } from '../../../../test/bench/bench-model.ts';
import { fillDatabase } from '../../../../test/support/database/fill-database.ts';
import { machineSlowness } from '../../../../test/support/process/machine-slowness.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { createLease } from '../../../platform/lease/lease.ts';
import { createLog } from '../../../platform/log/log.ts';
import { type SnapshotPublisher, startSnapshotPublisher } from '../../../worker/publish/start-snapshot-publisher.ts';
import { type Delivery, startDelivery } from '../../start-delivery.ts';

const bookings = 20_000;
const promisedMs = 1_000;

let management: TestManagement;
let publisher: SnapshotPublisher;
let delivery: Delivery;

beforeAll(async () => {
  management = await startTestManagement();
  await fillDatabase(management.database, benchRows(bookings));
  const log = createLog({ level: process.env['PLACARD_TEST_LOG'] ?? 'silent', name: 'test' });
  const { config } = management.services;
  const { snapshots: snapshotFolder } = management;
  const { database, databaseUrl } = management;
  const lease = createLease({ database, name: 'publisher', holder: 'test' });
  publisher = startSnapshotPublisher({ database, databaseUrl, snapshotFolder, lease, log });
  await publisher.started;
  delivery = await startDelivery({
    config: { ...config, deliveryPort: 0, deliveryProcesses: 1, host: '127.0.0.1' },
    log,
    processId: 'delivery-0',
  });
});

afterAll(async () => {
  await delivery.close();
  await publisher.close();
  await management.close();
});

test(`an edit is served within a second with ${bookings} bookings`, async () => {
  // Only this booking has a creative in this format, so every answer shows whether the edit is served.
  const { id: formatId } = await create('/inventory/format', { code: 'own', width: 300, height: 250 });
  const position = await create('/inventory/position', { locationId: 1, formatId, code: '_own' });
  const creative = await create('/creatives', { name: 'C', kind: 'html', brandId: 1, formatId, html: '<b>1</b>' });
  const booking = await create('/bookings', {
    name: 'Own',
    campaignId: 1,
    type: 'display',
    startDate: new Date(Date.now() - 60_000).toISOString(),
    positionIds: [position['id']],
    creatives: [{ creativeId: creative['id'] }],
  });
  const slot = String(position['slotName']);
  await act(`/bookings/${booking['id']}`, 'submit');
  await servedInTime(slot, (ads) => holds(ads, booking));
  await patch(`/bookings/${booking['id']}`, { priority: 1 });
  await servedInTime(slot, (ads) => holds(ads, booking) && ads.some((ad) => ad['priority'] === '1'));
  await patch(`/creatives/${creative['id']}`, { html: '<b>2</b>' });
  await servedInTime(slot, (ads) => ads.some((ad) => String(ad['tag']).includes('<b>2</b>')));
  await patch('/campaigns/1', { name: 'Renamed' });
  await servedInTime(slot, (ads) => ads.some((ad) => ad['orderName'] === 'Renamed'));
  await act(`/bookings/${booking['id']}`, 'pause');
  await servedInTime(slot, (ads) => !holds(ads, booking));
  await act(`/bookings/${booking['id']}`, 'resume');
  await servedInTime(slot, (ads) => holds(ads, booking));
  await patch('/inventory/location/1', { code: '_moved_' });
  const moved = await management.call('GET', `/inventory/position/${position['id']}`);
  await servedInTime(String(moved.body.slotName), (ads) => holds(ads, booking));
});

type Ad = Readonly<Record<string, unknown>>;

function holds(ads: readonly Ad[], booking: Ad): boolean {
  return ads.some((ad) => ad['adspaceId'] === String(booking['id']));
}

async function servedInTime(slotName: string, isServed: (ads: readonly Ad[]) => boolean): Promise<void> {
  const startedMs = performance.now();
  const body = JSON.stringify({ slots: [{ slotname: slotName }], parameters: {} });
  await waitUntil(
    'the edit to be served',
    async () => {
      const answer = await fetch(`http://127.0.0.1:${delivery.port}/json`, { method: 'POST', body });
      return isServed((await answer.json()) as Ad[]);
    },
    { everyMs: 2 },
  );
  expect(performance.now() - startedMs).toBeLessThan(promisedMs * (await machineSlowness()));
}

async function create(path: string, body: Ad): Promise<Ad> {
  const answer = await management.call('POST', path, { body });
  expect([path, answer.status, answer.body]).toMatchObject([path, 201, {}]);
  return answer.body;
}

async function patch(path: string, body: Ad): Promise<void> {
  const { status } = await management.call('PATCH', path, { body, headers: { 'if-match': '*' } });
  expect([path, status]).toEqual([path, 200]);
}

async function act(path: string, action: string): Promise<void> {
  const answer = await management.call('POST', `${path}/actions/${action}`);
  expect([path, action, answer.status]).toEqual([path, action, 200]);
}
