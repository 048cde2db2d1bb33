import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import {
  type CallOptions,
  startTestManagement,
  type TestManagement,
} from '../../../../test/support/server/test-management.ts';
import { openUploadFolder } from '../../../platform/files/upload/upload-folder.ts';
import { UploadRefused } from '../../../platform/files/upload/upload-refused.ts';

let management: TestManagement;
let nowMs = Date.now();
let port: number;

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  await management.app.listen({ host: '127.0.0.1', port: 0 });
  port = (management.app.server.address() as AddressInfo).port;
});
afterAll(() => management?.close());

type Headers = Readonly<Record<string, string>>;

function call(method: string, path: string, headers: Headers = {}, options: CallOptions = {}) {
  return management.call(method, path, { ...options, headers: { 'tus-resumable': '1.0.0', ...headers } });
}

async function begin(bytes: number, headers: Headers = {}, options: CallOptions = {}) {
  const answer = await call('POST', '/uploads', { 'upload-length': String(bytes), ...headers }, options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { answer, path: answer.headers['location'] ?? '', id: String(answer.body.uploadId) };
}

function send(path: string, offset: number, content: Buffer, headers: Headers = {}, options: CallOptions = {}) {
  const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers };
  return call('PATCH', path, part, { ...options, payload: content });
}

async function offsetOf(path: string): Promise<number> {
  const answer = await call('HEAD', path);
  expect(answer.status).toBe(200);
  return Number(answer.headers['upload-offset']);
}

function metadata(fileName: string): Headers {
  return { 'upload-metadata': `filetype aW1hZ2UvcG5n,filename ${Buffer.from(fileName).toString('base64')},public` };
}

function checksum(content: Buffer, algorithm = 'sha256'): Headers {
  return { 'upload-checksum': `${algorithm} ${createHash(algorithm).update(content).digest('base64')}` };
}

async function banner(background: string): Promise<Buffer> {
  return sharp({ create: { width: 728, height: 90, channels: 3, background } })
    .png()
    .toBuffer();
}

async function creativeOf(uploadId: string) {
  const brandId = (await makeObject(management, 'brands')).id;
  const formatId = (await makeObject(management, 'inventory/format', { width: 728, height: 90, maxBytes: 200_000 })).id;
  return { name: 'Banner', kind: 'image', brandId, formatId, uploadId };
}

test('turns an image uploaded in parts into a creative, with its name and bytes', async () => {
  const content = await banner('#c03');
  const { path, id, answer } = await begin(content.length, metadata('Winter banner.PNG'));
  expect(answer.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'upload-offset': '0' });
  const first = await send(path, 0, content.subarray(0, 100), checksum(content.subarray(0, 100)));
  expect(Date.parse(first.headers['upload-expires'] ?? '')).toBeGreaterThan(nowMs + 23 * 3_600_000);
  expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '100', 'tus-resumable': '1.0.0' } });
  const head = await call('HEAD', path);
  expect(head.headers).toMatchObject({
    'upload-offset': '100',
    'upload-length': String(content.length),
    'cache-control': 'no-store',
  });
  const body = await creativeOf(id);
  const early = await management.call('POST', '/creatives', { body });
  expect(early).toMatchObject({ status: 409, body: { code: 'upload_incomplete' } });
  expect((await send(path, 100, content.subarray(100))).status).toBe(204);
  const headers = { 'idempotency-key': 'by-upload' };
  const made = await management.call('POST', '/creatives', { body, headers });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(made.body.assets[0]).toMatchObject({ mime: 'image/png', width: 728, height: 90 });
  expect(made.body.assets[0].url).toMatch(/\/winter-banner\.png$/);
  const repeated = await management.call('POST', '/creatives', { body, headers });
  expect(repeated.body).toEqual(made.body);
});

test('accepts the first part together with the creation', async () => {
  const content = randomBytes(1_000);
  const answer = await call(
    'POST',
    '/uploads',
    { 'upload-length': '1000', 'content-type': 'application/offset+octet-stream' },
    { payload: content.subarray(0, 400) },
  );
  expect(answer).toMatchObject({ status: 201, headers: { 'upload-offset': '400' } });
  const path = answer.headers['location'] ?? '';
  expect(await send(path, 400, content.subarray(400))).toMatchObject({ headers: { 'upload-offset': '1000' } });
});

