import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPages } from '../../src/main/demo/traffic/demo-pages.ts';
import { chiSquareProbability } from '../../src/main/shadow-run/report/chi-square.ts';
import type { ShadowReport } from '../../src/main/shadow-run/report/shadow-report.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { fileHashesOf } from '../support/server/shadow-world.ts';

const program = fileURLToPath(new URL('../../bin/placard.mjs', import.meta.url));
const pageViews = 3_000;
const visitorsAtOnce = 8;
const agents = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
} as const;

describe('a shadow run of the access log of a running Placard', () => {
  let placard: RunningPlacard;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  let dataFolder: string;
  let proxy: Server;
  let log: string;
  let delivered: ReadonlyMap<number, number>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-shadow-e2e-'));
    dataFolder = join(folder, 'data');
    log = join(folder, 'access.log');
    database = await createTestDatabase();
    placard = await startPlacard({ PLACARD_DATA: dataFolder, DATABASE_URL: database.url });
    // Their claims depend on the pacing plan of each second, which a log does not contain.
    await pauseGoals(placard);
    const lines: string[] = [];
    proxy = await startProxy(placard.deliveryPort, lines);
    delivered = await visit(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    await writeFile(log, `${lines.join('\n')}\n`);
  }, 240_000);

  afterAll(async () => {
    proxy?.closeAllConnections();
    proxy?.close();
    await placard?.close();
    await database?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const shadowRun = (...options: readonly string[]) => shadowRunOf(log, ...options);

  async function shadowRunOf(file: string, ...options: readonly string[]): Promise<ShadowReport> {
    const env = { PATH: process.env['PATH'] ?? '', PLACARD_DATA: dataFolder, DATABASE_URL: database.url };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'shadow-run', file, '--json', ...options],
      {
        env,
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    return JSON.parse(stdout) as ShadowReport;
  }

  test('finds the impressions that were delivered, and delivers the same shares', async () => {
    const report = await shadowRun();
    const total = [...delivered.values()].reduce((sum, count) => sum + count, 0);
    expect(report.log.impressions).toBe(total);
    const inReport = new Map(
      report.campaigns
        .filter((row) => row.delivered > 0)
        .map(({ bookings: [booking], delivered: count }) => [booking?.id ?? 0, count]),
    );
    expect(inReport).toEqual(delivered);
    const tested = report.zones.filter(({ test: result }) => result !== null);
    expect(tested.length).toBeGreaterThan(10);
    const statistic = tested.reduce((sum, { test: result }) => sum + (result?.statistic ?? 0), 0);
    const freedom = tested.reduce((sum, { test: result }) => sum + (result?.degreesOfFreedom ?? 0), 0);
    expect(chiSquareProbability(statistic, freedom), `chi-square ${statistic}, ${freedom}`).toBeGreaterThan(0.001);
    for (const { zone, test: result } of tested) expect(result?.pValue, zone).toBeGreaterThan(0.0001);
    // Of about 50 rows, each differs by chance with a probability of 0.001.
    const rows = tested.flatMap((zone) => zone.rows.map(({ difference }) => difference.reason));
    expect(rows.filter((reason) => reason !== 'WITHIN_VARIATION').length).toBeLessThan(2);
    const names = report.campaigns.flatMap(({ bookings }) => bookings.map(({ name }) => name));
    expect(names).toContain('Night ferries, whole group');
  });

  test('finds positions, campaigns and creatives of another ad server by their external IDs', async () => {
    const { call } = placard;
    const listed = (await call('GET', '/api/v1/bookings?limit=200')).body as Listed;
    const ferries = listed.find(({ name }) => name === 'Night ferries, whole group');
    const { body } = await call('GET', '/api/v1/inventory/position?limit=200');
    const positions = body as readonly { readonly id: number; readonly slotName: string; readonly version: number }[];
    const position = positions.find(({ slotName }) => slotName === '_meridian_search_-mobile');
    const creative = (
      (await call('GET', '/api/v1/creatives?limit=1')).body as readonly { id: number; version: number }[]
    )[0];
    const renamed = [
      [`/api/v1/inventory/position/${position?.id}`, 'revive:zone:7'],
      [`/api/v1/bookings/${ferries?.id}`, 'revive:campaign:3:part2'],
      [`/api/v1/creatives/${creative?.id}`, 'revive:banner:12'],
    ] as const;
    for (const [path, externalId] of renamed) {
      const etag = (await call('GET', path)).headers.get('etag') ?? '';
      const answer = await call('PATCH', path, { json: { externalId }, headers: { 'if-match': etag } });
      expect(answer.status, path).toBe(200);
    }
    const request = accessLine('/www/delivery/ajs.php?zoneid=7');
    const impressions = [
      '/www/delivery/lg.php?bannerid=12&campaignid=3&zoneid=7',
      '/www/delivery/lg.php?bannerid=13&campaignid=4&zoneid=7',
    ].map((path) => accessLine(path));
    const file = join(folder, 'revive.log');
    await writeFile(file, [...Array.from({ length: 20 }, () => request), ...impressions].join('\n'));
    const isPublished = async () => {
      const { zones } = await shadowRunOf(file);
      return (
        zones[0]?.rows.some(
          ({ campaign, bookings: [first] }) => campaign === 'revive:campaign:3' && first !== undefined,
        ) === true
      );
    };
    await waitUntil('the external IDs in the snapshot', isPublished, { withinMs: 30_000 });
    const report = await shadowRunOf(file);
    expect(report.zones).toMatchObject([
      { zone: 'revive:zone:7', slotName: position?.slotName, requests: 20, filled: 20 },
    ]);
    expect(report.zones[0]?.rows).toMatchObject([
      { campaign: 'revive:campaign:3', bookings: [{ id: ferries?.id, name: ferries?.name }], delivered: 1, shadow: 20 },
      { campaign: 'revive:campaign:4', bookings: [], delivered: 1, difference: { reason: 'NOT_IMPORTED' } },
    ]);
    expect(report.unknownCreatives).toEqual([
      { creative: 'revive:banner:13', campaign: 'revive:campaign:4', delivered: 1 },
    ]);
  });

  test('names the rule that refuses a booking that was paused since', async () => {
    const { body } = await placard.call('GET', '/api/v1/bookings?limit=200');
    const booking = (body as Listed).find(({ name }) => name === 'Night ferries, whole group');
    await pause(placard, booking?.id ?? 0);
    const paused = async () => {
      const row = (await shadowRun()).campaigns.find(({ bookings: [first] }) => first?.id === booking?.id);
      return row?.difference.reason === 'BOOKING_PAUSED' && row.shadow === 0 && row.delivered > 0;
    };
    await waitUntil('the paused booking in the report', paused, { withinMs: 30_000 });
  });

  test('changes neither the data folder nor the sums in the database', async () => {
    await placard.close();
    const before = { files: await fileHashesOf(dataFolder), sums: await sumsOf(database.url) };
    expect(Object.keys(before.files).some((path) => path.includes('/journal/'))).toBe(true);
    const [one, other] = [await shadowRun(), await shadowRun('--seed', '7')];
    expect(one.zones).not.toEqual(other.zones);
    expect({ files: await fileHashesOf(dataFolder), sums: await sumsOf(database.url) }).toEqual(before);
    expect(before.sums.length).toBeGreaterThan(0);
  });
});

type Listed = readonly {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly delivery: { readonly method: string };
}[];

/** Pauses all bookings with a goal, and waits until delivery follows. */
async function pauseGoals(placard: RunningPlacard): Promise<void> {
  const { body } = await placard.call('GET', '/api/v1/bookings?limit=200');
  const goals = (body as Listed).filter(({ delivery, status }) => delivery.method === 'even' && status === 'running');
  expect(goals.length).toBeGreaterThan(0);
  const before = await revisionOf(placard);
  for (const { id } of goals) await pause(placard, id);
  let inARow = 0;
  // Both delivery threads answer on one port.
  const isLive = async () => {
    inARow = (await revisionOf(placard)) >= before + goals.length ? inARow + 1 : 0;
    return inARow > 20;
  };
  await waitUntil('the paused bookings in delivery', isLive, { withinMs: 30_000 });
}

async function pause({ call }: RunningPlacard, id: number): Promise<void> {
  const { status } = await call('POST', `/api/v1/bookings/${id}/actions/pause`);
  expect(status).toBeLessThan(300);
}

async function revisionOf({ deliveryUrl }: RunningPlacard): Promise<number> {
  const response = await fetch(`${deliveryUrl}/health`);
  return ((await response.json()) as { revision: number }).revision;
}

type Access = {
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  readonly headers?: { readonly referer?: string | undefined; readonly 'user-agent'?: string | undefined };
};

/** Returns a line in combined format. */
function accessLine(path: string, { method = 'GET', status = 200, headers = {} }: Access = {}): string {
  const [, day, month, year, time] = /^\w+, (\d\d) (\w+) (\d+) (\S+) GMT$/.exec(new Date().toUTCString()) ?? [];
  const { referer = '-', 'user-agent': browser = '-' } = headers;
  return `127.0.0.1 - - [${day}/${month}/${year}:${time} +0000] "${method} ${path} HTTP/1.1" ${status} 0 "${referer}" "${browser}"`;
}

/** Starts a reverse proxy that writes an access log in combined format. */
async function startProxy(deliveryPort: number, lines: string[]): Promise<Server> {
  const agent = new Agent({ keepAlive: true, maxSockets: visitorsAtOnce });
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const forwarded = httpRequest(
      { host: '127.0.0.1', port: deliveryPort, method, path, headers, agent },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
        response.on('end', () => {
          const [, day, month, year, time] = /^\w+, (\d\d) (\w+) (\d+) (\S+) GMT$/.exec(new Date().toUTCString()) ?? [];
          const { referer = '-', 'user-agent': browser = '-' } = headers;
          lines.push(
            `127.0.0.1 - - [${day}/${month}/${year}:${time} +0000] "${method} ${path} HTTP/1.1" ${response.statusCode} 0 "${referer}" "${browser}"`,
          );
        });
      },
    );
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Views pages of the demo and counts the impressions of each booking. */
async function visit(base: string): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  let next = 0;
  async function visitPages(): Promise<void> {
    for (let view = next++; view < pageViews; view = next++) {
      const device = view % 2 === 0 ? 'phone' : 'desktop';
      const page = demoPages[view % demoPages.length];
      const slots = page?.slotNames(device).map((name) => `sl${encodeURIComponent(name)}`) ?? [];
      if (slots.length === 0 || page?.subjects !== undefined) continue;
      const headers = { 'user-agent': agents[device], referer: 'https://news.example/' };
      const response = await fetch(`${base}/json/${slots.join('/')}/tlall/uivisitor${view % 300}/`, { headers });
      const ads = (await response.json()) as { adspaceId: string; impressionCounter: string }[];
      for (const { adspaceId, impressionCounter } of ads) {
        const { pathname, search } = new URL(impressionCounter);
        await (await fetch(`${base}${pathname}${search}`, { headers })).arrayBuffer();
        counts.set(Number(adspaceId), (counts.get(Number(adspaceId)) ?? 0) + 1);
      }
    }
  }
  await Promise.all(Array.from({ length: visitorsAtOnce }, visitPages));
  return counts;
}

async function sumsOf(url: string): Promise<readonly unknown[]> {
  const { kysely } = openDatabase(url, { maxConnections: 1 });
  try {
    const hours = await kysely.selectFrom('deliveryHour').selectAll().execute();
    const totals = await kysely.selectFrom('bookingTotal').selectAll().execute();
    return [...hours, ...totals].map((row) => JSON.stringify(row)).sort();
  } finally {
    await kysely.destroy();
  }
}
