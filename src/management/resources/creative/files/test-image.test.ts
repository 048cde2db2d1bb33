import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';

let management: TestManagement;

beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

test.each([
  [728, 90],
  [160, 600],
  [50, 50],
  [2000, 2000],
])('draws a PNG image of %i x %i pixels', async (width, height) => {
  const response = await management.app.inject({
    method: 'GET',
    url: `/api/v1/test-image?width=${width}&height=${height}`,
    headers: { authorization: 'Bearer 1~creatives.write' },
  });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
  const image = await sharp(response.rawPayload).metadata();
  expect(image).toMatchObject({ format: 'png', width, height });
});

test.each([
  ['a missing size', 'width=300', '/height'],
  ['a size below the limit', 'width=49&height=250', '/width'],
  ['a size above the limit', 'width=300&height=2001', '/height'],
  ['a size that is no number', 'width=300&height=tall', '/height'],
])('refuses %s', async (_what, query, pointer) => {
  expect(await management.call('GET', `/test-image?${query}`)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer }] },
  });
});

test('is refused for users who cannot create creatives', async () => {
  const viewer = {
    user: (await makeObject(management, 'users', { role: 'viewer', email: 'viewer@image.example' })).id,
  };
  expect((await management.call('GET', '/test-image?width=300&height=250', viewer)).status).toBe(403);
});
