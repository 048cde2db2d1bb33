import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { videoCreative } from '../../../../test/support/database/video-rows.ts';
import {
  bookingRow,
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import { hourMs } from '../../../core/time/durations.ts';

/** A Saturday in Brussels, one hour ahead of UTC. */
const noonMs = Date.parse('2026-11-21T11:00:00Z');
const dayFrom = '2026-11-20T23:00:00.000Z';
const dayUntil = '2026-11-21T23:00:00.000Z';

const formats = [
  { id: 1, code: 'screen', width: 1080, height: 1920, mediaType: 'banner', inHeadsup: true },
  { id: 2, code: 'lb', width: 728, height: 90, mediaType: 'banner' },
];
const positions = [
  { id: 10, locationId: 1, formatId: 1, slotName: 'hall-screen', blockedLabels: ['wine'] },
  { id: 11, locationId: 1, formatId: 2, slotName: 'hall-lb' },
  { id: 12, locationId: 1, formatId: 1, slotName: 'door-screen' },
];

/** Returns a creative of the screen with a file named after its ID. */
function creative(id: number, change = {}) {
  const sha256 = id.toString(16).padStart(64, '0');
  const file = { path: `media/${sha256}/file${id}.png`, mime: 'image/png', bytes: 1_000 + id };
  return creativeRow({ id, file, width: 1080, height: 1920, ...change });
}

/** Returns bookings 1, 2, ... with one creative of the same number each. */
function rowsOf(...changes: readonly object[]) {
  const bookings = changes.map((change, index) => bookingRow({ id: index + 1, ...change }, adOf(index + 1, change)));
  return snapshotRows({ formats, positions, bookings, creatives: changes.map((_, index) => creative(index + 1)) });
}

function adOf(id: number, change: { readonly ad?: object }) {
  return { id: 1_000 + id, creativeId: id, ...change.ad };
}

type List = {
  readonly slotName: string;
  readonly day: string;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly media: readonly { readonly ad: Readonly<Record<string, string | number>> }[];
  readonly removed: readonly string[];
};

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf({}));
});
beforeEach(async () => {
  delivery.setNow(noonMs);
  await rm(join(delivery.dataFolder, 'headsup'), { recursive: true, force: true });
});
afterAll(() => delivery.close());

const path = '/api/headsup/download-list/slhall-screen';

async function list(target = path): Promise<List> {
  const answer = await delivery.fetch(target);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return (await answer.json()) as List;
}

/** Returns the numbers of the creatives in a list. */
function numbersIn(of: List): readonly number[] {
  return of.media.map(({ ad }) => Number(/file(\d+)\.png$/.exec(String(ad['id']))?.[1]));
}

