import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { readSnapshotCreatives } from '../../../exchange/rows/snapshot-creatives.ts';

let management: TestManagement;
let brand: number;
let format: number;
let banner: Buffer;
let mediaFolder: string;

beforeAll(async () => {
  management = await startTestManagement();
  mediaFolder = join(management.services.config.dataFolder, 'media');
  brand = (await makeObject(management, 'brands')).id;
  format = (await makeObject(management, 'inventory/format', { width: 728, height: 90, maxBytes: 200_000 })).id;
  banner = await image('#c03').toBuffer();
});
afterAll(() => management?.close());

let before: { readonly rows: number; readonly files: readonly string[] };
beforeEach(async () => {
  before = await everything();
});

function image(background: string, width = 728, height = 90) {
  return sharp({ create: { width, height, channels: 3, background } }).png();
}

/** Returns rows and files, which a failed upload must leave unchanged. */
async function everything() {
  const rows = await management.database.selectFrom('creative').select('creative.id').execute();
  const files = await readdir(mediaFolder, { recursive: true, withFileTypes: true }).catch(() => []);
  return {
    rows: rows.length,
    files: files
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort(),
  };
}

/** Returns the folder of a file from its URL. */
function folderIn(url: string): string {
  return url.split('/').at(-2) ?? '';
}

function creativeOf(fields: Record<string, unknown> = {}) {
  return { name: 'Banner', kind: 'image', brandId: brand, formatId: format, ...fields };
}

type Part = {
  readonly name: string;
  readonly content: string | Buffer;
  readonly fileName?: string;
  readonly type?: string;
};

const boundary = 'the-boundary-of-the-test';

function multipart(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap((part) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"`,
    part.fileName === undefined ? '' : `; filename="${part.fileName}"`,
    part.type === undefined ? '' : `\r\nContent-Type: ${part.type}`,
    '\r\n\r\n',
    part.content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
}

function filePart(content: Buffer | string = banner, fileName = 'winter banner.png', type = 'image/png'): Part {
  return { name: 'file', content, fileName, type };
}

function creativePart(fields: Record<string, unknown> = {}): Part {
  return { name: 'creative', content: JSON.stringify(creativeOf(fields)), type: 'application/json' };
}

function send(payload: Buffer, headers: Record<string, string> = {}) {
  return management.call('POST', '/creatives', {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  });
}

async function expectRefused(payload: Buffer, expected: { status?: number; pointer: string; code?: string }) {
  const answer = await send(payload);
  expect(answer.status, JSON.stringify(answer.body)).toBe(expected.status ?? 400);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  const { pointer, code } = expected;
  expect(answer.body.errors).toEqual([expect.objectContaining(code === undefined ? { pointer } : { pointer, code })]);
  expect(await everything()).toEqual(before);
}

test('stores an image under its hash and returns its URL', async () => {
  const answer = await send(multipart([filePart(), creativePart({ altText: 'Winter' })]));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.headers['location']).toBe(`/api/v1/creatives/${answer.body.id}`);
  expect(answer.body).toMatchObject({ kind: 'image', state: 'approved', width: 728, height: 90, html: null });
  const [asset] = answer.body.assets;
  expect(asset).toMatchObject({ mime: 'image/png', width: 728, height: 90 });
  expect(asset.url).toMatch(/^http:\/\/localhost:8081\/media\/[0-9a-f]{64}\/winter-banner\.png$/);
  const content = await readFile(join(mediaFolder, folderIn(asset.url), 'winter-banner.png'));
  expect(content.length).toBe(asset.bytes);
  expect(createHash('sha256').update(content).digest('hex')).toBe(asset.sha256);
  expect((await management.call('GET', `/creatives/${answer.body.id}`)).body.assets).toEqual([asset]);
  const renamed = await management.call('PATCH', `/creatives/${answer.body.id}`, {
    body: { name: 'Other name' },
    headers: { 'if-match': '*' },
  });
  expect(renamed.body).toMatchObject({ name: 'Other name', assets: [asset], width: 728 });
});

