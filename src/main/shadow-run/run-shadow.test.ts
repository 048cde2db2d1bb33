import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessLine,
  createShadowWorld,
  fileHashesOf,
  shadowStartMs,
} from '../../../test/support/server/shadow-world.ts';
import { bookingRow } from '../../../test/support/server/test-delivery.ts';
import type { BookingRow } from '../../core/snapshot/snapshot-rows.ts';
import type { PlannedBooking } from '../../exchange/plan/plan-file.ts';
import { chiSquareProbability } from './report/chi-square.ts';
import { htmlReport } from './report/html-report.ts';
import type { ReportedRow, ShadowReport } from './report/shadow-report.ts';
import { textReport } from './report/text-report.ts';

const startMs = shadowStartMs;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A booking of the leaderboard, with the creative of the fixtures. */
function booking(id: number, change: Parameters<typeof bookingRow>[0] = {}): BookingRow {
  return bookingRow({ id, campaignId: id, ...change }, { id: 1_000 + id });
}

const zoneRequest = (zone: number, more = '') => `/www/delivery/ajs.php?zoneid=${zone}${more}`;
const impression = (banner: number, campaign: number, zone: number) =>
  `/www/delivery/lg.php?bannerid=${banner}&campaignid=${campaign}&zoneid=${zone}&cb=1`;

