import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';
import { type ImageVersion, imageVersionsName } from '../../../core/creative/image-versions.ts';
import { openFolderStore } from '../../../platform/files/folder-store.ts';

const under = 'ab'.repeat(32);
const address = `/media/${under}/banner.png`;

/** A file whose content is its name, because these tests only check which file is returned. */
function version(width: number, mime: string, bytes: number): ImageVersion {
  const extension = mime.slice('image/'.length);
  const name = width === 640 && extension === 'png' ? 'banner.png' : `banner-w${width}.${extension}`;
  return { name, mime, width, height: width / 2, bytes, sha256: '' };
}

const versions = [
  version(160, 'image/png', 50),
  version(320, 'image/png', 90),
  version(320, 'image/webp', 40),
  version(320, 'image/avif', 60),
  version(640, 'image/webp', 110),
  version(640, 'image/avif', 80),
  version(640, 'image/png', 200),
];

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery();
  const store = openFolderStore(delivery.dataFolder);
  await store.store(Buffer.from(JSON.stringify(versions)), imageVersionsName, { under });
  for (const { name } of versions) await store.store(Buffer.from(name), name, { under });
  await store.store(Buffer.from('alone.png'), 'alone.png', { under: 'cd'.repeat(32) });
});
afterAll(() => delivery?.close());

const browser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

async function answered(query: string, accept = '*/*', path = address): Promise<string> {
  const answer = await delivery.fetch(path + query, { headers: { accept } });
  const content = await answer.text();
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${path.split('/')[2]}-${content}"`]);
  expect(answer.headers.get('content-type')).toBe(`image/${content.split('.')[1]}`);
  return content;
}

describe('product decisions 9: an image by width and type', () => {
  test.each([
    ['', 'banner.png'],
    ['?w=640', 'banner.png'],
    ['?w=200', 'banner-w320.png'],
    ['?w=100', 'banner-w160.png'],
    ['?w=9999', 'banner.png'],
    ['?w=320&fm=webp', 'banner-w320.webp'],
    ['?w=320&fm=avif', 'banner-w320.avif'],
    ['?fm=WEBP', 'banner-w640.webp'],
    ['?w=320&fm=png', 'banner-w320.png'],
    // Not available in this type, or an unsupported type.
    ['?w=160&fm=webp', 'banner-w160.png'],
    ['?w=160&fm=jpg', 'banner-w160.png'],
    ['?fm=svg', 'banner.png'],
    // Invalid values are ignored.
    ['?w=', 'banner.png'],
    ['?w=0', 'banner.png'],
    ['?w=-5', 'banner.png'],
    ['?w=1e3', 'banner.png'],
    ['?w=123456789', 'banner.png'],
    ['?w=320&w=160', 'banner-w320.png'],
    ['?w=%zz', 'banner.png'],
  ])('%s: %s', async (query, name) => {
    expect(await answered(query)).toBe(name);
  });

  test.each([
    [browser, '', 'banner.png'],
    [browser, '?v=2', 'banner.png'],
    [browser, '?w=640', 'banner-w640.avif'],
    [browser, '?w=320', 'banner-w320.webp'],
    [browser, '?w=320&fm=png', 'banner-w320.png'],
    ['image/webp,*/*', '?w=640', 'banner-w640.webp'],
    ['IMAGE/WEBP;q=0.9', '?w=300', 'banner-w320.webp'],
    ['image/avif;q=0, image/*', '?w=640', 'banner.png'],
    ['image/*', '?w=300', 'banner-w320.png'],
  ])('returns the smallest type that Accept %s names, for %s: %s', async (accept, query, name) => {
    expect(await answered(query, accept)).toBe(name);
  });

  test('sends Vary: Accept where Accept matters', async () => {
    const varyOf = async (path: string) => (await delivery.fetch(path)).headers.get('vary') ?? '';
    expect(await varyOf(`${address}?w=320`)).toMatch(/accept/i);
    expect(await varyOf(address)).not.toMatch(/accept/i);
    expect(await varyOf(`${address}?w=320&fm=webp`)).not.toMatch(/accept/i);
    expect(await varyOf(`/media/${'cd'.repeat(32)}/alone.png`)).not.toMatch(/accept/i);
  });

  test('a version by its own name, and an image without versions, are returned unchanged', async () => {
    expect(await answered('?w=160', browser, `/media/${under}/banner-w320.png`)).toBe('banner-w320.png');
    expect(await answered('?w=160&fm=avif', browser, `/media/${'cd'.repeat(32)}/alone.png`)).toBe('alone.png');
  });

  test('ranges and conditional requests apply to the selected version', async () => {
    const range = await delivery.fetch(`${address}?w=320&fm=webp`, { headers: { range: 'bytes=0-5' } });
    expect([range.status, await range.text()]).toEqual([206, 'banner']);
    const etag = `"${under}-banner-w320.webp"`;
    const known = await delivery.fetch(`${address}?w=320&fm=webp`, { headers: { 'if-none-match': etag } });
    expect(known.status).toBe(304);
    const other = await delivery.fetch(address, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });
});
