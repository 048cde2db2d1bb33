import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManagementClient } from '../../src/main/demo/management-client.ts';
import { startVisitors } from '../support/attacks/visitors.ts';
import { type BookedBanner, bookOneBanner } from '../support/fixtures/book-one-banner.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { freePort } from '../support/process/free-port.ts';
import { type PlacardGroup, runPlacard, startPlacardGroup } from '../support/process/placard-group.ts';
import { waitUntil } from '../support/process/wait-until.ts';

const credentials = { clientId: 'backup-test', clientSecret: 'secret-of-the-backup-test' };
const report = 'groupBy=booking,creative,day';
let folder: string;
let environment: Record<string, string>;
let placard: PlacardGroup | null = null;
let booked: BookedBanner;

const call = () => createManagementClient({ address: `http://127.0.0.1:${environment['PORT']}`, ...credentials });
const delivery = () => `http://127.0.0.1:${environment['PLACARD_DELIVERY_PORT']}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-restore-'));
  environment = {
    PORT: String(await freePort()),
    PLACARD_DELIVERY_PORT: String(await freePort()),
    PLACARD_DATA: join(folder, 'data'),
    PLACARD_PROCESSES: '2',
    PLACARD_LOG_LEVEL: 'silent',
    PLACARD_CLIENT_ID: credentials.clientId,
    PLACARD_CLIENT_SECRET: credentials.clientSecret,
  };
  placard = await startPlacardGroup(environment);
  booked = await bookOneBanner(call(), {
    location: '_backup_',
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1.00', currency: 'EUR' },
  });
});
afterAll(async () => {
  await placard?.stop();
  await wipe();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) => runPlacard(environment, ...args);

/** As root the database is in another folder, behind a symbolic link. */
async function wipe(): Promise<void> {
  const data = environment['PLACARD_DATA'] ?? '';
  const database = await realpath(join(data, 'postgres')).catch(() => null);
  if (database !== null) await rm(database, { recursive: true, force: true });
  await rm(data, { recursive: true, force: true });
}

type Served = { readonly status: number; readonly ads: Readonly<Record<string, unknown>>[]; readonly image: string };

async function served(): Promise<Served> {
  const answer = await fetch(`${delivery()}/json/sl${booked.slotName}`);
  const ads = (await answer.json()) as Served['ads'];
  const path = /\/media\/[\w./-]+/.exec(JSON.stringify(ads))?.[0] ?? '/nothing';
  const file = await fetch(delivery() + path);
  const image = `${file.status} ${Buffer.from(await file.arrayBuffer())
    .toString('base64')
    .slice(0, 200)}`;
  return { status: answer.status, ads, image };
}

const whatStays = ({ ads }: Served) =>
  ads.map(({ adType, adDuration, width, height }) => ({ adType, adDuration, width, height }));

test('a backup made under load and restored after total loss serves the same ads and counts each event once', async () => {
  const visitors = startVisitors({ deliveryUrl: delivery(), slotName: booked.slotName, count: 6 });
  await waitUntil('some traffic', () => visitors.acknowledged.size > 2_000, { withinMs: 60_000 });
  const acknowledgedBefore = visitors.acknowledged.size;
  const underLoad = join(folder, 'under-load.tar.gz');
  const made = await run('backup', underLoad);
  expect(made, made.output).toMatchObject({ status: 0 });
  const sentAfter = visitors.sent.size;
  await visitors.stop();
  const totals = await currentTotals(call(), report);
  const before = await served();
  expect(before.image).toMatch(/^200 /);
  const atRest = join(folder, 'at-rest.tar.gz');
  expect((await run('backup', atRest)).status).toBe(0);
  await placard?.stop();

  for (const backup of [atRest, underLoad]) {
    await wipe();
    const restored = await run('restore', backup);
    expect(restored, restored.output).toMatchObject({ status: 0 });
    placard = await startPlacardGroup(environment);
    const now = await currentTotals(call(), report);
    if (backup === atRest) expect(now).toEqual(totals);
    const counted = now.impressions + now.viewables;
    expect(counted).toBeGreaterThanOrEqual(acknowledgedBefore);
    expect(counted).toBeLessThanOrEqual(backup === underLoad ? sentAfter : visitors.sent.size);
    await waitUntil('the ad', async () => (await served()).ads.length === 1, { withinMs: 10_000 });
    const again = await served();
    expect(whatStays(again)).toEqual(whatStays(before));
    expect(again.image).toBe(before.image);
    const recount = await run('recount');
    expect(recount.output).not.toMatch(/->/);
    await placard.stop();
    placard = null;
  }
});
