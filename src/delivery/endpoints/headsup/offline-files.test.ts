import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { videoCreative } from '../../../../test/support/database/video-rows.ts';
import {
  bookingRow,
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import type { CreativeRow, SnapshotRows } from '../../../core/snapshot/snapshot-rows.ts';
import { archiveList } from '../../../platform/files/archive-list.ts';
import { openFolderStore } from '../../../platform/files/folder-store.ts';

const origin = 'http://creatives.example';
const archive = 'c'.repeat(64);
const media = `media/${'a'.repeat(64)}/logo.png`;
const sha256Of = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const archiveFiles = [
  { name: 'images/big=20one.png', content: Buffer.from('image') },
  { name: 'index.html', content: Buffer.from('<img src="images/big one.png">') },
];

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf(), { creativeOrigin: origin });
  const store = openFolderStore(delivery.dataFolder);
  for (const { name, content } of [archiveList(archiveFiles), ...archiveFiles]) {
    await store.store(content, name, { area: 'html5', under: archive });
  }
});
afterAll(() => delivery?.close());

type CreativeChange = NonNullable<Parameters<typeof creativeRow>[0]>;

/** A screen without a choice in its format, and a page, with one booking and the creatives 1, 2, ... */
function rowsOf(...creatives: readonly CreativeChange[]): SnapshotRows {
  const rows = snapshotRows();
  const ads = creatives.map((_, index) => ({
    id: 1_001 + index,
    creativeId: 1 + index,
    weight: 1,
    startMs: null,
    endMs: null,
  }));
  return {
    ...rows,
    locations: [{ ...rows.locations[0], kind: 'screen' }],
    bookings: ads.length === 0 ? [] : [bookingRow({ ads })],
    creatives: creatives.map((change, index) => creativeRow({ id: 1 + index, file: null, ...change })),
  } as unknown as SnapshotRows;
}

type Listed = { readonly id: string; readonly page?: string; readonly mime: string; readonly checksum?: string };
type Excluded = { readonly creativeId: number; readonly reason: string };
type List = { readonly media: readonly { readonly ad: Listed }[]; readonly excluded: readonly Excluded[] };

async function listOf(...creatives: readonly CreativeChange[]): Promise<List> {
  await delivery.publish(rowsOf(...creatives));
  const response = await delivery.fetch('/api/headsup/download-list/sl_home_-lb');
  expect(response.status).toBe(200);
  return (await response.json()) as List;
}

test('lists each file of an HTML5 archive with its hash and its page', async () => {
  const file = { path: `html5/${archive}/index.html`, mime: 'text/html', bytes: 9_999 };
  const list = await listOf({ kind: 'html5', file });
  const page = `${origin}/html5/${archive}/index.html`;
  expect(list).toMatchObject({
    excluded: [],
    media: archiveFiles.map(({ name, content }) => ({
      ad: {
        id: `${origin}/html5/${archive}/${name.replace('=', '%')}`,
        filesize: content.length,
        checksum: sha256Of(content),
        page,
      },
    })),
  });
  // The list itself is not a file of the archive, and has no URL.
  expect(list.media.length).toBe(archiveFiles.length);
  const { status } = await rawRequest(delivery.base, `/html5/${archive}/files=.json`, {
    headers: { host: 'creatives.example' },
  });
  expect(status).toBe(404);
});

test('lists markup as a page without macro values, with the files of this ad server that it loads', async () => {
  const html = `<a href="[clickUrl]"><img src="https://ads.example/${media}" alt="[adheseReplace:SL]"></a>`;
  const list = await listOf({ kind: 'html', html, clickUrl: 'https://shop.example/?a=1&b=2' });
  const files = list.media.map(({ ad }) => ad).sort((one, other) => one.mime.localeCompare(other.mime));
  const [image, page] = files;
  expect(image).toMatchObject({ id: `http://ads.example/${media}`, mime: 'image/png', page: page?.id });
  const { status, headers, body } = await rawRequest(delivery.base, new URL(page?.id ?? '').pathname);
  expect([status, sha256Of(body), headers['content-security-policy']]).toEqual([
    200,
    page?.checksum,
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ]);
  expect(body).toContain(
    `<a href="https://shop.example/?a=1&amp;b=2"><img src="https://ads.example/${media}" alt=""></a>`,
  );
  // A changed creative has another page.
  await delivery.publish(rowsOf({ kind: 'html', html: '<p>New</p>' }));
  expect((await rawRequest(delivery.base, new URL(page?.id ?? '').pathname)).status).toBe(404);
});