describe('wire-protocol 8 and 12(a): GET /api/headsup/download-list/sl<slot>', () => {
  test('lists each material with its URL, type, size, checksum and period of the day', async () => {
    await delivery.publish(
      rowsOf({}, { startMs: noonMs, endMs: noonMs + hourMs }, { startMs: noonMs - 30 * hourMs, ad: { endMs: noonMs } }),
    );
    const address = (id: number) => `http://ads.example/media/${id.toString(16).padStart(64, '0')}/file${id}.png`;
    const ad = (id: number, validFrom: string, validUntil: string) => ({
      ad: {
        id: address(id),
        mime: 'image/png',
        curl: address(id),
        filesize: 1_000 + id,
        checksum: String(id).padStart(64, '0'),
        validFrom,
        validUntil,
      },
    });
    expect(await list()).toEqual({
      slotName: 'hall-screen',
      day: '2026-11-21',
      validFrom: dayFrom,
      validUntil: dayUntil,
      media: [
        ad(1, dayFrom, dayUntil),
        ad(2, '2026-11-21T11:00:00.000Z', '2026-11-21T12:00:00.000Z'),
        ad(3, dayFrom, '2026-11-21T11:00:00.000Z'),
      ],
      removed: [],
      excluded: [],
    });
  });

  test('omits bookings whose targeting excludes the screen', async () => {
    const rows = rowsOf(
      { targeting: { fact: 'zone', values: ['checkout'] } },
      { targeting: { not: { fact: 'zone', values: ['checkout'] } } },
      {
        targeting: {
          any: [
            { fact: 'zone', values: ['aisle'] },
            { key: 'ct', values: ['gent'] },
          ],
        },
      },
    );
    const locations = rows.locations.map((row) => ({ ...row, facts: { zone: ['checkout'] } }));
    await delivery.publish({ ...rows, locations });
    expect(numbersIn(await list())).toEqual([1, 3]);
  });

  test('lists all campaigns that run on the local day, for every hour and viewer, and no others', async () => {
    const dayStart = Date.parse(dayFrom);
    const dayEnd = Date.parse(dayUntil);
    const campaign = bookingRow().campaign;
    await delivery.publish(
      rowsOf(
        { endMs: dayStart + 1 },
        { endMs: dayStart },
        { startMs: dayEnd - 1 },
        { startMs: dayEnd },
        { activeDays: ['sat', 'sun'] },
        { activeDays: ['fri', 'sun'] },
        { dayParts: [{ days: ['sat'], fromMinute: 0, toMinute: 1 }] },
        { dayParts: [{ days: ['sun'], fromMinute: 0, toMinute: 1440 }] },
        // It runs from noon, but only in the morning.
        { startMs: noonMs, dayParts: [{ days: [], fromMinute: 480, toMinute: 720 }] },
        { targeting: { key: 'ct', values: ['gent'] } },
        { delivery: { method: 'fill' } },
        { delivery: { method: 'asap', goal: { kind: 'plays', total: 5 } } },
        { paused: true },
        { lifecycle: 'draft' },
        { campaign: { ...campaign, type: 'offer' } },
        { exclusionLabels: ['wine'] },
        { ad: { endMs: dayStart } },
        { inventory: { positionIds: [], locationIds: [], publicationIds: [1], publisherIds: [] } },
        { inventory: { positionIds: [12], locationIds: [], publicationIds: [], publisherIds: [] } },
      ),
    );
    expect(numbersIn(await list())).toEqual([1, 3, 5, 7, 10, 11, 12, 18]);
    delivery.setNow(dayEnd);
    const next = await list();
    expect([next.day, next.validFrom, numbersIn(next)]).toEqual([
      '2026-11-22',
      dayUntil,
      [3, 4, 5, 6, 8, 9, 10, 11, 12, 18],
    ]);
  });

  test('lists a file of several bookings once, and no creative without a file', async () => {
    const late = { startMs: noonMs + hourMs, endMs: noonMs + 2 * hourMs };
    await delivery.publish({
      ...rowsOf({ endMs: noonMs }, late, {}),
      creatives: [creative(1), creative(2, { file: creative(1).file }), creative(3, { file: null })],
    });
    const { media } = await list();
    expect(media).toMatchObject([{ ad: { validFrom: dayFrom, validUntil: '2026-11-21T13:00:00.000Z' } }]);
  });

  test('lists video files by their own URL with the known properties, and no URL with macros', async () => {
    const [file] = videoCreative().media?.files ?? [];
    const files = [
      { ...file, url: 'https://media.example/b.mp4', bytes: 5_000 },
      { ...file, url: 'https://media.example/a.webm', mime: 'video/webm' },
      { ...file, url: 'https://media.example/c.mp4?r=[CACHEBUSTING]' },
      { ...file, url: 'https://media.example/d.m3u8', delivery: 'streaming' },
    ];
    const video = videoCreative({}, { files } as never);
    await delivery.publish({ ...rowsOf({}), creatives: [creative(1, { kind: 'video', file: null, video })] });
    const known = { validFrom: dayFrom, validUntil: dayUntil };
    const [a, b] = ['https://media.example/a.webm', 'https://media.example/b.mp4'];
    expect((await list()).media).toEqual([
      { ad: { id: a, mime: 'video/webm', curl: a, ...known } },
      { ad: { id: b, mime: 'video/mp4', curl: b, filesize: 5_000, ...known } },
    ]);
  });

  test('is empty with an explanation for an excluded format, and an error for an unknown slot name', async () => {
    await delivery.publish({
      ...rowsOf({ inventory: { ...bookingRow().inventory, positionIds: [11] } }),
      creatives: [creative(1, { formatId: 2 })],
    });
    expect(await (await delivery.fetch('/json/slhall-lb')).json()).toHaveLength(1);
    expect(await list('/api/headsup/download-list/slhall-lb')).toMatchObject({
      slotName: 'hall-lb',
      media: [],
      removed: [],
      problem: { code: 'format_not_in_headsup' },
    });
    const unknown = await delivery.fetch('/api/headsup/download-list/slhall-scren');
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      expect.objectContaining({ detail: 'No position has this slot name' }),
    ]);
  });

  test('accepts an encoded name and player identifiers, and rejects other paths and methods', async () => {
    for (const target of [`${path}/`, `${path}/pi7?t=1`, '/api/headsup/download-list/slhall%2Dscreen', `/${path}`]) {
      const { status } = await rawRequest(delivery.base, target);
      expect([target, status]).toEqual([target, 200]);
    }
    for (const target of ['/api', '/api/headsup', '/api/headsup/download-lists/sla', '/api/v1/campaigns']) {
      expect((await delivery.fetch(target)).status).toBe(404);
    }
    expect((await delivery.fetch('/api/headsup/download-list/')).status).toBe(400);
    const posted = await delivery.fetch(path, { method: 'POST', body: '' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const head = await rawRequest(delivery.base, path, { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
  });
});

describe('the ETag of a list', () => {
  test('changes only with the list, and saves the transfer of an unchanged list', async () => {
    await delivery.publish(rowsOf({}, {}));
    const first = await delivery.fetch(path, { headers: { origin: 'https://player.example' } });
    const etag = String(first.headers.get('etag'));
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('access-control-expose-headers')).toBe('ETag');
    expect(first.headers.get('access-control-allow-origin')).toBe('https://player.example');
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers, body } = await rawRequest(delivery.base, path, { headers: { 'if-none-match': given } });
      expect([given, status, headers['etag'], headers['content-length'], body]).toEqual([
        given,
        304,
        etag,
        undefined,
        '',
      ]);
    }
    for (const given of ['"other"', '', etag.slice(1)]) {
      expect((await delivery.fetch(path, { headers: { 'if-none-match': given } })).status).toBe(200);
    }
    // An edit of other objects does not change it.
    await delivery.publish({
      ...rowsOf({}, {}),
      publishers: [
        { id: 1, parentId: null },
        { id: 2, parentId: null },
      ],
    } as never);
    expect((await delivery.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await delivery.publish(rowsOf({}, { endMs: noonMs }));
    expect((await delivery.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('materials that were removed from a list', () => {
  const address = (id: number) => `http://ads.example/media/${id.toString(16).padStart(64, '0')}/file${id}.png`;

  test('are listed for thirty days after withdrawal, end or move, unless they return', async () => {
    const saturdays = { activeDays: ['sat'] };
    await delivery.publish(rowsOf({}, {}, { endMs: noonMs }, saturdays, {}));
    expect((await list()).removed).toEqual([]);
    const elsewhere = { inventory: { ...bookingRow().inventory, positionIds: [12] } };
    const after = rowsOf({}, { paused: true }, { endMs: noonMs }, saturdays, elsewhere);
    await delivery.publish({ ...after, creatives: after.creatives.slice(1), bookings: after.bookings.slice(1) });
    expect((await list()).removed).toEqual([1, 2, 5].map(address));
    delivery.setNow(noonMs + 24 * hourMs);
    const nextDay = await list();
    expect([numbersIn(nextDay), nextDay.removed]).toEqual([[], [1, 2, 3, 5].map(address)]);
    delivery.setNow(noonMs + 29 * 24 * hourMs);
    expect((await list()).removed).toEqual([1, 2, 3, 5].map(address));
    delivery.setNow(noonMs + 30 * 24 * hourMs);
    expect((await list()).removed).toEqual([]);
  });

  test('are known to every process of the machine, and after a restart', async () => {
    await mkdir(join(delivery.dataFolder, 'headsup/10'), { recursive: true });
    const day = Math.floor(noonMs / (24 * hourMs));
    const file = join(delivery.dataFolder, 'headsup/10/delivery-7.json');
    await writeFile(file, JSON.stringify({ [`media/${'f'.repeat(64)}/gone.mp4`]: day - 3 }));
    await writeFile(join(delivery.dataFolder, 'headsup/10/delivery-8.json'), '{"cut sh');
    await delivery.publish(rowsOf({}));
    expect((await list()).removed).toEqual([`http://ads.example/media/${'f'.repeat(64)}/gone.mp4`]);
    expect((await readdir(join(delivery.dataFolder, 'headsup/10'))).sort()).toContain('delivery-0.json');
  });

  test('are unknown if nothing can be stored, and the list is complete', async () => {
    await writeFile(join(delivery.dataFolder, 'headsup'), 'no folder');
    await delivery.publish(rowsOf({}, {}));
    const { media, removed } = await list();
    expect([media.length, removed]).toEqual([2, []]);
  });
});