describe('a part', () => {
  test('with a wrong offset is refused, and the upload is unchanged', async () => {
    const { path } = await begin(1_000);
    await send(path, 0, randomBytes(300));
    for (const offset of [0, 299, 301, 1_000, 999_999_999]) {
      const answer = await send(path, offset, randomBytes(10));
      expect(answer).toMatchObject({ status: 409, body: { code: 'upload_moved' } });
    }
    expect(await offsetOf(path)).toBe(300);
  });

  test.each(['sha1', 'sha256'])('with a wrong %s is refused and not stored', async (algorithm) => {
    const { path } = await begin(1_000);
    const content = randomBytes(1_000);
    await send(path, 0, content.subarray(0, 500), checksum(content.subarray(0, 500), algorithm));
    const wrong = await send(path, 500, content.subarray(500), checksum(randomBytes(500), algorithm));
    expect(wrong).toMatchObject({ status: 460, body: { code: 'checksum_mismatch' } });
    expect(await offsetOf(path)).toBe(500);
    const right = await send(path, 500, content.subarray(500), checksum(content.subarray(500), algorithm));
    expect(right).toMatchObject({ status: 204, headers: { 'upload-offset': '1000' } });
  });

  test('beyond the remaining length, or of another type, is refused', async () => {
    const { path } = await begin(1_000);
    expect(await send(path, 0, randomBytes(1_001))).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect((await send(path, 0, Buffer.from('{}'), { 'content-type': 'application/json' })).status).toBe(415);
    expect((await send(path, 0, Buffer.from('x'), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(path, 0, randomBytes(10), { 'upload-checksum': 'md5 x' })).status).toBe(400);
    expect((await send(path, 0, randomBytes(10), { 'upload-offset': '-1' })).status).toBe(400);
    expect((await send(path, await offsetOf(path), randomBytes(1_000))).status).toBe(204);
  });

  test('of a broken connection is stored up to the received bytes, and the client can resume', async () => {
    const content = randomBytes(3_000_000);
    const { path, id } = await begin(content.length);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 1~creatives.write\r\nTus-Resumable: 1.0.0\r\n` +
        `Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: ${content.length}\r\n\r\n`,
    );
    socket.write(content.subarray(0, 1_200_000), () => socket.destroy());
    const offset = await waitUntil('the received bytes to be stored', async () => (await offsetOf(path)) || null);
    expect(offset).toBeLessThanOrEqual(1_200_000);
    expect((await send(path, offset, content.subarray(offset))).status).toBe(204);
    const { uploads } = management.services;
    const upload = await uploads.find(id, 'service-account:1');
    expect((await readFile(uploads.contentPath(upload as NonNullable<typeof upload>))).equals(content)).toBe(true);
  });

  test('that hangs is replaced by the one that resumes', async () => {
    const content = randomBytes(500_000);
    const { path, id } = await begin(content.length);
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 1~creatives.write\r\nTus-Resumable: 1.0.0\r\n` +
        `Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: ${content.length}\r\n\r\n`,
    );
    socket.write(content.subarray(0, 100_000));
    const onDisk = join(management.services.config.dataFolder, 'uploads', id);
    await waitUntil('its first bytes', async () => (await stat(onDisk)).size === 100_000);
    // Its bytes are acknowledged when it ends, so the second part is informed of the new offset.
    const tooEarly = await send(path, await offsetOf(path), content);
    expect(tooEarly).toMatchObject({ status: 409, body: { code: 'upload_moved' } });
    expect(await offsetOf(path)).toBe(100_000);
    expect((await send(path, 100_000, content.subarray(100_000))).status).toBe(204);
    await closed;
    expect(await offsetOf(path)).toBe(content.length);
  });
});

