import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateRevive } from '../../../../test/support/revive/generate-revive.ts';
import { type MariadbServer, startMariadb } from '../../../../test/support/revive/mariadb-server.ts';
import {
  adsOfZone,
  contextOfReviveViewer,
  type ReviveAd,
  type ReviveViewer,
} from '../../../../test/support/revive/revive-reference.ts';
import type { ReviveTestRows } from '../../../../test/support/revive/revive-schema.ts';
import { reviveSql } from '../../../../test/support/revive/revive-sql.ts';
import { sendResumable } from '../../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { decide } from '../../../core/decision/decide.ts';
import { drawSpace } from '../../../core/decision/draw/random.ts';
import { createDeliveryState, type DeliveryState } from '../../../core/pacing/delivery-state.ts';
import { buildSnapshot } from '../../../core/snapshot/build-snapshot.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { RequestContext } from '../../../core/targeting/targeting.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';
import type { ImportResult } from '../importer.ts';
import { importRevive } from './import-revive.ts';
import { readReviveDatabase } from './source/read-revive-database.ts';

const nowMs = Date.parse('2026-11-28T12:00:00Z');
const requests = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'placard-shares-'));

let server: MariadbServer;
let management: TestManagement;
let rows: ReviveTestRows;
let result: ImportResult;
let snapshot: Snapshot;
let creativeKeys: ReadonlyMap<number, string>;
let bookingKeys: ReadonlyMap<number, string>;

beforeAll(async () => {
  [server, management] = await Promise.all([startMariadb(), startTestManagement({ nowMs: () => nowMs })]);
  const generated = await generateRevive(nowMs);
  rows = generated.rows;
  for (const [name, content] of generated.files) writeFileSync(join(folder, name), content);
  server.run('revive', reviveSql(rows));
  result = await importNow();
  await apply(result);
  snapshot = buildSnapshot(await buildSnapshotRows(management.database));
  const creatives = await management.database.selectFrom('creative').select(['id', 'externalId']).execute();
  const bookings = await management.database.selectFrom('booking').select(['id', 'externalId']).execute();
  bookingKeys = new Map(bookings.map(({ id, externalId }) => [id, externalId ?? '']));
  creativeKeys = new Map(creatives.map(({ id, externalId }) => [id, externalId ?? '']));
}, 300_000);
afterAll(async () => {
  await Promise.all([server?.stop(), management?.close()]);
  rmSync(folder, { recursive: true });
});

async function importNow(): Promise<ImportResult> {
  const data = await readReviveDatabase(server.url('revive'));
  return importRevive(data, { filesFolder: folder, ignoreUnsupported: false, currency: 'EUR', nowMs });
}

async function uploadsOf({ files }: ImportResult): Promise<Readonly<Record<string, string>>> {
  const uploads: [string, string][] = [];
  for (const { sha256, name, read } of files) {
    uploads.push([sha256, await sendResumable(management, { content: read() as Buffer, name })]);
  }
  return Object.fromEntries(uploads);
}

async function apply(imported: ImportResult): Promise<Record<string, unknown>> {
  const body = { document: imported.document, uploads: await uploadsOf(imported) };
  const { status, body: answer } = await management.call('POST', '/configuration/apply', { body });
  expect(status, JSON.stringify(answer).slice(0, 3_000)).toBe(200);
  return answer;
}

const viewers: readonly ReviveViewer[] = [
  viewer('NL', { page: 'https://courier.example/sport/', variables: { source: 'home', section: 'tennis' } }),
  viewer('NL', {
    browser: 'Firefox',
    version: 80,
    city: 'Rotterdam',
    region: 'NL-UT',
    page: 'https://courier.example/news/',
  }),
  viewer('GB', { browser: 'Safari', version: 17, os: 'OS X', language: 'fr', page: 'https://blocked.example/shop/' }),
  viewer('US', { version: 210, os: 'Linux', region: 'US-CA', variables: { source: 'archive', section: 'golf' } }),
];