test('crops an image around its focal point, and another point is another upload', async () => {
  const red = await image('#c03', 300, 500).toBuffer();
  const photo = await sharp(await image('#03c', 1_000, 500).toBuffer())
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const { id: square } = await makeObject(management, 'inventory/format', { width: 250, height: 250 });
  const fields = { formatId: square, focalPoint: { x: 10, y: 50 } };
  const answer = await send(multipart([filePart(photo), creativePart(fields)]));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.body).toMatchObject({ width: 250, height: 250 });
  expect(answer.body).not.toHaveProperty('focalPoint');
  const [{ url }] = answer.body.assets;
  const content = await readFile(join(mediaFolder, folderIn(url), 'winter-banner.png'));
  const leftmost = await sharp(content).extract({ left: 0, top: 0, width: 100, height: 250 }).stats();
  expect(leftmost.dominant.r).toBeGreaterThan(128);

  // Another focal point is another upload, also with the same key.
  const headers = { 'idempotency-key': 'focal-point-1' };
  const first = await send(multipart([filePart(photo), creativePart(fields)]), headers);
  const changed = creativePart({ ...fields, focalPoint: { x: 90, y: 50 } });
  expect([first.status, (await send(multipart([filePart(photo), changed]), headers)).status]).toEqual([201, 422]);
});

test('creates versions of an image in other widths and types for its markup', async () => {
  const large = await image('#30c', 1456, 180).toBuffer();
  const { body } = await send(multipart([filePart(large), creativePart()]));
  const [{ url, variants }] = body.assets;
  const own = variants.filter(({ mime }: { mime: string }) => mime === 'image/png');
  expect(own.map(({ width }: { width: number }) => width)).toEqual([160, 320, 480, 640, 960, 1280, 1456]);
  for (const { width, height, mime, ...variant } of variants) {
    expect(variant.url).toBe(`${url}?w=${width}&fm=${mime.slice('image/'.length)}`);
    expect(Math.abs(height - (width * 90) / 728)).toBeLessThanOrEqual(0.5);
    expect(variant.bytes).toBeLessThanOrEqual(200_000);
  }
  const [row] = await readSnapshotCreatives(management.database, { ids: [body.id] });
  expect(row?.file).toMatchObject({ widths: [160, 320, 480, 640, 728, 960, 1280, 1456] });
});

test.each<[string, () => readonly Part[]]>([
  ['the creative as the first part', () => [creativePart(), filePart()]],
  ['the creative as plain text', () => [filePart(), { name: 'creative', content: JSON.stringify(creativeOf()) }]],
  ['the creative as a file, like a browser sends a Blob', () => [filePart(), { ...creativePart(), fileName: 'blob' }]],
  ['a wrong content type', () => [filePart(banner, 'banner.svg', 'image/svg+xml'), creativePart()]],
])('reads an upload with %s', async (_case, parts) => {
  const answer = await send(multipart(parts()));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.body.assets[0].mime).toBe('image/png');
});

test('reads a FormData of a browser', async () => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(banner)], { type: 'image/png' }), 'from-a-browser.png');
  form.set('creative', new Blob([JSON.stringify(creativeOf())], { type: 'application/json' }));
  const body = new Response(form);
  const answer = await management.call('POST', '/creatives', {
    payload: Buffer.from(await body.clone().arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.body.assets[0].url).toMatch(/from-a-browser\.png$/);
});

test('creates one creative for a repeated upload with the same key, and refuses another file with it', async () => {
  const headers = { 'idempotency-key': 'upload-once' };
  const first = await send(multipart([filePart(), creativePart()]), headers);
  const second = await send(multipart([filePart(), creativePart()]), headers);
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
  const other = await send(multipart([filePart(await image('#00c').toBuffer()), creativePart()]), headers);
  expect(other.status).toBe(422);
  expect((await everything()).rows).toBe(before.rows + 1);
});