test('discards bytes that a terminated process had not acknowledged', async () => {
  const folder = join(management.services.config.dataFolder, 'other-uploads');
  const before = openUploadFolder(folder, () => nowMs);
  const begun = await before.begin({ owner: 'user:1', fileName: 'video.mp4', bytes: 10 });
  await writeFile(before.contentPath(begun), 'half-written');
  await writeFile(join(folder, 'left-behind'), 'x');
  const emptied = await before.begin({ owner: 'user:1', fileName: 'lost.mp4', bytes: 10 });
  await writeFile(join(folder, `${emptied.id}.json`), '');
  const after = openUploadFolder(folder, () => nowMs);
  const found = await after.find(begun.id, 'user:1');
  expect(await after.find(emptied.id, 'user:1')).toBeNull();
  expect(found).toMatchObject({ receivedBytes: 0, fileName: 'video.mp4' });
  const content = Readable.from([Buffer.from('0123456789')]);
  const whole = await after.append(found as NonNullable<typeof found>, { offset: 0, content, checksum: null });
  expect(whole.receivedBytes).toBe(10);
  expect(await readFile(after.contentPath(whole), 'utf8')).toBe('0123456789');
  expect((await readdir(folder)).toSorted()).toEqual([begun.id, `${begun.id}.json`]);
});

test('restricts an upload to the caller who created it', async () => {
  const { path, id } = await begin(1_000);
  const second = await makeObject(management, 'service-accounts');
  const other = { account: second.id };
  const absent = await call('HEAD', '/uploads/0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4', {}, other);
  expect(absent.status).toBe(404);
  expect((await call('HEAD', path, {}, other)).status).toBe(404);
  expect((await send(path, 0, randomBytes(10), {}, other)).status).toBe(404);
  expect((await call('DELETE', path, {}, other)).status).toBe(404);
  const made = await management.call('POST', '/creatives', { body: await creativeOf(id), ...other });
  expect(made.status).toBe(400);
  expect(made.body.errors).toMatchObject([{ pointer: '/uploadId', code: 'reference_not_found' }]);
  expect((await call('HEAD', path, {}, { scopes: ['reports:read'] })).status).toBe(403);
  // Everyone who may read an object may attach files to comments on it.
  expect((await call('HEAD', path, {}, { scopes: ['bookings:read'] })).status).toBe(200);
  // Product feeds are uploaded as well.
  expect((await call('HEAD', path, {}, { scopes: ['products:write'] })).status).toBe(200);
  expect((await call('HEAD', path, {}, { scopes: null })).status).toBe(401);
  expect(await offsetOf(path)).toBe(0);
});

test('removes an upload and its bytes when it is deleted or idle for a day', async () => {
  const folder = join(management.services.config.dataFolder, 'uploads');
  const deleted = await begin(10);
  expect((await call('DELETE', deleted.path)).status).toBe(204);
  expect((await call('HEAD', deleted.path)).status).toBe(404);
  const left = await begin(10);
  await send(left.path, 0, randomBytes(5));
  nowMs += 25 * 3_600_000;
  expect((await call('HEAD', left.path)).status).toBe(404);
  expect((await send(left.path, 5, randomBytes(5))).status).toBe(404);
  const { id } = await begin(10);
  expect((await readdir(folder)).toSorted()).toEqual([id, `${id}.json`]);
});

