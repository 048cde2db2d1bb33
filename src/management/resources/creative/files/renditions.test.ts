import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { makeMp4, makeVideoFile } from '../../../../../test/support/media-files/make-video-file.ts';
import { sendMultipartFile, sendResumable, sendUpload } from '../../../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';
import { scopes } from '../../../../contract/access/scopes.ts';
import { readSnapshotCreatives } from '../../../../exchange/rows/snapshot-creatives.ts';

/** Account of an advertiser. */
const author = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };

let management: TestManagement;
let brandId: number;
let formatId: number;
let small: Buffer;
let middle: Buffer;
let large: Buffer;

beforeAll(async () => {
  management = await startTestManagement();
  brandId = (await makeObject(management, 'brands')).id;
  formatId = (await makeObject(management, 'inventory/format', { mediaType: 'video', width: 640, height: 360 })).id;
  small = makeMp4('64x36', 2);
  middle = makeVideoFile('b.webm', 'testsrc=size=128x72:rate=10:duration=2', '-c:v', 'libvpx');
  large = makeMp4('256x144', 2);
});
afterAll(() => management?.close());

// biome-ignore lint/suspicious/noExplicitAny: the assertions of a test check the body
async function videoFile(content = middle): Promise<any> {
  const creative = { name: 'Winter', kind: 'video', brandId, formatId };
  const { status, body } = await sendUpload(management, creative, { content, name: 'winter' });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

function add(id: number, content: Buffer, options = {}) {
  return sendMultipartFile(management, `/creatives/${id}/renditions`, { content, name: 'more' }, options);
}

const widthsOf = (files: readonly { width: number }[]) => files.map(({ width }) => width);
const pathOf = (url: string) => new URL(url).pathname.slice(1);

describe('a rendition of a video', () => {
  test('is sorted by quality, and players receive all renditions', async () => {
    const { id, poster } = await videoFile();
    await add(id, small);
    const { status, body } = await add(id, large);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ width: 256, height: 144, state: 'approved', poster });
    expect(widthsOf(body.media.files)).toEqual([256, 128, 64]);
    expect(body.assets.map(({ url }: { url: string }) => url)).toEqual(
      body.media.files.map(({ url }: { url: string }) => url),
    );
    const [row] = await readSnapshotCreatives(management.database, { ids: [id] });
    expect(row?.video?.media?.files).toMatchObject([
      { mime: 'video/mp4', codec: expect.stringMatching(/^avc1\.6400/), url: pathOf(body.assets[0].url) },
      { mime: 'video/webm', codec: 'vp8' },
      { mime: 'video/mp4', codec: expect.stringMatching(/^avc1\.6400/) },
    ]);
    expect(row?.poster).toBe(pathOf(poster.url));
  });

  test('can be uploaded in parts and combined with external files', async () => {
    const elsewhere = { url: 'https://m.example/a.mp4', mime: 'video/mp4', width: 1280, height: 720 };
    const media = { durationMs: 2_000, files: [elsewhere] };
    const fields = { kind: 'video', brandId, formatId, html: undefined, media };
    const made = await makeObject(management, 'creatives', fields);
    expect(made['poster']).toBeNull();
    const uploadId = await sendResumable(management, { content: large, name: 'large.mp4' });
    const { body } = await management.call('POST', `/creatives/${made.id}/renditions`, { body: { uploadId } });
    expect(widthsOf(body.media.files), JSON.stringify(body)).toEqual([1280, 256]);
    expect(body).toMatchObject({ width: 1280, poster: { width: 256, height: 144 } });
  });

  test('is refused as an empty list, with the advice to omit the field', async () => {
    const media = { durationMs: 2_000, files: [] };
    const creative = { name: 'Winter', kind: 'video', brandId, formatId, media };
    const { status, body } = await sendUpload(management, creative, { content: small, name: 'winter' });
    expect([status, body.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/media/files', message: expect.stringContaining('omit media') })],
    ]);
  });

  test('is removed by its hash unless it is the only one', async () => {
    const { id, assets, poster } = await videoFile();
    const added = await add(id, large);
    const [first] = added.body.assets;
    const left = await management.call('DELETE', `/creatives/${id}/renditions/${first.sha256}`);
    expect(left.status, JSON.stringify(left.body)).toBe(200);
    expect(left.body).toMatchObject({ assets, poster, width: 128, media: { files: [{ url: assets[0].url }] } });
    const last = await management.call('DELETE', `/creatives/${id}/renditions/${assets[0].sha256}`);
    expect([last.status, last.body.errors]).toMatchObject([400, [{ pointer: '/sha256', code: 'only_file' }]]);
    const gone = await management.call('DELETE', `/creatives/${id}/renditions/${first.sha256}`);
    expect(gone.status).toBe(404);
  });

  test('is removed with its poster when a change names other files instead', async () => {
    const { id } = await videoFile();
    const elsewhere = { url: 'https://m.example/a.mp4', mime: 'video/mp4', width: 1280, height: 720 };
    const changed = await management.call('PATCH', `/creatives/${id}`, {
      body: { media: { files: [elsewhere] } },
      headers: { 'if-match': '*' },
    });
    expect(changed.body).toMatchObject({ assets: [], poster: null, media: { files: [elsewhere] } });
  });

  test('that requires a review is pending together with the others', async () => {
    const { id } = await videoFile();
    const { body } = await add(id, large, author);
    expect(widthsOf(body.media.files)).toEqual([128]);
    expect(widthsOf(body.pendingVersion.media.files)).toEqual([256, 128]);
    expect(body.pendingVersion.poster).toEqual(body.poster);
    const more = await add(id, small, author);
    expect(widthsOf(more.body.pendingVersion.media.files)).toEqual([256, 128, 64]);
    const [{ sha256 }] = more.body.pendingVersion.assets;
    const less = await management.call('DELETE', `/creatives/${id}/renditions/${sha256}`, author);
    expect(widthsOf(less.body.pendingVersion.media.files)).toEqual([128, 64]);
  });

  test.each<[what: string, code: string, content: () => Buffer]>([
    ['of another length', 'wrong_duration', () => makeMp4('64x36', 5)],
    ['that exists already', 'duplicate_file', () => middle],
    ['of another aspect ratio', 'wrong_dimensions', () => makeMp4('64x64', 2)],
    ['that is not a video', 'unsupported_video', () => Buffer.from('not a video')],
  ])('%s is refused: %s', async (_what, code, content) => {
    const { id, assets } = await videoFile();
    const { status, body } = await add(id, content());
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/file', code }]]);
    expect((await management.call('GET', `/creatives/${id}`)).body).toMatchObject({ assets, version: 1 });
  });

  test('requires an existing creative of kind video or audio', async () => {
    const markup = await makeObject(management, 'creatives', { brandId });
    expect((await add(markup.id, small)).body.errors).toMatchObject([{ code: 'unexpected_file' }]);
    expect((await add(999_999, small)).status).toBe(404);
    const hash = 'a'.repeat(64);
    expect((await management.call('DELETE', `/creatives/${markup.id}/renditions/${hash}`)).status).toBe(404);
    expect((await management.call('DELETE', `/creatives/${markup.id}/renditions/A`)).body.errors).toMatchObject([
      { pointer: '/sha256', in: 'path' },
    ]);
  });
});

