import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManagementClient, type ManagementCall } from '../../src/main/demo/management-client.ts';
import { startVisitors, type Visitors } from '../support/attacks/visitors.ts';
import { type StoppablePostgres, startStoppablePostgres } from '../support/database/stoppable-postgres.ts';
import { type BookedBanner, bookOneBanner, waitUntilLive } from '../support/fixtures/book-one-banner.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { freePort } from '../support/process/free-port.ts';
import { type PlacardGroup, runPlacard, startPlacardGroup } from '../support/process/placard-group.ts';
import { waitUntil } from '../support/process/wait-until.ts';

const kills = 100;
/** Impressions by which the budget is raised before each kill, at EUR 1.00 CPM. */
const step = 150;
/** Each visitor requests one ad and reports its impression before the next request. */
const visitorCount = 4;
const processes = 2;

let folder: string;
let environment: Record<string, string>;
let postgres: StoppablePostgres;
let placard: PlacardGroup;
let call: ManagementCall;
let booked: BookedBanner;
let visitors: Visitors;
let budget = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-budget-'));
  postgres = await startStoppablePostgres();
  const [port, deliveryPort] = [await freePort(), await freePort()];
  const credentials = { clientId: 'budget-test', clientSecret: 'secret-of-the-budget-test' };
  environment = {
    PORT: String(port),
    PLACARD_DELIVERY_PORT: String(deliveryPort),
    PLACARD_DATA: join(folder, 'data'),
    PLACARD_PROCESSES: String(processes),
    PLACARD_LOG_LEVEL: 'silent',
    PLACARD_CLIENT_ID: credentials.clientId,
    PLACARD_CLIENT_SECRET: credentials.clientSecret,
    DATABASE_URL: postgres.url,
  };
  placard = await startPlacardGroup(environment);
  call = createManagementClient({ address: `http://127.0.0.1:${port}`, ...credentials });
  booked = await bookOneBanner(call, {
    location: '_budget_',
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1.00', currency: 'EUR' },
  });
  await raiseBudget();
  const deliveryUrl = `http://127.0.0.1:${deliveryPort}`;
  visitors = startVisitors({ deliveryUrl, slotName: booked.slotName, count: visitorCount });
});

afterAll(async () => {
  await visitors?.stop();
  await placard?.stop();
  await postgres?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

/** Raises the budget of the campaign by `step` impressions. */
async function raiseBudget(): Promise<void> {
  budget += step;
  const booking = await call('GET', `/api/v1/bookings/${booked.bookingId}`);
  const { campaignId } = booking.body as { campaignId: number };
  const answer = await call('PATCH', `/api/v1/campaigns/${campaignId}`, {
    json: { budget: { amount: (budget / 1_000).toFixed(3), currency: 'EUR' } },
    headers: { 'if-match': '*' },
  });
  expect(answer.status).toBe(200);
  await waitUntilLive(call, Number(answer.headers.get('placard-revision')));
}

const impressionsOf = (ids: ReadonlySet<string>) => [...ids].filter((id) => id.endsWith('impression')).length;
const acknowledged = () => impressionsOf(visitors.acknowledged);

/** Kills a random delivery process. It may be restarting, and then nothing happens. */
async function killDelivery(): Promise<boolean> {
  const acknowledgements = join(folder, 'data', 'snapshots', 'acknowledgements');
  const names = (await readdir(acknowledgements)).filter((name) => name.startsWith('delivery-'));
  const name = names[Math.floor(Math.random() * names.length)];
  if (name === undefined) return false;
  const { pid } = JSON.parse(await readFile(join(acknowledgements, name), 'utf8')) as { pid: number };
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

async function readBooking() {
  const { body } = await call('GET', `/api/v1/bookings/${booked.bookingId}`);
  return body as { readonly delivered: { readonly impressions: number; readonly spend: { readonly amount: string } } };
}

/** Waits until the counted spend reaches the budget. Returns the counted impressions a moment later. */
async function untilSpent(): Promise<number> {
  await waitUntil('the budget to be spent', async () => (await readBooking()).delivered.impressions >= budget, {
    withinMs: 120_000,
    everyMs: 100,
  });
  await delay(2_000);
  return (await readBooking()).delivered.impressions;
}

test('with 100 kills while a campaign spends at its limit, the spend never exceeds the budget by more than the requests in flight and equals the journal', async () => {
  let done = 0;
  let most = 0;
  while (done < kills) {
    // While the last impressions are spent, or just after it.
    await delay(Math.random() * 1_500);
    if (!(await killDelivery())) continue;
    done += 1;
    const above = (await untilSpent()) - budget;
    most = Math.max(most, above);
    expect(above).toBeLessThanOrEqual(visitorCount);
    await raiseBudget();
  }
  await untilSpent();
  await visitors.stop();
  const counted = (await currentTotals(call, 'groupBy=booking')).impressions;
  process.stdout.write(
    `${done} kills: budget ${budget}, counted ${counted}, acknowledged ${acknowledged()}, most above the budget ${most}\n`,
  );
  expect(counted).toBeGreaterThanOrEqual(acknowledged());
  expect(counted).toBeLessThanOrEqual(impressionsOf(visitors.sent));
  expect(counted - budget).toBeLessThanOrEqual(visitorCount);
  expect(Number((await readBooking()).delivered.spend.amount)).toBe(counted / 1_000);
  const recount = await runPlacard(environment, 'recount');
  process.stdout.write(recount.output);
  expect(recount.output).toContain('The reports match the journal.');
  expect(recount.output).not.toContain('segments are');
  expect(Number(/^Recounted (\d+) events/.exec(recount.output)?.[1])).toBeGreaterThanOrEqual(counted);
}, 3_600_000);
