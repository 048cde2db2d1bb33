import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { type S3Server, startS3Server } from '../../../../test/support/services/s3-server.ts';

let server: S3Server;
let management: TestManagement;

beforeAll(async () => {
  server = await startS3Server();
  management = await startTestManagement({ store: server.location('placard') });
});
afterAll(() => management?.close());

async function upload(background: string) {
  const form = new FormData();
  const banner = await sharp({ create: { width: 728, height: 90, channels: 3, background } })
    .png()
    .toBuffer();
  form.set('file', new Blob([new Uint8Array(banner)], { type: 'image/png' }), 'banner.png');
  form.set('creative', JSON.stringify({ name: 'Banner', kind: 'image', brandId: brand, formatId: format }));
  const body = new Response(form);
  return management.call('POST', '/creatives', {
    payload: Buffer.from(await body.clone().arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  });
}

let brand: number;
let format: number;

test('stores uploads in the bucket; while that is unreachable it refuses uploads and everything else works', async () => {
  brand = (await makeObject(management, 'brands')).id;
  format = (await makeObject(management, 'inventory/format', { width: 728, height: 90, maxBytes: 200_000 })).id;
  const answer = await upload('#c03');
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { url, bytes } = answer.body.assets[0];
  expect(await management.services.fileStore.stat(new URL(url).pathname.slice(1))).toEqual({ bytes });
  const count = (await management.call('GET', '/creatives')).body.length;
  await server.close();
  const refused = await upload('#c30');
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({ code: 'store_unavailable', title: 'File store unavailable' });
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect(JSON.stringify(refused.body)).not.toMatch(/ECONN|127\.0\.0\.1|S3RVER/);
  expect((await management.call('GET', '/creatives')).body.length).toBe(count);
  const html = { name: 'Markup', kind: 'html', html: '<b>x</b>', brandId: brand, formatId: format };
  expect((await management.call('POST', '/creatives', { body: html })).status).toBe(201);
});