describe('a shadow run', () => {
  const world = createShadowWorld();
  const { folderWith, run, mapFile } = world;

  afterAll(() => world.close());

  describe('of a Revive log', () => {
    let folder: string;
    let map: string;
    let lines: readonly string[];
    let report: ShadowReport;

    beforeAll(async () => {
      folder = await folderWith([
        booking(6, { externalId: 'revive:campaign:3' }),
        booking(8, {
          externalId: 'revive:campaign:4:banner13',
          targeting: { key: 'section', values: ['sports'] },
        }),
        booking(9, { externalId: 'revive:campaign:5', paused: true }),
        booking(12, {
          externalId: 'revive:campaign:6',
          inventory: { positionIds: [12], locationIds: [], publicationIds: [], publisherIds: [] },
        }),
        booking(13, { externalId: 'house-13' }),
      ]);
      map = await mapFile('revive:zone:7,_home_-lb');
      // Revive delivers its campaigns 3, 4, 5, 6 and 99 in turn. A quarter of the pages are about sports.
      lines = Array.from({ length: 4_000 }, (_, index) => index).flatMap((index) => {
        const atMs = startMs + index * 1_000;
        const section = index % 4 === 0 ? 'sports' : 'news';
        const [banner, campaign] = [
          [12, 3],
          [13, 4],
          [14, 5],
          [15, 6],
          [16, 99],
        ][index % 5] as [number, number];
        return [
          accessLine({ atMs, target: zoneRequest(7, `&section=${section}`) }),
          accessLine({ atMs, target: impression(banner, campaign, 7) }),
        ];
      });
      lines = [
        ...lines,
        accessLine({ target: zoneRequest(9) }),
        accessLine({ target: impression(12, 3, 9) }),
        'broken line',
        accessLine({ target: '/robots.txt' }),
      ];
      report = await run(folder, lines, { map });
    });

    const rowOf = (campaign: string) => report.zones[0]?.rows.find((row) => row.campaign === campaign) as ReportedRow;

    test('states what was read and what was skipped, with line numbers', () => {
      expect(report.log).toMatchObject({
        format: 'access',
        lines: 8_004,
        requests: 4_001,
        slots: 4_001,
        impressions: 4_001,
        skippedLines: 2,
        servers: { revive: 4_001 },
        skipped: [
          { reason: 'not in common or combined log format', isFault: true, lines: 1, first: [8_003] },
          { reason: 'not an ad request, an impression or a click', isFault: false, lines: 1, first: [8_004] },
        ],
      });
      expect(report.period).toEqual({
        from: '2026-11-28T08:00:00.000Z',
        to: new Date(startMs + 3_999_000).toISOString(),
        shiftedByMs: 0,
      });
    });

    test('names the reason of every difference', () => {
      expect(rowOf('revive:campaign:5')).toMatchObject({
        delivered: 800,
        shadow: 0,
        bookings: [{ id: 9 }],
        difference: { reason: 'BOOKING_PAUSED' },
      });
      expect(rowOf('revive:campaign:6').difference).toMatchObject({ reason: 'POSITION_NOT_BOOKED' });
      expect(rowOf('revive:campaign:99')).toMatchObject({ bookings: [], difference: { reason: 'NOT_IMPORTED' } });
      expect(rowOf('revive:campaign:3').difference).toMatchObject({ reason: 'HIGHER_SHARE' });
      expect(rowOf('revive:campaign:4').difference).toMatchObject({ reason: 'TARGETING_NOT_MET' });
      expect(rowOf('revive:campaign:4').difference.detail).toMatch(
        /in 7\d(?:\.\d)? % of the requests \(required: .*section/,
      );
      const own = report.zones[0]?.rows.find(({ bookings: [first] }) => first?.id === 13);
      expect(own).toMatchObject({ campaign: null, delivered: 0, difference: { reason: 'NOT_IN_LOG' } });
      expect(report.zones[1]).toMatchObject({
        zone: 'revive:zone:9',
        slotName: null,
        rows: [{ campaign: 'revive:campaign:3', delivered: 1, difference: { reason: 'UNKNOWN_POSITION' } }],
      });
      expect(report.campaigns.find(({ campaign }) => campaign === 'revive:campaign:5')?.difference).toMatchObject({
        reason: 'BOOKING_PAUSED',
        detail: expect.stringContaining('revive:zone:7: '),
      });
    });

    test('delivers the shares of the weights of the bookings that are eligible', () => {
      const wins = ['revive:campaign:3', 'revive:campaign:4'].map((campaign) => rowOf(campaign).shadow);
      const house = report.zones[0]?.rows.find(({ bookings: [first] }) => first?.id === 13)?.shadow ?? 0;
      // Three equal bookings on 1,000 pages about sports, two on all others.
      const expected = [1_000 / 3 + 1_500, 1_000 / 3, 1_000 / 3 + 1_500];
      const statistic = [...wins, house].reduce(
        (sum, count, index) => sum + (count - (expected[index] ?? 0)) ** 2 / (expected[index] ?? 1),
        0,
      );
      expect(chiSquareProbability(statistic, 2)).toBeGreaterThan(0.01);
    });

    test('is the same for equal seeds, and another for another seed', async () => {
      expect(await run(folder, lines, { map }).then(withoutFile)).toEqual(withoutFile(report));
      const other = await run(folder, lines, { map, seed: 2 });
      expect(other.zones[0]?.rows.map(({ shadow }) => shadow)).not.toEqual(
        report.zones[0]?.rows.map(({ shadow }) => shadow),
      );
    });

    test('changes nothing in the data folder', async () => {
      const before = await fileHashesOf(folder);
      await run(folder, lines, { map });
      expect(await fileHashesOf(folder)).toEqual(before);
      expect(Object.keys(before).length).toBeGreaterThan(1);
    });

    test('is printed as text, JSON and HTML', () => {
      const text = textReport(report).join('\n');
      expect(text).toContain('8,004 lines: 4,001 ad requests');
      expect(text).toContain('unreadable: not in common or combined log format: 1 (line 8003)');
      expect(text).toMatch(/revive:campaign:5 = .* BOOKING_PAUSED: the booking is paused, in 100 % of the requests/);
      expect(text).toMatch(/UNKNOWN_POSITION: no position has this external ID/);
      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
      const zone = { ...(report.zones[0] as ShadowReport['zones'][number]), zone: '<script>alert("x")</script>' };
      const page = htmlReport({ ...report, zones: [zone] });
      expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
      expect(page).not.toContain('<script>');
    });

    test('uses delivered counts of a file instead of the impressions of the log', async () => {
      const counts = await mapFile();
      await writeFile(counts, 'zone;campaign;impressions;creative\n7;3;1,500;12\nrevive:zone:7;5;500;\n44;3;20;\n');
      const compared = await run(folder, lines, { map, delivered: counts });
      const [zone] = compared.zones;
      expect(zone).toMatchObject({ zone: 'revive:zone:7', delivered: 2_000, source: 'impressions' });
      expect(zone?.rows.map(({ campaign, delivered }) => [campaign, delivered])).toContainEqual([
        'revive:campaign:3',
        1_500,
      ]);
      expect(zone?.rows.map(({ campaign, delivered }) => [campaign, delivered])).toContainEqual([
        'revive:campaign:5',
        500,
      ]);
      expect(compared.zones.find(({ zone: name }) => name === '44')).toMatchObject({ slotName: null, requests: 0 });
    });
  });

  test('finds the position of a slot name also if the log begins with its impression', async () => {
    const folder = await folderWith([booking(6)]);
    const report = await run(folder, [
      accessLine({ target: '/track/1000//sl10/SL_home_-lb/II3f0e/' }),
      accessLine({ target: '/json/sl_home_-lb' }),
    ]);
    expect(report.zones).toMatchObject([
      { zone: '_home_-lb', slotName: '_home_-lb', requests: 1, filled: 1, delivered: 1 },
    ]);
  });

  test('reads lines with large responses', async () => {
    const folder = await folderWith([booking(6)]);
    const ads = [{ slotName: '_home_-lb', adspaceId: '6', libId: '7', tag: 'x'.repeat(200_000) }];
    const line = JSON.stringify({ time: startMs, path: '/json/sl_home_-lb', response_body: JSON.stringify(ads) });
    const report = await run(folder, [line, line]);
    expect(report.log).toMatchObject({ lines: 2, requests: 2, responses: 2, skippedLines: 0 });
  });

  test('of an HAR file compares the ads in its responses', async () => {
    const folder = await folderWith([booking(6, { externalId: 'kevel:flight:21' }), booking(8)]);
    const entry = (flightId: number, index: number) => ({
      startedDateTime: new Date(startMs + index * 1_000).toISOString(),
      request: {
        method: 'POST',
        url: 'https://e-1.adzerk.net/api/v2',
        headers: [],
        postData: { text: JSON.stringify({ placements: [{ divName: 'top', siteId: 2, zoneIds: [789] }] }) },
      },
      response: {
        status: 200,
        headers: [],
        content: { text: JSON.stringify({ decisions: { top: { flightId, creativeId: 1, campaignId: 3 } } }) },
      },
    });
    const entries = Array.from({ length: 400 }, (_, index) => entry(index % 4 === 0 ? 22 : 21, index));
    const map = await mapFile('kevel:zone:789,_home_-lb');
    const report = await run(folder, [JSON.stringify({ log: { entries } })], { map });
    expect(report.log).toMatchObject({ format: 'har', lines: 400, requests: 400, responses: 400, impressions: 0 });
    const [zone] = report.zones;
    expect(zone).toMatchObject({ zone: 'kevel:zone:789', source: 'responses', delivered: 400, filled: 400 });
    const reasons = Object.fromEntries(
      zone?.rows.map(({ campaign, difference }) => [campaign, difference.reason]) ?? [],
    );
    expect(reasons).toEqual({
      'kevel:flight:21': 'LOST_BY_SHARE',
      'kevel:flight:22': 'NOT_IMPORTED',
      null: 'NOT_IN_LOG',
    });
  });

  test('of an auction log applies the terms of each bid request', async () => {
    const folder = await folderWith([
      booking(6, { cpm: { micros: 2_000_000, currency: 'EUR' } }),
      booking(8, { cpm: { micros: 1_000_000, currency: 'EUR' } }),
    ]);
    const lines = Array.from({ length: 200 }, (_, index) => {
      const imp = { id: '1', tagid: '_home_-lb', banner: { w: 728, h: 90 }, bidfloor: 1.5, bidfloorcur: 'EUR' };
      const request = { id: `r${index}`, imp: [imp], cur: ['EUR'], device: { ua: 'Agent', ip: '203.0.113.9' } };
      const bid = { impid: '1', price: 1.6, crid: 'c', ext: { adhese: { adspaceId: '8' } } };
      return JSON.stringify({ ts: startMs + index, request, response: { seatbid: [{ bid: [bid] }] } });
    });
    const report = await run(folder, lines);
    expect(report.log).toMatchObject({ format: 'openrtb', requests: 200, responses: 200 });
    const rows = report.zones[0]?.rows.map(({ bookings: [first], delivered, shadow, difference }) => [
      first?.id,
      delivered,
      shadow,
      difference.reason,
    ]);
    expect(rows).toEqual([
      [6, 0, 200, 'NOT_IN_LOG'],
      [8, 200, 0, 'REQUEST_TERMS_NOT_MET'],
    ]);
  });

  test('moves the times of the log, so that a booking of that time is active', async () => {
    const folder = await folderWith([booking(6, { startMs: startMs + dayMs, endMs: startMs + 2 * dayMs })]);
    const lines = Array.from({ length: 50 }, (_, index) =>
      accessLine({ atMs: startMs + index * minuteMs, target: '/json/sl_home_-lb' }),
    );
    const early = await run(folder, lines);
    expect(early.zones[0]).toMatchObject({ requests: 50, filled: 0, empty: [{ reason: 'BEFORE_START', share: 1 }] });
    const moved = await run(folder, lines, { startMs: startMs + dayMs });
    expect(moved.zones[0]).toMatchObject({ filled: 50 });
    expect(moved.period).toEqual({
      from: '2026-11-29T08:00:00.000Z',
      to: '2026-11-29T08:49:00.000Z',
      shiftedByMs: dayMs,
    });
  });

  test('counts frequency caps per viewer of the log, and states if there are none', async () => {
    const folder = await folderWith([booking(6, { caps: [{ scope: 'day', most: 2 }] })]);
    const map = await mapFile('7,_home_-lb');
    const lines = (cookie: (index: number) => string | undefined) =>
      Array.from({ length: 300 }, (_, index) => {
        const viewer = cookie(index);
        return accessLine({
          target: zoneRequest(7),
          address: `203.0.113.${index % 10}`,
          ...(viewer !== undefined && { cookie: viewer }),
        });
      });
    const known = await run(
      folder,
      lines((index) => `OAID=abc${index % 30}`),
      { map },
    );
    expect(known.zones[0]).toMatchObject({ requests: 300, filled: 60 });
    expect(known.assumptions.join(' ')).toContain('300 of 300 requests identify a viewer.');
    const unknown = await run(
      folder,
      lines(() => undefined),
      { map },
    );
    expect(unknown.zones[0]).toMatchObject({ filled: 0, empty: [{ reason: 'CAP_REACHED', share: 1 }] });
    expect(unknown.assumptions.join(' ')).toContain('No request identifies a viewer.');
    const byAddress = await run(
      folder,
      lines(() => undefined),
      { map, viewer: 'address' },
    );
    expect(byAddress.zones[0]).toMatchObject({ filled: 20 });
    const withoutConsent = await run(
      folder,
      lines((index) => `OAID=abc${index % 30}`),
      { map, assumesConsent: false },
    );
    expect(withoutConsent.zones[0]).toMatchObject({ filled: 0 });
  });

  test('ends goals within the run, and spreads even delivery over the time of the log', async () => {
    const asap = { method: 'asap', goal: { kind: 'impressions', total: 5_000 } } as const;
    const even = { method: 'even', goal: { kind: 'impressions', total: 10_000 } } as const;
    const planned = (bookingId: number, part: number, left: number): PlannedBooking => ({
      bookingId,
      part,
      counter: 'impressions',
      left,
      brings: 1,
      fits: 1,
      overbooked: false,
      over: null,
      budget: null,
    });
    const folder = await folderWith(
      [booking(6, { delivery: asap }), booking(8, { delivery: even, endMs: startMs + 10 * dayMs }), booking(9, {})],
      [planned(6, 1, 300), planned(8, 0.9, 10_000)],
    );
    const lines = Array.from({ length: 20_000 }, (_, index) =>
      accessLine({ atMs: startMs + Math.floor((index / 20_000) * dayMs), target: '/json/sl_home_-lb' }),
    );
    const report = await run(folder, lines);
    const wins = new Map(report.zones[0]?.rows.map(({ bookings: [first], shadow }) => [first?.id, shadow]));
    expect(wins.get(6)).toBe(300);
    // A tenth of the rest of the goal on one of ten days.
    expect(wins.get(8)).toBeGreaterThan(900);
    expect(wins.get(8)).toBeLessThan(1_100);
    expect(wins.get(9)).toBe(20_000 - 300 - (wins.get(8) ?? 0));
  });

  test('refuses a data folder without a snapshot, and a file with unknown names', async () => {
    const empty = await world.newFolder();
    await expect(run(empty, [accessLine({ target: '/json/sl_a' })])).rejects.toThrow(
      /has no snapshot\. Set PLACARD_DATA/,
    );
    const folder = await folderWith([booking(6)]);
    const map = await mapFile('7,_nowhere_-lb', 'revive:campaign:3,99', 'alone');
    await expect(run(folder, [accessLine({ target: zoneRequest(7) })], { map })).rejects.toThrow(
      /line 2: no position has the slot name "_nowhere_-lb"\n {2}line 3: no booking has the ID or external ID "99"\n {2}line 4: two columns/,
    );
    const counts = await mapFile();
    await expect(run(folder, [], { delivered: counts })).rejects.toThrow(
      /The columns zone, campaign and impressions are required/,
    );
  });
});

function withoutFile({ log, ...rest }: ShadowReport) {
  return { ...rest, log: { ...log, file: '' } };
}