function viewer(country: string, options: Partial<ReviveViewer>): ReviveViewer {
  const standard = {
    region: `${country}-NH`,
    city: 'Amsterdam',
    postalCode: '1012',
    browser: 'Chrome',
    version: 120,
    os: 'Windows',
  };
  return {
    country,
    ...standard,
    language: 'en',
    page: 'https://www.courier.example/',
    variables: { source: 'other', section: 'other' },
    ...options,
  };
}

/** Counts the winning banners of requests for a zone. 0: no ad. */
function countBanners(
  zoneId: number,
  of: ReviveViewer,
  count: number,
  state: DeliveryState,
  more: RequestContext = {},
): ReadonlyMap<number, number> {
  const websiteId = rows.zones?.find((row) => row['zoneid'] === zoneId)?.['affiliateid'];
  const position = Object.values(result.document.positions ?? {}).find(
    ({ externalId }) => externalId === `revive:zone:${zoneId}`,
  );
  const format = result.document.formats?.[String(position?.['format'])]?.['code'];
  const slotName = `site${String(websiteId)}_zone${zoneId}-${String(format)}`;
  expect(snapshot.positionBySlotName.has(slotName), slotName).toBe(true);
  const parameters = new Map(Object.entries(of.variables).map(([key, value]) => [key, [value]]));
  const counts = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const request = {
      slots: [{ slotName, parameters: new Map() }],
      parameters,
      context: { ...contextOfReviveViewer(of), ...more },
    };
    const { winners } = decide(snapshot, request, {
      nowMs,
      seed: [zoneId * 100_003 + index, index * 7919],
      state,
      explain: false,
    });
    const [winner] = winners;
    const key = winner ? (creativeKeys.get(winner.ad.creative.id) ?? '') : '';
    const bannerId = winner ? Number(key.split(':')[2]) : 0;
    counts.set(bannerId, (counts.get(bannerId) ?? 0) + 1);
  }
  return counts;
}

/** Sum of the squared deviations, and its degrees of freedom. Outcomes are joined until at least 5 of each are expected. */
function chiSquare(counts: ReadonlyMap<number, number>, expected: ReadonlyMap<number, number>) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const cells = [...expected].map(([id, share]) => ({ expected: share * total, actual: counts.get(id) ?? 0 }));
  const joined: { expected: number; actual: number }[] = [];
  for (const cell of cells.toSorted((a, b) => a.expected - b.expected)) {
    const last = joined.at(-1);
    if (last === undefined || last.expected >= 5) joined.push(cell);
    else joined[joined.length - 1] = { expected: last.expected + cell.expected, actual: last.actual + cell.actual };
  }
  const value = joined.reduce((sum, cell) => sum + (cell.actual - cell.expected) ** 2 / cell.expected, 0);
  return { value, degrees: joined.length - 1 };
}

/** Greatest value that chance exceeds in one of 1,000 cases (approximation of Wilson and Hilferty). */
function limitOf(degrees: number): number {
  const part = 2 / (9 * degrees);
  return degrees * (1 - part + 3.09 * Math.sqrt(part)) ** 3;
}

function sharesOf(ads: readonly ReviveAd[], part = 1): Map<number, number> {
  const sum = ads.reduce((total, { weight }) => total + weight, 0);
  return new Map(ads.map(({ bannerId, weight }) => [bannerId, (part * weight) / sum]));
}

const zonesOf = (kind: string) =>
  (rows.zones ?? []).filter((row) => String(row['zonename']).endsWith(` ${kind}`)).map((row) => Number(row['zoneid']));

/** Zones and viewers with eligible ads of a tier. */
function cellsOf(kind: string, tier: ReviveAd['tier']) {
  const all = zonesOf(kind).flatMap((zoneId) =>
    viewers.map((of) => {
      const ads = adsOfZone(rows, zoneId, of, nowMs).filter((ad) => ad.tier === tier);
      return { zoneId, of, ads, eligible: ads.filter(({ isEligible }) => isEligible) };
    }),
  );
  return all.filter(({ eligible }) => eligible.length > 0);
}

