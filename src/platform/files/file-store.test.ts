import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../../test/support/services/s3-server.ts';
import { openBucketStore } from './bucket-store.ts';
import { readFilePath, safeFileName } from './file-path.ts';
import type { FileStore, StoreArea } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';

let server: S3Server;
let folder: string;
let store: FileStore;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-store-'));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const twins: Readonly<Record<string, () => FileStore>> = {
  'a folder': () => openFolderStore(folder),
  // Each test has a separate prefix, like deployments that share a bucket.
  'a bucket': () => openBucketStore(server.location(basename(folder)), { draftFolder: join(folder, 'drafts') }),
};

const banner = Buffer.from('a banner');
const bannerSha256 = createHash('sha256').update(banner).digest('hex');
const nowhere = `media/${'0'.repeat(64)}/nothing.png`;

async function contentOf(path: string, range?: { readonly start: number; readonly end: number }) {
  const stream = await store.read(path, range);
  return stream === null ? null : buffer(stream);
}

describe.each(Object.keys(twins))('in %s, a file', (twin) => {
  beforeEach(() => {
    store = (twins[twin] as () => FileStore)();
  });

  test('is stored completely, once, under the hash of its content', async () => {
    const stored = await Promise.all([1, 2, 3].map(() => store.store(banner, 'banner.png')));
    const path = `media/${bannerSha256}/banner.png`;
    for (const one of stored) expect(one).toMatchObject({ path, sha256: bannerSha256, bytes: 8 });
    expect(await store.stat(path)).toEqual({ bytes: 8 });
    expect(await contentOf(path)).toEqual(banner);
    expect((await store.store(banner, 'banner.png')).created).toBe(false);
    expect(await store.abandonedDrafts(-60_000)).toEqual([]);
  });

  test('is written and read as a stream of any length', async () => {
    const chunks = Array.from({ length: 300 }, (_, index) => Buffer.alloc(10_007, index));
    const whole = Buffer.concat(chunks);
    const stored = await store.store(Readable.from(chunks), 'video.mp4');
    expect(stored).toMatchObject({ sha256: createHash('sha256').update(whole).digest('hex'), bytes: 3_002_100 });
    expect((await contentOf(stored.path))?.equals(whole)).toBe(true);
    const part = await contentOf(stored.path, { start: 65_530, end: 1_048_577 });
    expect(part?.equals(whole.subarray(65_530, 1_048_577))).toBe(true);
    const again = await store.store(Readable.from(chunks), 'video.mp4');
    expect(again).toEqual({ ...stored, created: false });
  });

  test('is listed by its hash, and removed with all files of the hash', async () => {
    const under = 'c'.repeat(64);
    await store.store(banner, 'banner.png');
    await store.store(banner, 'other.png');
    await store.store(banner, 'index.html', { area: 'html5', under });
    await store.store(banner, 'pictures/a.png', { area: 'html5', under });
    const hashesOf = async (area: StoreArea) => {
      const found: string[] = [];
      for await (const hash of store.hashes(area)) found.push(hash);
      return found;
    };
    expect(await hashesOf('media')).toEqual([bannerSha256]);
    expect(await hashesOf('html5')).toEqual([under]);
    await store.removeAll({ area: 'html5', under });
    expect(await store.stat(`html5/${under}/pictures/a.png`)).toBeNull();
    expect(await hashesOf('html5')).toEqual([]);
    expect(await hashesOf('media')).toEqual([bannerSha256]);
    await store.removeAll({ area: 'html5', under });
    await expect(store.removeAll({ area: 'media', under: '..' })).rejects.toThrow(/is not a SHA-256/);
  });

  test.each([
    [0, 1],
    [0, 8],
    [3, 5],
    [7, 8],
  ])('is readable from %i to %i', async (start, end) => {
    const { path } = await store.store(banner, 'banner.png');
    expect(await contentOf(path, { start, end })).toEqual(banner.subarray(start, end));
  });

  test('may be empty', async () => {
    const { path } = await store.store(Buffer.alloc(0), 'empty.txt');
    expect(await store.stat(path)).toEqual({ bytes: 0 });
    expect(await contentOf(path)).toEqual(Buffer.alloc(0));
  });

  test('is stored with others under a common hash, and remains in its first version', async () => {
    const under = 'ab'.repeat(32);
    const page = await store.store(Buffer.from('<p>'), 'index.html', { area: 'html5', under });
    const image = await store.store(banner, 'images/a@2x.png', { area: 'html5', under });
    expect([page.path, image.path]).toEqual([`html5/${under}/index.html`, `html5/${under}/images/a@2x.png`]);
    expect(await contentOf(image.path)).toEqual(banner);
    const other = await store.store(Buffer.from('<b>'), 'index.html', { area: 'html5', under });
    expect(other.created).toBe(false);
    expect(await contentOf(page.path)).toEqual(Buffer.from('<p>'));
  });

  test('is missing after removal, without affecting another with the same content', async () => {
    const first = await store.store(banner, 'first.png');
    const second = await store.store(banner, 'second.png');
    await store.remove(first);
    expect(await store.stat(first.path)).toBeNull();
    expect(await contentOf(first.path)).toBeNull();
    expect(await contentOf(second.path)).toEqual(banner);
    await store.remove(second);
    await store.remove(second);
    expect((await store.store(banner, 'second.png')).created).toBe(true);
  });

  test('that was never stored is missing', async () => {
    expect(await store.stat(nowhere)).toBeNull();
    expect(await store.read(nowhere)).toBeNull();
    expect(await store.read(nowhere, { start: 0, end: 1 })).toBeNull();
    await store.remove({ path: nowhere });
  });

  test('from a stream that fails is not stored and leaves no remains', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000, 1);
        throw new Error('the sender went away');
      })(),
    );
    await expect(store.store(broken, 'video.mp4')).rejects.toThrow('the sender went away');
    expect(await store.abandonedDrafts(-60_000)).toEqual([]);
  });

  test.each(['../x.png', '.x.png', 'a//b.png', 'a/../b.png', 'x.png\0', 'ä.png', '', '/x.png', 'x y.png', '%2e.png'])(
    'with the invalid name %j is neither stored nor found',
    async (name) => {
      await expect(store.store(banner, name)).rejects.toThrow();
      expect(await store.stat(`media/${bannerSha256}/${name}`)).toBeNull();
      expect(await store.read(`media/${bannerSha256}/${name}`)).toBeNull();
      await expect(store.remove({ path: `media/${bannerSha256}/${name}` })).rejects.toThrow();
    },
  );

  test.each(['media/../secret', 'media/x/y.png', `media/${'a'.repeat(63)}/x.png`, `other/${'a'.repeat(64)}/x.png`])(
    '%s is not a path of the store',
    async (path) => {
      expect(readFilePath(path)).toBeNull();
      await expect(store.remove({ path })).rejects.toThrow();
      await expect(store.store(banner, 'x.png', { under: 'A'.repeat(64) })).rejects.toThrow();
    },
  );
});