test('keeps the file of concurrent uploads with the same content, also if some of them fail', async () => {
  const content = await image('#123456').toBuffer();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      send(multipart([filePart(content, 'same.png'), creativePart(index % 2 === 0 ? {} : { brandId: 9_000_000 })])),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 201, 400, 201, 400, 201, 400]);
  const { url, variants } = answers[0]?.body.assets[0] ?? {};
  const files = await readdir(join(mediaFolder, folderIn(url)));
  expect(files).toHaveLength(variants.length + 2);
  expect(files).toEqual(expect.arrayContaining(['same.png', 'versions.json']));
});

test.each<[string, () => Part[] | Promise<Part[]>, { status?: number; pointer: string; code?: string }]>([
  ['no file', () => [creativePart()], { pointer: '/file', code: 'required' }],
  ['no creative', () => [filePart()], { pointer: '/creative', code: 'required' }],
  ['no parts', () => [], { pointer: '/creative', code: 'required' }],
  ['two files', () => [filePart(), filePart(), creativePart()], { pointer: '/file', code: 'repeated_part' }],
  [
    'two creatives',
    () => [creativePart(), creativePart(), filePart()],
    { pointer: '/creative', code: 'repeated_part' },
  ],
  ['an unknown part', () => [filePart(), creativePart(), { name: 'more', content: 'x' }], { pointer: '/more' }],
  ['many parts', () => Array.from({ length: 50 }, (_, n) => ({ name: `p${n}`, content: 'x' })), { pointer: '/p0' }],
  ['a creative that is not JSON', () => [filePart(), { name: 'creative', content: '{' }], { pointer: '/creative' }],
  ['a creative of wrong JSON type', () => [filePart(), { ...creativePart(), content: '{' }], { pointer: '/creative' }],
  ['a creative that is a list', () => [filePart(), { name: 'creative', content: '[]' }], { pointer: '' }],
  [
    'an unknown field',
    () => [filePart(), creativePart({ colour: 'red' })],
    { pointer: '/colour', code: 'unknown_field' },
  ],
  [
    'a file as text',
    () => [{ name: 'file', content: 'x' }, creativePart()],
    { pointer: '/file', code: 'invalid_type' },
  ],
  ['an empty file', () => [filePart(''), creativePart()], { pointer: '/file', code: 'broken_image' }],
  [
    'a file for markup',
    () => [filePart(), creativePart({ kind: 'html', html: 'x' })],
    { pointer: '/file', code: 'unexpected_file' },
  ],
  [
    'a text called banner.png',
    () => [filePart('hello'), creativePart()],
    { pointer: '/file', code: 'unsupported_image' },
  ],
  [
    'an SVG called banner.png',
    () => [filePart('<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90"/>'), creativePart()],
    { pointer: '/file', code: 'unsupported_image' },
  ],
  [
    'half an image',
    () => [filePart(banner.subarray(0, banner.length / 2)), creativePart()],
    { pointer: '/file', code: 'broken_image' },
  ],
  [
    'another aspect ratio than the format',
    async () => [filePart(await image('#c03', 300, 250).toBuffer()), creativePart()],
    { pointer: '/file', code: 'wrong_dimensions' },
  ],
  [
    'a focal point outside the image',
    async () => [filePart(await image('#c03', 300, 250).toBuffer()), creativePart({ focalPoint: { x: 50, y: 100.5 } })],
    { pointer: '/focalPoint/y' },
  ],
  [
    'a focal point for markup',
    () => [creativePart({ kind: 'html', html: 'x', focalPoint: { x: 50, y: 50 } })],
    { pointer: '/focalPoint' },
  ],
  [
    'an image of too many pixels',
    async () => [filePart(await image('#c03', 14_560, 3_000).toBuffer()), creativePart()],
    { pointer: '/file', code: 'too_large' },
  ],
  ['a missing brand', () => [filePart(), creativePart({ brandId: 9_000_000 })], { pointer: '/brandId' }],
  ['a missing format', () => [filePart(), creativePart({ formatId: 9_000_000 })], { pointer: '/formatId' }],
])('refuses %s and stores nothing', async (_case, parts, expected) => {
  await expectRefused(multipart(await parts()), expected);
});