/** Adds up the deviations of several zones and viewers. */
class Comparison {
  readonly #name: string;
  #value = 0;
  #degrees = 0;
  requests = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(counts: ReadonlyMap<number, number>, expected: ReadonlyMap<number, number>): void {
    for (const id of counts.keys()) expect(expected.has(id), `${this.#name}, banner ${id}`).toBe(true);
    const { value, degrees } = chiSquare(counts, expected);
    this.#value += value;
    this.#degrees += degrees;
    this.requests += [...counts.values()].reduce((sum, count) => sum + count, 0);
  }

  finish(): void {
    const result = `chi-square ${this.#value.toFixed(1)}, ${this.#degrees} degrees of freedom, limit ${limitOf(this.#degrees).toFixed(1)}`;
    console.info(`${this.#name}: ${this.requests} requests, ${result}`);
    expect(this.#value).toBeLessThan(limitOf(this.#degrees));
  }
}

/** Sets the part of the eligible requests that the bookings of a campaign claim, as a plan does. */
function claim(state: DeliveryState, campaignId: number, part: number): void {
  const own = [...snapshot.bookingById.values()].filter(({ row }) => campaignOf(row.id) === campaignId);
  expect(own.length).toBeGreaterThan(0);
  for (const { bookingIndex } of own) state.acceptance[bookingIndex] = Math.round(drawSpace * part);
}

function campaignOf(bookingId: number): number {
  return Number(bookingKeys.get(bookingId)?.split(':')[2]);
}

describe('decisions about an imported installation', () => {
  test('match the weights of remnant campaigns in all zones: 10,000 requests of four viewers', () => {
    const cells = cellsOf('remnant', 'remnant');
    const comparison = new Comparison('remnant campaigns, all zones');
    const state = createDeliveryState(snapshot);
    for (const { zoneId, of, eligible } of cells) {
      comparison.add(countBanners(zoneId, of, Math.ceil(requests / cells.length), state), sharesOf(eligible));
    }
    expect(comparison.requests).toBeGreaterThanOrEqual(requests);
    comparison.finish();
  });

  test('match the weights of remnant campaigns in one zone: 10,000 requests of one viewer', () => {
    const [largest] = cellsOf('remnant', 'remnant').toSorted((a, b) => b.eligible.length - a.eligible.length);
    if (largest === undefined) throw new Error('No zone has remnant campaigns.');
    const comparison = new Comparison('remnant campaigns, one zone');
    const { zoneId, of, eligible } = largest;
    comparison.add(countBanners(zoneId, of, requests, createDeliveryState(snapshot)), sharesOf(eligible));
    comparison.finish();
  });

  test('give override campaigns their part by weight before all others', () => {
    const comparison = new Comparison('override campaigns');
    for (const { zoneId, of, ads, eligible } of cellsOf('override', 'override')) {
      // Placard keeps the part of a campaign whose limitations are not met for the campaigns of lower tiers.
      const all = sharesOf(ads);
      const expected = new Map(eligible.map(({ bannerId }) => [bannerId, all.get(bannerId) ?? 0]));
      const rest = 1 - [...expected.values()].reduce((sum, part) => sum + part, 0);
      if (rest > 0.0001) expected.set(0, rest);
      comparison.add(countBanners(zoneId, of, 1_000, createDeliveryState(snapshot)), expected);
    }
    comparison.finish();
  });

  test('give contracts what they claim, the highest priority first, and remnant campaigns the rest', () => {
    const [cell] = cellsOf('contract', 'remnant').flatMap((one) => {
      const contracts = adsOfZone(rows, one.zoneId, one.of, nowMs).filter(
        (ad) => ad.tier === 'contract' && ad.isEligible,
      );
      const whole = [...Map.groupBy(contracts, ({ campaignId }) => campaignId)].filter(([id]) => isWhole(id));
      const levels = whole.map(([id]) => ({ id, level: levelOf(id) })).toSorted((a, b) => b.level - a.level);
      const [first] = levels;
      const second = levels.find(({ level }) => level < (first?.level ?? 0));
      return first === undefined || second === undefined ? [] : [{ ...one, first, second, contracts }];
    });
    if (cell === undefined) throw new Error('No zone has contracts of two levels and remnant campaigns.');
    const { zoneId, of, eligible, first, second, contracts } = cell;
    const ofCampaign = (id: number, part: number) =>
      sharesOf(
        contracts.filter(({ campaignId }) => campaignId === id),
        part,
      );

    const state = createDeliveryState(snapshot);
    claim(state, first.id, 0.3);
    claim(state, second.id, 0.2);
    const comparison = new Comparison('contracts and remnant campaigns');
    comparison.add(
      countBanners(zoneId, of, requests, state),
      new Map([...ofCampaign(first.id, 0.3), ...ofCampaign(second.id, 0.2), ...sharesOf(eligible, 0.5)]),
    );
    comparison.finish();

    const full = createDeliveryState(snapshot);
    claim(full, first.id, 0.7);
    claim(full, second.id, 0.7);
    const overbooked = new Comparison('overbooked contracts');
    overbooked.add(
      countBanners(zoneId, of, requests, full),
      new Map([...ofCampaign(first.id, 0.7), ...ofCampaign(second.id, 0.3)]),
    );
    overbooked.finish();
  });

  test('show a capped campaign to a viewer at most as often as Revive', () => {
    const state = createDeliveryState(snapshot);
    const counts = new Map<number, number>();
    for (const zoneId of zonesOf('capped')) {
      for (const [bannerId, count] of countBanners(zoneId, viewers[0] as ReviveViewer, 300, state, {
        consent: 'granted',
        viewerKey: 'anna',
        sessionKey: 's',
      })) {
        const campaignId = Number(rows.banners?.find((row) => row['bannerid'] === bannerId)?.['campaignid'] ?? 0);
        counts.set(campaignId, (counts.get(campaignId) ?? 0) + count);
      }
    }
    const capped = [...counts].filter(([campaignId]) => campaignId !== 0);
    expect(capped.length).toBeGreaterThan(3);
    for (const [campaignId, count] of capped) expect(count, `campaign ${campaignId}`).toBeLessThanOrEqual(4);
  });
});

/** All banners of the campaign have the same limitations, so it is one booking. */
function isWhole(campaignId: number): boolean {
  return [...bookingKeys.values()].filter((key) => Number(key.split(':')[2]) === campaignId).length === 1;
}

function levelOf(campaignId: number): number {
  return Number(rows.campaigns?.find((row) => row['campaignid'] === campaignId)?.['priority'] ?? 0);
}

describe('a second import', () => {
  test('of the same database changes nothing', async () => {
    const again = await importNow();
    const { status, body } = await management.call('POST', '/configuration/plan', {
      body: { document: again.document },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ created: 0, updated: 0, archived: 0, changes: [] });
  });

  test('changes only what changed in Revive', async () => {
    server.run(
      'revive',
      "UPDATE rv_campaigns SET campaignname = 'Renamed' WHERE campaignid = 3; UPDATE rv_zones SET zonename = 'Moved' WHERE zoneid = 2;",
    );
    const again = await importNow();
    const { body } = await management.call('POST', '/configuration/plan', { body: { document: again.document } });
    const changed = body.changes.map(({ section, key }: { section: string; key: string }) => `${section} ${key}`);
    expect(changed).toContain('positions revive:zone:2');
    expect(changed).toContain('campaigns revive:campaign:3');
    expect(
      changed.every((one: string) => one.startsWith('bookings revive:campaign:3') || !one.startsWith('bookings')),
    ).toBe(true);
  });
});
