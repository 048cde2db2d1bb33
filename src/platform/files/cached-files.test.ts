import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { type S3Server, startS3Server } from '../../../test/support/services/s3-server.ts';
import { createLog } from '../log/log.ts';
import { openBucketStore } from './bucket-store.ts';
import { openCachedFiles } from './cached-files.ts';
import { type FileStore, FileStoreAway } from './file-store.ts';

const maxBytes = 64 * 1024 * 1024;
const log = createLog({ level: 'silent', name: 'test' });

let server: S3Server;
let folder: string;
let bucket: FileStore;
let kept: FileStore;
let nowMs = 0;

beforeEach(async () => {
  server = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'placard-kept-'));
  bucket = openBucketStore(server.location('a/b'), { draftFolder: join(folder, 'drafts') });
  kept = openKept();
});
afterEach(async () => {
  await kept.close();
  await bucket.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function openKept(storeCacheBytes = maxBytes): FileStore {
  return openCachedFiles({ store: server.location('a/b'), storeCacheBytes, dataFolder: folder }, log, () => nowMs);
}

async function contentOf(path: string, range?: { readonly start: number; readonly end: number }) {
  const stream = await kept.read(path, range);
  return stream === null ? null : buffer(stream);
}

/** Returns the names in the cache folder, without drafts. */
async function keptNames(): Promise<string[]> {
  const entries = await readdir(join(folder, 'store-cache'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
}

test('a cached file is readable while the bucket is unavailable, and another is not', async () => {
  const banner = await bucket.store(Buffer.from('a banner'), 'banner.png');
  const other = await bucket.store(Buffer.from('another'), 'other.png');
  expect(await contentOf(banner.path)).toEqual(Buffer.from('a banner'));
  await server.close();
  expect(await kept.stat(banner.path)).toEqual({ bytes: 8 });
  expect(await contentOf(banner.path)).toEqual(Buffer.from('a banner'));
  expect(await contentOf(banner.path, { start: 2, end: 5 })).toEqual(Buffer.from('ban'));
  await expect(kept.stat(other.path)).rejects.toThrow(FileStoreAway);
  // Also by a process that was just started.
  await kept.close();
  kept = openKept();
  expect(await contentOf(banner.path)).toEqual(Buffer.from('a banner'));
});

test('after a failure callers do not wait for the bucket, and it is tried again after a second', async () => {
  const { path } = await bucket.store(Buffer.from('a banner'), 'banner.png');
  const location = server.location('a/b');
  await server.close();
  await expect(kept.stat(path)).rejects.toThrow(FileStoreAway);
  const startedMs = performance.now();
  for (let count = 0; count < 1_000; count += 1) await expect(kept.stat(path)).rejects.toThrow(FileStoreAway);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  server = await startS3Server({ port: Number(new URL(location.endpoint ?? '').port) });
  await expect(kept.stat(path)).rejects.toThrow(FileStoreAway);
  nowMs += 1_001;
  expect(await kept.stat(path)).toBeNull();
});

test('concurrent requests for a file fetch it once', async () => {
  const content = Buffer.alloc(2_000_000, 7);
  const { path, sha256 } = await bucket.store(content, 'banner.png');
  const parts = await Promise.all(
    Array.from({ length: 40 }, (_, index) => contentOf(path, { start: index * 50_000, end: (index + 1) * 50_000 })),
  );
  const whole = Buffer.concat(parts.map((part) => part ?? Buffer.alloc(0)));
  expect(createHash('sha256').update(whole).digest('hex')).toBe(sha256);
  expect(await keptNames()).toEqual(['banner.png']);
});

test('a video is streamed by ranges while it is fetched, then read from the cache', async () => {
  const videoFile = Buffer.alloc(10_000_000, 3);
  const { path } = await bucket.store(videoFile, 'video.mp4');
  expect(await contentOf(path, { start: 9_999_990, end: 10_000_000 })).toEqual(videoFile.subarray(9_999_990));
  await waitUntil('the video to be cached', async () => (await keptNames()).includes('video.mp4'));
  await server.close();
  expect((await contentOf(path))?.equals(videoFile)).toBe(true);
});

test('a file that would evict most others is not cached', async () => {
  kept = openKept(1_000_000);
  const { path } = await bucket.store(Buffer.alloc(300_000, 1), 'long.mp4');
  expect((await contentOf(path))?.length).toBe(300_000);
  expect(await keptNames()).toEqual([]);
});

test('the least recently used files are evicted first when the cache is full', async () => {
  kept = openKept(1_000_000);
  const stored = [];
  for (let index = 0; index < 12; index += 1) {
    stored.push(await bucket.store(Buffer.alloc(100_000, index), `f${index}.png`));
  }
  for (const { path } of stored) expect((await contentOf(path))?.length).toBe(100_000);
  const names = await keptNames();
  expect(names).toContain('f11.png');
  expect(names).not.toContain('f0.png');
  expect(names.length).toBeLessThanOrEqual(10);
  // An evicted file is fetched again.
  expect((await contentOf(stored[0]?.path ?? ''))?.[0]).toBe(0);
});

test('returns null and caches nothing when the object is missing', async () => {
  const nowhere = `media/${'0'.repeat(64)}/nothing.png`;
  expect(await kept.stat(nowhere)).toBeNull();
  expect(await kept.read(nowhere)).toBeNull();
  expect(await keptNames()).toEqual([]);
});

test('an unusable cache folder does not prevent responses', async () => {
  await writeFile(join(folder, 'store-cache'), 'a file');
  const { path } = await bucket.store(Buffer.from('a banner'), 'banner.png');
  expect(await contentOf(path)).toEqual(Buffer.from('a banner'));
  expect((await stat(join(folder, 'store-cache'))).isFile()).toBe(true);
});