test.each([
  ['../../etc/passwd', 'passwd.png'],
  ['C:\\temp\\Häagen Dazs (final).PNG', 'ha-agen-dazs-final.png'],
  ['a"><script>.png', 'a-script.png'],
  ['', 'file.png'],
  ['....', 'file.png'],
  ['中文.png', 'file.png'],
  [`${'x'.repeat(300)}.png`, `${'x'.repeat(60)}.png`],
  ['banner.svg', 'banner.png'],
])('%j becomes the safe name %s', (given, safe) => {
  expect(safeFileName(given, 'png')).toBe(safe);
  expect(readFilePath(`media/${'a'.repeat(64)}/${safe}`)).not.toBeNull();
});

describe('folder store', () => {
  beforeEach(() => {
    store = openFolderStore(folder);
  });

  test('stores each file under its path, and leaves no empty folder', async () => {
    const first = await store.store(banner, 'first.png');
    const inside = await store.store(banner, 'images/second.png');
    expect(await readFile(join(folder, first.path))).toEqual(banner);
    await store.remove(first);
    expect(await readdir(join(folder, 'media', first.sha256))).toEqual(['images']);
    await store.remove(inside);
    expect(await readdir(join(folder, 'media'))).toEqual(['.incoming']);
    expect(await readdir(join(folder, 'media', '.incoming'))).toEqual([]);
  });

  test('removes drafts of a crash with the next file', async () => {
    const abandoned = join(folder, 'media', '.incoming', '1-x');
    await mkdir(join(folder, 'media', '.incoming'), { recursive: true });
    await writeFile(abandoned, 'half');
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(abandoned, longAgo, longAgo);
    expect(await store.abandonedDrafts(60_000)).toEqual([
      { path: abandoned, bytes: 4, changedAtMs: longAgo.getTime() },
    ]);
    await store.store(banner, 'x.png');
    expect(await store.abandonedDrafts(60_000)).toEqual([]);
    expect(await readdir(join(folder, 'media', '.incoming'))).toEqual([]);
  });

  test('replaces a file that was truncated on disk', async () => {
    const { path } = await store.store(banner, 'banner.png');
    await writeFile(join(folder, path), 'a ban');
    expect(await store.store(banner, 'banner.png')).toMatchObject({ created: true });
    expect(await contentOf(path)).toEqual(banner);
  });
});
