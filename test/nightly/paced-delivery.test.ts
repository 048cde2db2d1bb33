import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BookingPacingView } from '../../src/contract/booking/booking-pacing.ts';
import { createManagementClient, type ManagementCall } from '../../src/main/demo/management-client.ts';
import { startVisitors, type Visitors } from '../support/attacks/visitors.ts';
import { type StoppablePostgres, startStoppablePostgres } from '../support/database/stoppable-postgres.ts';
import { type BookedBanner, bookOneBanner, waitUntilLive } from '../support/fixtures/book-one-banner.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { freePort } from '../support/process/free-port.ts';
import { type PlacardGroup, startPlacardGroup } from '../support/process/placard-group.ts';
import { waitUntil } from '../support/process/wait-until.ts';

/** Allowed excess of a goal: half a percent, or the delivery of two seconds. */
const overspend = 0.005;
const overspendSeconds = 2;
const goalStep = 400;

describe.each([1, 2])('a goal as soon as possible, on %i delivery processes', (processes) => {
  let folder: string;
  let postgres: StoppablePostgres;
  let placard: PlacardGroup;
  let booked: BookedBanner;
  let visitors: Visitors;
  let call: ManagementCall;
  let deliveryUrl: string;
  let total = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-pacing-'));
    postgres = await startStoppablePostgres();
    const [port, deliveryPort] = [await freePort(), await freePort()];
    const credentials = { clientId: 'pacing-test', clientSecret: 'secret-of-the-pacing-test' };
    placard = await startPlacardGroup({
      PORT: String(port),
      PLACARD_DELIVERY_PORT: String(deliveryPort),
      PLACARD_DATA: join(folder, 'data'),
      PLACARD_PROCESSES: String(processes),
      PLACARD_LOG_LEVEL: 'silent',
      PLACARD_CLIENT_ID: credentials.clientId,
      PLACARD_CLIENT_SECRET: credentials.clientSecret,
      DATABASE_URL: postgres.url,
    });
    call = createManagementClient({ address: `http://127.0.0.1:${port}`, ...credentials });
    booked = await bookOneBanner(call, {
      location: '_paced_',
      format: { code: 'rectangle', width: 300, height: 250 },
      domain: 'harbour.example',
      clickUrl: 'https://harbour.example/',
      cpm: { amount: '1.00', currency: 'EUR' },
    });
    deliveryUrl = `http://127.0.0.1:${deliveryPort}`;
    await raiseGoal();
    visitors = startVisitors({ deliveryUrl, slotName: booked.slotName, count: 4 });
  });

  afterAll(async () => {
    await visitors?.stop();
    await placard?.stop();
    await postgres?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  });

  const impressionsOf = (ids: ReadonlySet<string>) => [...ids].filter((id) => id.endsWith('impression')).length;
  const shown = () => impressionsOf(visitors.acknowledged);

  /** Raises the goal by a step. */
  async function raiseGoal(): Promise<void> {
    total += goalStep;
    const answer = await call('PATCH', `/api/v1/bookings/${booked.bookingId}`, {
      json: { delivery: { method: 'asap', goal: { kind: 'impressions', total } } },
      headers: { 'if-match': '*' },
    });
    expect(answer.status).toBe(200);
    await waitUntilLive(call, Number(answer.headers.get('placard-revision')));
  }

  function pacing(): Promise<BookingPacingView> {
    return call('GET', `/api/v1/bookings/${booked.bookingId}/pacing`).then(({ body }) => body as BookingPacingView);
  }

  /** Waits until delivery stops although requests continue. Returns the impressions per second before. */
  async function untilItStops(): Promise<number> {
    const began = { shown: shown(), atMs: performance.now() };
    let last = { ...began };
    await waitUntil(
      'the goal to end',
      async () => {
        if (shown() > last.shown) last = { shown: shown(), atMs: performance.now() };
        return performance.now() - last.atMs > 6_500;
      },
      { withinMs: 60_000, everyMs: 20 },
    );
    return ((last.shown - began.shown) * 1_000) / Math.max(1, last.atMs - began.atMs);
  }

  /** Checks the reports. Some impressions of a killed process are on disk without a received acknowledgement. */
  async function expectReached(perSecond: number): Promise<void> {
    const counted = (await currentTotals(call, 'groupBy=booking')).impressions;
    expect(counted).toBeGreaterThanOrEqual(shown());
    expect(counted).toBeLessThanOrEqual(impressionsOf(visitors.sent));
    const over = counted - total;
    process.stdout.write(
      `${processes} processes: goal ${total}, counted ${counted}, ${perSecond.toFixed(0)} per second\n`,
    );
    expect(over).toBeLessThanOrEqual(Math.max(overspend * total, overspendSeconds * perSecond));
    expect(over).toBeGreaterThanOrEqual(0);
  }

  test('stops at the goal, and the API reports this', async () => {
    const perSecond = await untilItStops();
    await expectReached(perSecond);
    expect(await pacing()).toMatchObject({
      method: 'asap',
      goal: { kind: 'impressions', total },
      delivered: { impressions: shown(), spend: { amount: (shown() / 1_000).toFixed(2), currency: 'EUR' } },
    });
  });

  // The following tests take longer, and matter most for several processes.
  if (processes === 1) return;

  test('stops at the goal although a delivery process was killed', async () => {
    await raiseGoal();
    await waitUntil('half of it', () => shown() > total - goalStep / 2);
    await killDelivery();
    await expectReached(await untilItStops());
  });

  test('does not exceed the goal while the database is stopped, also when a process is killed, and reaches it later', async () => {
    await raiseGoal();
    await waitUntil('a third of it', () => shown() > total - (goalStep * 2) / 3);
    await postgres.stop();
    await delay(500);
    await killDelivery();
    const perSecond = await untilItStops();
    const over = shown() - total;
    expect(over).toBeLessThanOrEqual(Math.max(overspend * total, overspendSeconds * perSecond));
    process.stdout.write(`${processes} processes: ${over} difference from the goal while the database is stopped\n`);
    await postgres.start();
    await waitUntil('delivery to continue', () => shown() > total - goalStep / 10, { withinMs: 60_000 });
    await expectReached(Math.max(perSecond, await untilItStops()));
  });

  test('a cap applies to a viewer whose requests reach either process', async () => {
    const answer = await call('PATCH', `/api/v1/bookings/${booked.bookingId}`, {
      json: { delivery: null, caps: [{ scope: 'day', most: 2 }] },
      headers: { 'if-match': '*' },
    });
    await waitUntilLive(call, Number(answer.headers.get('placard-revision')));
    const shownTo: Record<string, number> = {};
    for (const viewer of Array.from({ length: 60 }, (_, n) => `viewer${n % 6}`)) {
      const path = `/json/sl${booked.slotName}/tlall/ui${viewer}/`;
      const ads = await fetch(deliveryUrl + path, { headers: { connection: 'close' } });
      shownTo[viewer] = (shownTo[viewer] ?? 0) + ((await ads.json()) as unknown[]).length;
    }
    expect(Object.values(shownTo)).toEqual(Array(6).fill(2));
  });

  async function killDelivery(): Promise<void> {
    const path = join(folder, 'data', 'snapshots', 'acknowledgements', `delivery-1.json`);
    const { pid } = JSON.parse(await readFile(path, 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
  }
});