test('excludes creatives that need a network, with the reason', async () => {
  const foreign = { media: null, vast: { url: 'https://other.example/vast' } } as unknown as CreativeRow['video'];
  const [first] = videoCreative().media?.files ?? [];
  const stream = videoCreative({}, { files: [{ ...first, delivery: 'streaming' }] } as never);
  const list = await listOf(
    { kind: 'html', html: '<script src="https://cdn.example/a.js"></script>' },
    { kind: 'vast', video: foreign },
    { kind: 'video', video: stream },
    { kind: 'product', fields: {}, images: {} },
    { kind: 'html5', file: { path: `html5/${'d'.repeat(64)}/index.html`, mime: 'text/html' } },
  );
  expect(list.media).toEqual([]);
  expect(list.excluded).toMatchObject([
    { creativeId: 1, kind: 'html', bookingIds: [6], reason: 'external_resources', urls: ['https://cdn.example/a.js'] },
    { creativeId: 2, kind: 'vast', reason: 'third_party_vast' },
    { creativeId: 3, kind: 'video', reason: 'stream' },
    { creativeId: 4, kind: 'product', reason: 'no_file' },
    { creativeId: 5, kind: 'html5', reason: 'files_unknown' },
  ]);
});

test('a format can exclude its screens and include its pages', async () => {
  const rows = rowsOf({ file: { path: media, mime: 'image/png' } });
  const withFormat = (inHeadsup: boolean, kind: string) =>
    ({
      ...rows,
      formats: rows.formats.map((format) => ({ ...format, inHeadsup })),
      locations: rows.locations.map((location) => ({ ...location, kind })),
    }) as SnapshotRows;
  const countOf = async (next: SnapshotRows) => {
    await delivery.publish(next);
    const response = await delivery.fetch('/api/headsup/download-list/sl_home_-lb');
    return ((await response.json()) as List).media.length;
  };
  expect(await countOf(rows)).toBe(1);
  expect(await countOf(withFormat(false, 'screen'))).toBe(0);
  expect(await countOf(withFormat(true, 'page'))).toBe(1);
});

test('a playlist has the files of each ad, or why it needs a network', async () => {
  await delivery.publish(
    rowsOf({ kind: 'html', html: '<p>Offer</p>' }, { kind: 'vast', video: { media: null } as never }),
  );
  const response = await delivery.fetch('/v1/screens/hall-1/playlist', {
    method: 'POST',
    body: JSON.stringify({ slotName: '_home_-lb' }),
  });
  const { ads } = (await response.json()) as { ads: { kind: string; media: Listed[]; problem?: string }[] };
  expect(ads.find(({ kind }) => kind === 'html')?.media).toMatchObject([{ mime: 'text/html' }]);
  for (const ad of ads.filter(({ kind }) => kind === 'vast')) {
    expect(ad).toMatchObject({ media: [], problem: 'third_party_vast' });
  }
});

test('lists the files of an archive of an earlier version after another upload', async () => {
  const under = 'e'.repeat(64);
  const file = { path: `html5/${under}/index.html`, mime: 'text/html' };
  expect((await listOf({ kind: 'html5', file })).excluded).toMatchObject([{ reason: 'files_unknown' }]);
  await openFolderStore(delivery.dataFolder).store(archiveList(archiveFiles).content, 'files=.json', {
    area: 'html5',
    under,
  });
  expect((await listOf({ kind: 'html5', file, name: 'Changed' })).media.length).toBe(2);
});
