import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManagementClient, type ManagementCall } from '../../src/main/demo/management-client.ts';
import { startVisitors, type Visitors } from '../support/attacks/visitors.ts';
import { checkedSecret, expectExactCounts } from '../support/counting/check-counts.ts';
import { type StoppablePostgres, startStoppablePostgres } from '../support/database/stoppable-postgres.ts';
import { type BookedBanner, bookOneBanner, waitUntilLive } from '../support/fixtures/book-one-banner.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { freePort } from '../support/process/free-port.ts';
import { machineSlowness } from '../support/process/machine-slowness.ts';
import { type PlacardGroup, startPlacardGroup } from '../support/process/placard-group.ts';
import { waitUntil } from '../support/process/wait-until.ts';

const answerWithinMs = 2_000;
const awayMs = 4_000;

let folder: string;
let postgres: StoppablePostgres;
let placard: PlacardGroup;
let booked: BookedBanner;
let visitors: Visitors;
let call: ManagementCall;
let managementUrl: string;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-away-'));
  postgres = await startStoppablePostgres();
  const [port, deliveryPort] = [await freePort(), await freePort()];
  const credentials = { clientId: 'away-test', clientSecret: 'secret-of-the-away-test' };
  managementUrl = `http://127.0.0.1:${port}`;
  placard = await startPlacardGroup({
    PORT: String(port),
    PLACARD_DELIVERY_PORT: String(deliveryPort),
    PLACARD_DATA: join(folder, 'data'),
    PLACARD_PROCESSES: '1',
    PLACARD_LOG_LEVEL: 'silent',
    PLACARD_CLIENT_ID: credentials.clientId,
    PLACARD_SECRET: checkedSecret,
    PLACARD_CLIENT_SECRET: credentials.clientSecret,
    DATABASE_URL: postgres.url,
  });
  call = createManagementClient({ address: managementUrl, ...credentials });
  booked = await bookOneBanner(call, {
    location: '_away_',
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1.00', currency: 'EUR' },
  });
  token = await fetchToken(credentials);
  visitors = startVisitors({ deliveryUrl: `http://127.0.0.1:${deliveryPort}`, slotName: booked.slotName, count: 3 });
});

afterAll(async () => {
  await visitors?.stop();
  await placard?.stop();
  await postgres?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

async function fetchToken(credentials: { clientId: string; clientSecret: string }): Promise<string> {
  const answer = await fetch(`${managementUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Sends a management request while the database is unavailable. Returns the response with its duration. */
async function impatientCall(method: string, path: string, body?: unknown) {
  const startedAt = performance.now();
  const answer = await fetch(`${managementUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(30_000),
  });
  const problem = (await answer.json()) as { code?: string };
  return { status: answer.status, headers: answer.headers, problem, ms: performance.now() - startedAt };
}

const ways = [
  ['stopped', () => postgres.stop(), () => postgres.start()],
  ['frozen', () => postgres.freeze(), () => postgres.thaw()],
] as const;

describe.each(ways)('while the database is %s', (way, takeAway, bringBack) => {
  test('ads continue, events are acknowledged, and management returns 503 in time. Later everything is counted', async () => {
    await takeAway();
    const before = {
      ads: visitors.adRequests(),
      failed: visitors.failedAdRequests(),
      events: visitors.acknowledged.size,
    };
    // Measured without the visitors: their load is part of the test and must not extend the time limits.
    const slowness = await visitors.whilePaused(machineSlowness);
    const answers = await Promise.all([
      impatientCall('GET', '/campaigns'),
      impatientCall('GET', `/bookings/${booked.bookingId}`),
      impatientCall('GET', '/reports'),
      impatientCall('POST', '/inventory/publisher', { companyName: `While ${way}` }),
    ]);
    await delay(awayMs);
    answers.push(await impatientCall('GET', '/campaigns'));
    for (const { status, headers, problem, ms } of answers) {
      expect([status, headers.get('content-type')?.split(';')[0], problem.code]).toEqual([
        503,
        'application/problem+json',
        'unavailable',
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(ms).toBeLessThan(answerWithinMs * slowness);
    }
    expect(visitors.adRequests()).toBeGreaterThan(before.ads + 100);
    expect(visitors.failedAdRequests()).toBe(before.failed);
    expect(visitors.acknowledged.size).toBeGreaterThan(before.events + 100);
    await bringBack();
    await waitUntil('management to recover', async () => (await impatientCall('GET', '/campaigns')).status === 200);
    // The report contains all events acknowledged so far, and equals the database.
    await currentTotals(call, 'groupBy=booking');
  });

  test('an edit after the failure is served', async () => {
    const paused = await call('POST', `/api/v1/bookings/${booked.bookingId}/actions/pause`);
    await waitUntilLive(call, Number(paused.headers.get('placard-revision')));
    const resumed = await call('POST', `/api/v1/bookings/${booked.bookingId}/actions/resume`);
    await waitUntilLive(call, Number(resumed.headers.get('placard-revision')));
  });
});

test('finally every acknowledged event is counted once', async () => {
  await visitors.stop();
  await currentTotals(call, 'groupBy=booking');
  await expectExactCounts(postgres.url, visitors);
});

test('a request that was answered with 503 wrote nothing, or everything, but never a part', async () => {
  const { body } = await call('GET', '/api/v1/inventory/publisher?search=While');
  const names = (body as { companyName: string }[]).map(({ companyName }) => companyName);
  expect(names).not.toContain('While stopped');
  expect(names.length).toBeLessThanOrEqual(1);
});
