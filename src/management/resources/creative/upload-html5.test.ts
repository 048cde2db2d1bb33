import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
