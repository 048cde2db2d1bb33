import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { makeMp4 } from '../../../../../test/support/media-files/make-video-file.ts';
import { bannerFiles, writeZip } from '../../../../../test/support/media-files/write-zip.ts';
import { sendMultipartFile, sendResumable, sendUpload } from '../../../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';
import { scopes } from '../../../../contract/access/scopes.ts';
import { maxUploadBytes } from '../../../../core/vocabulary/limits/upload-limits.ts';
import { readSnapshotCreatives } from '../../../../exchange/rows/snapshot-creatives.ts';

const elsewhere = { url: 'https://m.example/a.mp4', mime: 'video/mp4', width: 1280, height: 720 };
/** Account of an advertiser. */
const author = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };

let management: TestManagement;
let brandId: number;
let oneSecond: Buffer;
let twoSeconds: Buffer;

beforeAll(async () => {
  management = await startTestManagement();
  brandId = (await makeObject(management, 'brands')).id;
  oneSecond = makeMp4('128x72', 1);
  twoSeconds = makeMp4('64x36', 2);
});
afterAll(() => management?.close());

// biome-ignore lint/suspicious/noExplicitAny: the assertions of a test check the body
async function videoFile(fields: Record<string, unknown> = {}): Promise<any> {
  const format = await makeObject(management, 'inventory/format', { mediaType: 'video', width: 640, height: 360 });
  const creative = { name: 'Winter', kind: 'video', brandId, formatId: format.id, ...fields };
  const { status, body } = await sendUpload(management, creative, { content: oneSecond, name: 'one.mp4' });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function delivered(id: number) {
  const [row] = await readSnapshotCreatives(management.database, { ids: [id] });
  return row;
}

test('replaces all renditions of a video and keeps its other settings', async () => {
  const media = { durationMs: 1_000, skipAfterMs: 500, title: 'Winter', files: [elsewhere] };
  const { id, assets } = await videoFile({ media });
  const answer = await sendMultipartFile(management, `/creatives/${id}/file`, { content: twoSeconds, name: 'Two.mp4' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body).toMatchObject({ width: 64, height: 36, state: 'approved', pendingVersion: null });
  expect(answer.body.media).toMatchObject({ durationMs: 2_000, skipAfterMs: 500, title: 'Winter' });
  const [asset] = answer.body.assets;
  expect(asset.url).not.toBe(assets[0].url);
  expect(answer.body.media.files).toMatchObject([{ url: asset.url, width: 64, bytes: twoSeconds.length }]);
  expect((await delivered(id))?.video?.media?.files).toMatchObject([{ url: new URL(asset.url).pathname.slice(1) }]);
  // A change of other settings leaves the file unchanged.
  const changed = await management.call('PATCH', `/creatives/${id}`, {
    body: { media: { title: 'Snow' } },
    headers: { 'if-match': '*' },
  });
  expect(changed.body).toMatchObject({ assets: answer.body.assets, media: { ...answer.body.media, title: 'Snow' } });
});

test('refuses a video shorter than its skip offset', async () => {
  const { id } = await videoFile({ media: { durationMs: 1_000, skipAfterMs: 900, files: [elsewhere] } });
  const short = makeMp4('64x36', 0.5);
  const answer = await sendMultipartFile(management, `/creatives/${id}/file`, { content: short, name: 'half.mp4' });
  expect([answer.status, answer.body.errors?.[0]]).toMatchObject([400, { pointer: '/file', code: 'wrong_duration' }]);
});

test('delivers the previous video while the new one is in review', async () => {
  const { id, media } = await videoFile();
  const sent = await sendMultipartFile(
    management,
    `/creatives/${id}/file`,
    { content: twoSeconds, name: 'two.mp4' },
    author,
  );
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  expect(sent.body).toMatchObject({ media, pendingVersion: { media: { durationMs: 2_000 }, width: 64 } });
  expect((await delivered(id))?.video?.media?.durationMs).toBe(media.durationMs);
  const approved = await management.call('POST', `/creatives/${id}/actions/approve`);
  expect(approved.body).toMatchObject({ media: { durationMs: 2_000 }, pendingVersion: null });
  expect((await delivered(id))?.video?.media?.durationMs).toBe(2_000);
});

test('adds a file to a creative with external files', async () => {
  const format = await makeObject(management, 'inventory/format', { mediaType: 'video', width: 640, height: 360 });
  const media = { durationMs: 9_000, files: [elsewhere] };
  const fields = { kind: 'video', brandId, formatId: format.id, html: undefined, media };
  const { id } = await makeObject(management, 'creatives', fields);
  const answer = await sendMultipartFile(management, `/creatives/${id}/file`, { content: twoSeconds, name: 'two.mp4' });
  expect(answer.body.media, JSON.stringify(answer.body)).toMatchObject({ durationMs: 2_000, files: [{ width: 64 }] });
});

test('replaces a ZIP by a ZIP', async () => {
  const format = await makeObject(management, 'inventory/format', { width: 300, height: 250 });
  const creative = { name: 'Winter', kind: 'html5', brandId, formatId: format.id };
  const made = await sendUpload(management, creative, { content: writeZip(bannerFiles()), name: 'a.zip' });
  const other = writeZip([...bannerFiles(), { path: 'more.css', content: 'a{}' }]);
  const answer = await sendMultipartFile(management, `/creatives/${made.body.id}/file`, {
    content: other,
    name: 'b.zip',
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.assets[0].url).not.toBe(made.body.assets[0].url);
  expect((await delivered(made.body.id))?.file?.path).toBe(new URL(answer.body.assets[0].url).pathname.slice(1));
});

test('accepts an upload in parts that exceeds the memory limit, and a repeated call', async () => {
  const { id } = await videoFile();
  // Appends an empty box to the video, as some tools do.
  const box = Buffer.alloc(maxUploadBytes);
  box.writeUInt32BE(box.length);
  box.write('free', 4, 'latin1');
  const content = Buffer.concat([makeMp4('64x36', 60), box]);
  const uploadId = await sendResumable(management, { content, name: 'minute.mp4' });
  const call = { body: { uploadId }, headers: { 'idempotency-key': randomUUID() } };
  const answer = await management.call('POST', `/creatives/${id}/file`, call);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.media).toMatchObject({ durationMs: 60_000, files: [{ bytes: content.length }] });
  expect(answer.body.assets[0].url).toMatch(/\/minute\.mp4$/);
  const again = await management.call('POST', `/creatives/${id}/file`, call);
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([200, answer.body, 'true']);
});

test('accepts only complete uploads of the same caller, for kinds with a file', async () => {
  const { id } = await videoFile();
  const uploadId = await sendResumable(management, { content: oneSecond, name: 'one.mp4' });
  const path = `/creatives/${id}/file`;
  const foreign = await management.call('POST', path, { body: { uploadId }, account: 2 });
  expect(foreign.body.errors).toMatchObject([{ pointer: '/uploadId', code: 'reference_not_found' }]);
  const begun = await management.call('POST', '/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '9' },
  });
  const early = await management.call('POST', path, { body: { uploadId: begun.body.uploadId } });
  expect([early.status, early.body.code]).toEqual([409, 'upload_incomplete']);
  const markup = await makeObject(management, 'creatives', { brandId });
  const unfit = await management.call('POST', `/creatives/${markup.id}/file`, { body: { uploadId } });
  expect(unfit.body.errors).toMatchObject([{ pointer: '/file', code: 'unexpected_file' }]);
  expect((await management.call('GET', `/creatives/${id}`)).body.version).toBe(1);
});

describe('the focal point of an image', () => {
  /** An image whose left half is red and right half is blue. */
  async function halves(width: number, height: number, name = 'halves.png') {
    const blue = await sharp({ create: { width: width / 2, height, channels: 3, background: '#00f' } })
      .png()
      .toBuffer();
    const content = await sharp({ create: { width, height, channels: 3, background: '#f00' } })
      .composite([{ input: blue, left: width / 2, top: 0 }])
      .png()
      .toBuffer();
    return { content, name };
  }

  async function croppedImage(): Promise<number> {
    const format = await makeObject(management, 'inventory/format', { width: 100, height: 100 });
    const creative = { name: 'Halves', kind: 'image', brandId, formatId: format.id, focalPoint: { x: 0, y: 50 } };
    const { status, body } = await sendUpload(management, creative, await halves(400, 100));
    expect([status, body.assets?.[0]?.crop], JSON.stringify(body)).toEqual([
      201,
      { focalPoint: { x: 0, y: 50 }, width: 400, height: 100 },
    ]);
    return body.id;
  }

  async function leadingColor(id: number): Promise<'red' | 'blue'> {
    const path = (await delivered(id))?.file?.path ?? '';
    const { dominant } = await sharp(join(management.services.config.dataFolder, path)).stats();
    return dominant.r > dominant.b ? 'red' : 'blue';
  }

  test('is kept by a file with the same aspect ratio', async () => {
    const id = await croppedImage();
    const answer = await sendMultipartFile(management, `/creatives/${id}/file`, await halves(800, 200, 'large.png'));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.assets[0].crop).toEqual({ focalPoint: { x: 0, y: 50 }, width: 800, height: 200 });
    expect(await leadingColor(id)).toBe('red');
  });

  test('is required for a file with another aspect ratio, and reset by a file that is not cropped', async () => {
    const id = await croppedImage();
    const path = `/creatives/${id}/file`;
    const refused = await sendMultipartFile(management, path, await halves(300, 100));
    expect([refused.status, refused.body.errors]).toMatchObject([
      400,
      [{ pointer: '/file', code: 'wrong_dimensions' }],
    ]);
    const whole = await sendMultipartFile(management, path, await halves(200, 200));
    expect([whole.status, whole.body.assets[0].crop]).toEqual([200, null]);
    expect((await sendMultipartFile(management, path, await halves(400, 100))).status).toBe(400);
  });

  test('can be sent with the file, as a part or with the ID of an upload', async () => {
    const id = await croppedImage();
    const path = `/creatives/${id}/file`;
    const parts = { focalPoint: '{"x":100,"y":50}' };
    const answer = await sendMultipartFile(management, path, await halves(400, 100), { parts });
    expect(answer.body.assets, JSON.stringify(answer.body)).toMatchObject([{ crop: { focalPoint: { x: 100 } } }]);
    expect(await leadingColor(id)).toBe('blue');
    const uploadId = await sendResumable(management, await halves(300, 100));
    const body = { uploadId, focalPoint: { x: 0, y: 0 } };
    const resumed = await management.call('POST', path, { body });
    expect(resumed.body.assets, JSON.stringify(resumed.body)).toMatchObject([{ crop: { width: 300 } }]);
    expect(await leadingColor(id)).toBe('red');
  });

  test.each([
    ['outside the image', '{"x":101,"y":50}', 400, '/focalPoint/x'],
    ['without a coordinate', '{"x":50}', 400, '/focalPoint/y'],
    ['that is not JSON', '{x', 400, '/focalPoint'],
    ['that is a text', '"center"', 400, '/focalPoint'],
  ])('is refused: a point %s', async (_case, focalPoint, status, pointer) => {
    const id = await croppedImage();
    const options = { parts: { focalPoint } };
    const answer = await sendMultipartFile(management, `/creatives/${id}/file`, await halves(400, 100), options);
    expect([answer.status, answer.body.errors], JSON.stringify(answer.body)).toMatchObject([status, [{ pointer }]]);
  });

  test('is refused for a video and for a rendition', async () => {
    const { id } = await videoFile();
    const file = { content: twoSeconds, name: 'two.mp4' };
    const parts = { focalPoint: '{"x":50,"y":50}' };
    const answer = await sendMultipartFile(management, `/creatives/${id}/file`, file, { parts });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ pointer: '/focalPoint' }]]);
    const rendition = await sendMultipartFile(management, `/creatives/${id}/renditions`, file, { parts });
    expect([rendition.status, rendition.body.errors]).toMatchObject([
      400,
      [{ pointer: '/focalPoint', code: 'unknown_field' }],
    ]);
  });
});
