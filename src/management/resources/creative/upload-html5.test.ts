import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { bannerFiles, writeZip } from '../../../../test/support/media-files/write-zip.ts';
import { sendUpload } from '../../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { readSnapshotCreatives } from '../../../exchange/rows/snapshot-creatives.ts';
import { requireKindOfFile } from './creative-rules.ts';

let management: TestManagement;
let creative: Record<string, unknown>;

beforeAll(async () => {
  management = await startTestManagement();
  const brandId = (await makeObject(management, 'brands')).id;
  const format = { width: 300, height: 250, maxBytes: 100_000 };
  const formatId = (await makeObject(management, 'inventory/format', format)).id;
  creative = { name: 'Winter', kind: 'html5', brandId, formatId, clickUrl: 'https://aurora.example/winter' };
});
afterAll(() => management?.close());

async function filesInStore(): Promise<readonly string[]> {
  const { dataFolder } = management.services.config;
  const found = await readdir(join(dataFolder, 'html5'), { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('turns a ZIP into a page at the creative origin and into a snapshot creative', async () => {
  const answer = await sendUpload(management, creative, { content: writeZip(bannerFiles()), name: 'winter.zip' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.body).toMatchObject({ kind: 'html5', state: 'approved', width: 300, height: 250, html: null });
  const [asset, ...others] = answer.body.assets;
  expect(others).toEqual([]);
  expect(asset).toMatchObject({
    mime: 'text/html',
    bytes: writeZip(bannerFiles()).length,
    width: 300,
    height: 250,
    variants: [],
  });
  expect(asset.url).toMatch(/^http:\/\/127\.0\.0\.1:8081\/html5\/[0-9a-f]{64}\/index\.html$/);
  expect([...(await filesInStore())].sort()).toEqual([
    'banner.css',
    'banner.js',
    'big=20dot.png',
    'files=.json',
    'index.html',
  ]);
  const [row] = await readSnapshotCreatives(management.database, { ids: [answer.body.id] });
  expect(row).toMatchObject({
    kind: 'html5',
    file: { path: new URL(asset.url).pathname.slice(1), mime: 'text/html' },
    clickUrl: creative['clickUrl'],
  });
  const again = await sendUpload(management, creative, { content: writeZip(bannerFiles()), name: 'again.zip' });
  expect(again.body.assets[0].url).toBe(asset.url);
});

test.each([
  ['a path outside the archive', 'unsafe_name', writeZip([...bannerFiles(), { path: '../x.js', content: '1' }])],
  ['a ZIP in a ZIP', 'type_not_allowed', writeZip([...bannerFiles(), { path: 'x.zip', content: 'PK' }])],
  ['no zip', 'broken_zip', Buffer.from('<html>')],
])('refuses %s with %s and stores nothing', async (_what, code, content) => {
  const before = await filesInStore();
  const answer = await sendUpload(management, creative, { content, name: 'x.zip' });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([{ pointer: '/file', in: 'body', code, message: expect.any(String) }]);
  expect(await filesInStore()).toEqual(before);
});

test('removes the files of a creative whose row is refused', async () => {
  const before = await filesInStore();
  const zip = writeZip([...bannerFiles(), { path: 'other.js', content: '1' }]);
  const answer = await sendUpload(management, { ...creative, brandId: 999_999 }, { content: zip, name: 'x.zip' });
  expect(answer.status).toBe(400);
  expect(await filesInStore()).toEqual(before);
});

test('requires a file for kind html5, and a creative origin', async () => {
  const answer = await management.call('POST', '/creatives', { body: creative });
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '/file']);
  const body = { ...creative } as unknown as Parameters<typeof requireKindOfFile>[0];
  expect(() => requireKindOfFile(body, { hasFile: true, files: new Map() }, { creativeOrigin: null })).toThrow(
    /PLACARD_CREATIVE_ORIGIN/,
  );
});

describe('large images of a ZIP', () => {
  const noise = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
    });
  const markup = (body: string) =>
    `<!doctype html><meta name="ad.size" content="width=300,height=250"><script>var clickTag;</script>${body}`;
  const setting = (resizeBundleImages: unknown) =>
    management.call('PATCH', '/settings', { body: { resizeBundleImages }, headers: { 'if-match': '*' } });
  let formatId: number;
  let zip: Buffer;

  beforeAll(async () => {
    formatId = (await makeObject(management, 'inventory/format', { width: 300, height: 250 })).id;
    const names = ['photo.jpg', 'wide.jpg', 'sprite.png', 'moving.webp', 'animated.png', 'broken.png', 'small.jpg'];
    const page = [
      ...names.filter((name) => name !== 'sprite.png').map((name) => `<img width="300" src="img/${name}">`),
      '<style>i{background:url(img/sprite.png)}</style>',
    ];
    const frames = [await noise(700, 600).png().toBuffer(), await noise(700, 600).png().toBuffer()];
    const animated = Buffer.from(await noise(1_200, 1_000).png().toBuffer());
    const chunk = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
    const broken = (await noise(1_200, 1_000).png().toBuffer()).subarray(0, 5_000);
    zip = writeZip([
      { path: 'index.html', content: markup(page.join('')) },
      { path: 'img/photo.jpg', content: await noise(1_500, 1_000).jpeg().toBuffer() },
      { path: 'img/wide.jpg', content: await noise(3_000, 400).jpeg().toBuffer() },
      { path: 'img/sprite.png', content: await noise(1_200, 1_000).png().toBuffer() },
      {
        path: 'img/moving.webp',
        content: await sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer(),
      },
      { path: 'img/animated.png', content: Buffer.concat([animated.subarray(0, 33), chunk, animated.subarray(33)]) },
      { path: 'img/broken.png', content: broken },
      { path: 'img/small.jpg', content: await noise(600, 500).jpeg().toBuffer() },
    ]);
  });
  afterEach(async () => {
    expect((await setting(false)).status).toBe(200);
  });

  async function sizes(url: string): Promise<Readonly<Record<string, unknown>>> {
    const folder = join(management.services.config.dataFolder, 'html5', url.split('/').at(-2) ?? '', 'img');
    const found: Record<string, unknown> = {};
    for (const name of await readdir(folder)) {
      const { width, height } = await sharp(await readFile(join(folder, name)))
        .metadata()
        .catch(() => ({ width: 0, height: 0 }));
      if (width > 0) found[name] = [width, height];
    }
    return found;
  }

  const send = () =>
    sendUpload(management, { ...creative, formatId, name: 'Large' }, { content: zip, name: 'large.zip' });

  test('stay as they are by default', async () => {
    const { status, body } = await send();
    expect([status, body.checks], JSON.stringify(body)).toEqual([201, []]);
    expect(await sizes(body.assets[0].url)).toMatchObject({ 'photo.jpg': [1_500, 1_000] });
  });

  test('are resized to twice the size of the creative, and the checks state the saved bytes', async () => {
    expect(await setting(true)).toMatchObject({ status: 200, body: { resizeBundleImages: true } });
    const { status, body } = await send();
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await sizes(body.assets[0].url)).toMatchObject({
      'photo.jpg': [750, 500],
      'wide.jpg': [3_000, 400],
      'sprite.png': [1_200, 1_000],
      'animated.png': [1_200, 1_000],
      'small.jpg': [600, 500],
    });
    expect(body).toMatchObject({ state: 'approved', assets: [{ bytes: zip.length }] });
    const [check, ...others] = body.checks;
    expect([check.code, check.severity, others]).toEqual(['IMAGES_RESIZED', 'info', []]);
    expect(check.message).toMatch(
      /^1 image was resized, which saves \d+ bytes: img\/photo.jpg from 1500x1000 to 750x500$/,
    );
    expect(Number(/saves (\d+)/.exec(check.message)?.[1])).toBeGreaterThan(50_000);
    const [row] = await readSnapshotCreatives(management.database, { ids: [body.id] });
    expect(JSON.stringify(row)).not.toContain('savedBytes');
  });

  test.each([['yes'], [1]])('are not configured by %s', async (value) => {
    expect(await setting(value)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/resizeBundleImages' }] } });
  });
});
