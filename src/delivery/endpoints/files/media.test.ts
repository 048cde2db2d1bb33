import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest, startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { openFolderStore } from '../../../platform/files/folder-store.ts';

const content = Buffer.from('0123456789');
const sha256 = createHash('sha256').update(content).digest('hex');
const etag = `"${sha256}-video.mp4"`;

let delivery: TestDelivery;
let store: FileStore;
let path: string;

beforeAll(async () => {
  delivery = await startTestDelivery();
  store = openFolderStore(delivery.dataFolder);
  path = `/${(await store.store(content, 'video.mp4')).path}`;
});
afterAll(() => delivery?.close());

function get(headers: Record<string, string> = {}, options: RequestInit = {}) {
  return delivery.fetch(path, { ...options, headers });
}

test('a file is returned complete, with an unlimited lifetime and the type of its name', async () => {
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('0123456789');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': '10',
    'content-type': 'video/mp4',
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
});

test('HEAD returns the headers of GET without content, and ignores ranges', async () => {
  const answer = await get({ range: 'bytes=0-3' }, { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe('10');
  expect(await answer.text()).toBe('');
});

describe('a range', () => {
  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-4', '4', 'bytes 4-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=0-', '0123456789', 'bytes 0-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-4000', '89', 'bytes 8-9/10'],
    ['Bytes = 2 - 3', '23', 'bytes 2-3/10'],
  ])('%s returns %s', async (range, text, contentRange) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
    expect(answer.headers.get('etag')).toBe(etag);
    expect(await answer.text()).toBe(text);
  });

  test.each(['bytes=10-', 'bytes=10-12', 'bytes=4000-', 'bytes=-0'])(
    '%s is beyond the file, and the response contains the file size',
    async (range) => {
      const answer = await get({ range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe('bytes */10');
      expect(await answer.text()).toBe('');
    },
  );

  test.each([
    'bytes=0-1,4-5',
    'bytes=',
    'bytes=-',
    'bytes=3-1',
    'bytes=a-b',
    'lines=0-3',
    'bytes=1e3-',
    '0-3',
    'bytes=--3',
  ])('%s is not supported and returns the complete file', async (range) => {
    const answer = await get({ range });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('0123456789');
  });

  test.each([
    [etag, 206],
    [`W/${etag}`, 200],
    ['"another"', 200],
    ['Sat, 21 Nov 2026 10:00:00 GMT', 200],
  ])('with the condition %s returns %i', async (ifRange, status) => {
    expect((await get({ range: 'bytes=0-3', 'if-range': ifRange })).status).toBe(status);
  });
});

test.each([
  [etag, 304],
  [`W/${etag}`, 304],
  [`"another", ${etag}`, 304],
  ['*', 304],
  ['"another"', 206],
])('with %s and a range returns %i', async (ifNoneMatch, status) => {
  const answer = await get({ 'if-none-match': ifNoneMatch, range: 'bytes=0-3' });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  if (status === 304) expect(await answer.text()).toBe('');
});

test.each([
  '/media/',
  `/media/${sha256}`,
  `/media/${sha256}/`,
  `/media/${sha256}/other.mp4`,
  `/media/${sha256.toUpperCase()}/video.mp4`,
  `/media/${sha256}/../${sha256}/video.mp4`,
  `/media/${sha256}/%2e%2e%2ffilm.mp4`,
  `/media/.incoming/video.mp4`,
  `/media/${sha256}/.video.mp4`,
  `/html5/${sha256}/video.mp4`,
])('%s does not resolve to a file', async (target) => {
  expect((await rawRequest(delivery.base, target)).status).toBe(404);
});

test('a file supports only GET and HEAD', async () => {
  const answer = await get({}, { method: 'POST', body: 'x' });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
});

test('an empty file is complete and has no ranges', async () => {
  const empty = await store.store(Buffer.alloc(0), 'empty.png');
  expect((await delivery.fetch(`/${empty.path}`)).status).toBe(200);
  expect((await delivery.fetch(`/${empty.path}`, { headers: { range: 'bytes=0-' } })).status).toBe(416);
});

test('a video that is read in ranges by eight concurrent readers is complete', async () => {
  const videoFile = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 31) % 251));
  const stored = await store.store(videoFile, 'long.mp4');
  const size = 250_001;
  const starts = Array.from({ length: Math.ceil(videoFile.length / size) }, (_, index) => index * size);
  const parts = await Promise.all(
    starts.map(async (start) => {
      const range = `bytes=${start}-${start + size - 1}`;
      return Buffer.from(await (await delivery.fetch(`/${stored.path}`, { headers: { range } })).arrayBuffer());
    }),
  );
  expect(Buffer.concat(parts).equals(videoFile)).toBe(true);
});