describe('the poster of a video', () => {
  test('is a frame of it, at most as wide as a player, with a stable URL', async () => {
    const wide = makeMp4('1920x1080', 0.4);
    const { poster, assets } = await videoFile(wide);
    expect(poster).toEqual({
      url: expect.stringMatching(/\/media\/[0-9a-f]{64}\/poster\.jpg$/),
      width: 1280,
      height: 720,
    });
    expect(assets).toHaveLength(1);
    const stream = await management.services.fileStore.read(pathOf(poster.url));
    const metadata = await sharp(await buffer(stream as NonNullable<typeof stream>)).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 1280, height: 720 });
  });

  test('changes with the video, and audio has none', async () => {
    const { id, poster } = await videoFile();
    const { body } = await sendMultipartFile(management, `/creatives/${id}/file`, {
      content: large,
      name: 'large.mp4',
    });
    expect(body.poster).toMatchObject({ width: 256, height: 144 });
    expect(body.poster.url).not.toBe(poster.url);
    const sounds = (await makeObject(management, 'inventory/format', { mediaType: 'audio' })).id;
    const sound = makeVideoFile('a.m4a', 'sine=duration=1', '-c:a', 'aac');
    const audio = await sendUpload(
      management,
      { name: 'Tone', kind: 'audio', brandId, formatId: sounds },
      { content: sound, name: 'a.m4a' },
    );
    expect(audio.body, JSON.stringify(audio.body)).toMatchObject({
      poster: null,
      media: { files: [{ codec: 'mp4a.40.2' }] },
    });
  });
});