test('reports its capabilities and accepts uploads only within them', async () => {
  const options = await call('OPTIONS', '/uploads');
  expect(options.status).toBe(204);
  expect(options.headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-max-size': String(2 * 1024 ** 3) });
  expect(options.headers['tus-extension']).toMatch(/creation.*checksum.*expiration.*termination/);
  for (const length of ['', '0', '-1', '1e3', 'x', '1.5']) {
    expect((await call('POST', '/uploads', { 'upload-length': length })).status, length).toBe(400);
  }
  expect((await call('POST', '/uploads')).status).toBe(400);
  expect((await call('POST', '/uploads', { 'upload-length': String(2 * 1024 ** 3 + 1) })).status).toBe(413);
  expect((await call('POST', '/uploads', { 'upload-length': '5', 'upload-metadata': 'filename ä' })).status).toBe(400);
  const old = await call('POST', '/uploads', { 'upload-length': '5', 'tus-resumable': '0.2.2' });
  expect(old).toMatchObject({ status: 412, headers: { 'tus-version': '1.0.0' } });
  expect((await management.call('GET', '/uploads')).status).toBe(405);
  let begun = 0;
  for (; begun < 60; begun += 1) {
    const answer = await call('POST', '/uploads', { 'upload-length': '5' });
    if (answer.status === 201) continue;
    expect(answer).toMatchObject({ status: 409, body: { code: 'too_many_uploads' } });
    break;
  }
  expect(begun).toBeLessThanOrEqual(50);
  expect(begun).toBeGreaterThan(40);
});

describe('storage quota', () => {
  const gibibyte = 1024 ** 3;

  test('charges announced bytes to their owner, also with concurrent calls', async () => {
    const greedy = { account: (await makeObject(management, 'service-accounts')).id };
    const announce = () => call('POST', '/uploads', { 'upload-length': String(2 * gibibyte) }, greedy);
    const answers = await Promise.all(Array.from({ length: 12 }, announce));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(4).fill(201), ...Array(8).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_uploads');
    const others = await Promise.all(Array.from({ length: 4 }, () => makeObject(management, 'service-accounts')));
    for (const { id } of others) {
      for (let count = 0; count < 4; count += 1) await begin(2 * gibibyte, {}, { account: id });
    }
  });

  test('expires an upload after 10 minutes without any received byte, but not with one', async () => {
    const owner = { account: (await makeObject(management, 'service-accounts')).id };
    const empty = await begin(10, {}, owner);
    const expires = Date.parse(empty.answer.headers['upload-expires'] ?? '');
    expect(expires).toBeGreaterThan(nowMs + 9 * 60_000 - 1_000);
    expect(expires).toBeLessThan(nowMs + 11 * 60_000);
    const begun = await begin(10, {}, owner);
    await send(begun.path, 0, randomBytes(1), {}, owner);
    nowMs += 11 * 60_000;
    expect((await call('HEAD', empty.path, {}, owner)).status).toBe(404);
    expect((await call('HEAD', begun.path, {}, owner)).headers['upload-offset']).toBe('1');
  });

  test('removes the bytes of a refused part', async () => {
    const { path, id } = await begin(100_000);
    const onDisk = join(management.services.config.dataFolder, 'uploads', id);
    const wrong = await send(path, 0, randomBytes(50_000), checksum(randomBytes(9)));
    expect(wrong.body.code).toBe('checksum_mismatch');
    expect((await stat(onDisk)).size).toBe(0);
    expect((await send(path, 0, randomBytes(100_001), checksum(randomBytes(9)))).status).toBe(400);
    expect((await stat(onDisk)).size).toBe(0);
  });

  test('limits the received bytes of all owners together; a refused part can be sent again later', async () => {
    const folder = join(management.services.config.dataFolder, 'full-uploads');
    await mkdir(folder);
    const facts = { id: '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4', owner: 'user:2', fileName: 'video.mp4', used: false };
    const bytes = 20 * gibibyte;
    const stored = { ...facts, bytes, receivedBytes: bytes - 1_000, expiresAtMs: nowMs + 60_000 };
    await writeFile(join(folder, `${facts.id}.json`), JSON.stringify(stored));
    const uploads = openUploadFolder(folder, () => nowMs);
    const upload = await uploads.begin({ owner: 'user:1', fileName: 'other.mp4', bytes: 5_000 });
    const part = () => ({ offset: 0, content: Readable.from([randomBytes(900), randomBytes(900)]), checksum: null });
    await expect(uploads.append(upload, part())).rejects.toThrow(new UploadRefused('full'));
    expect(await uploads.find(upload.id, 'user:1')).toMatchObject({ receivedBytes: 900 });
    expect((await stat(uploads.contentPath(upload))).size).toBe(900);
    const second = { ...part(), offset: 900 };
    await expect(uploads.append(upload, second)).rejects.toThrow(new UploadRefused('full'));
    nowMs += 2 * 60_000;
    const after = await uploads.append(upload, { ...part(), offset: 900 });
    expect(after.receivedBytes).toBe(2_700);
  });
});