test('refuses a file beyond the limit and stores nothing', async () => {
  const huge = Buffer.concat([banner, Buffer.alloc(25 * 1024 * 1024)]);
  await expectRefused(multipart([filePart(huge), creativePart()]), { status: 413, pointer: '/file', code: 'too_big' });
});

test('refuses a body truncated at any position and stores nothing', async () => {
  const whole = multipart([creativePart(), filePart()]);
  const cuts = [20, 60, 200, whole.length - banner.length, whole.length - 100, whole.length - boundary.length - 6];
  for (const length of cuts) {
    const answer = await send(whole.subarray(0, length));
    expect(answer.status, `truncated at ${length} of ${whole.length}`).toBe(400);
    expect(answer.body.errors.length).toBeGreaterThan(0);
  }
  expect(await everything()).toEqual(before);
});

test('refuses a multipart type without a boundary, and multipart bodies for other operations', async () => {
  const payload = multipart([filePart(), creativePart()]);
  const noBoundary = await management.call('POST', '/creatives', {
    payload,
    headers: { 'content-type': 'multipart/form-data' },
  });
  expect(noBoundary.status).toBe(400);
  const elsewhere = await management.call('POST', '/campaigns', {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  expect(elsewhere.status).toBe(415);
});

test('stores nothing when the connection breaks during an upload, and continues to listen', async () => {
  await management.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = management.app.server.address() as AddressInfo;
  const payload = multipart([creativePart(), filePart()]);
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/creatives HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 1~creatives.write\r\n` +
          `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${payload.length}\r\n\r\n`,
      );
      socket.write(payload.subarray(0, payload.length - 50), () => socket.destroy());
    });
    socket.on('close', () => resolve());
  });
  expect((await send(multipart([filePart(await image('#abc').toBuffer()), creativePart()]))).status).toBe(201);
  expect(await everything()).toMatchObject({ rows: before.rows + 1 });
});

test('inserts no row if a file cannot be stored', async () => {
  const content = await image('#fedcba').toBuffer();
  const expected = await send(multipart([filePart(content, 'probe.png'), creativePart()]));
  const folder = folderIn(expected.body.assets[0].url);
  // A file has the path of the folder for this content.
  await management.database.deleteFrom('creative').where('creative.id', '=', expected.body.id).execute();
  await rm(join(mediaFolder, folder), { recursive: true });
  await writeFile(join(mediaFolder, folder), 'a file');
  const answer = await send(multipart([filePart(content, 'probe.png'), creativePart()]));
  expect(answer.status).toBe(500);
  await rm(join(mediaFolder, folder));
  expect(await everything()).toEqual(before);
});

test('removes the files if the row cannot be inserted, unless another creative uses them', async () => {
  const { database } = management;
  const other = multipart([filePart(await image('#0c3').toBuffer()), creativePart()]);
  const audit = (enable: 'enable' | 'disable') => sql.raw(`alter table audit_entry ${enable} trigger refuse`);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    database,
  );
  await sql`create trigger refuse before insert on audit_entry for each row execute function refuse()`.execute(
    database,
  );
  expect((await send(other)).status).toBe(500);
  expect(await everything()).toEqual(before);
  await audit('disable').execute(database);
  expect((await send(other)).status).toBe(201);
  const kept = await everything();
  await audit('enable').execute(database);
  expect((await send(other)).status).toBe(500);
  expect(await everything()).toEqual(kept);
  await audit('disable').execute(database);
});
