import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportedConfiguration } from '../../../test/support/configuration/copy-configuration.ts';
import { smallConfiguration } from '../../../test/support/configuration/small-configuration.ts';
import { sendResumable } from '../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';

const start = smallConfiguration;
type Document = Record<string, unknown>;

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => Date.parse('2026-11-28T12:00:00Z') });
});
afterAll(() => management?.close());
beforeEach(async () => {
  await apply(start, { prune: true });
});

const call = (path: string, body: unknown) => management.call('POST', `/configuration${path}`, { body });
const plan = async (document: Document, more: Document = {}) => (await call('/plan', { document, ...more })).body;
const apply = async (document: Document, more: Document = {}) => {
  const { status, body } = await call('/apply', { document, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const errorsOf = async (document: Document) => {
  const { status, body } = await call('/plan', { document });
  expect(status, JSON.stringify(body)).toBe(400);
  return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
};

describe('states that the API refuses for new objects', () => {
  test('are applied and exported again: expired options, ended holds, cancelled and rejected bookings', async () => {
    const { Boards } = start.bookings;
    const option = {
      ...start.campaigns['crm-1'],
      externalId: 'crm-2',
      type: 'option',
      validUntil: '2026-11-01T00:00:00Z',
    };
    const held = {
      lifecycle: 'approved',
      held: true,
      heldUntil: '2026-11-20T00:00:00Z',
      holdNote: 'Until the budget is confirmed',
    };
    const document = {
      ...start,
      campaigns: {
        ...start.campaigns,
        'crm-2': { ...option, state: { paused: true } },
        'crm-3': { ...start.campaigns['crm-1'], externalId: 'crm-3', state: { cancelled: true } },
      },
      bookings: {
        ...start.bookings,
        Cancelled: { ...Boards, state: { lifecycle: 'cancelled' } },
        Draft: { ...Boards, state: undefined },
        Held: { ...Boards, state: held },
        Paused: { ...Boards, state: { lifecycle: 'approved', paused: true } },
        Rejected: { ...Boards, state: { lifecycle: 'rejected' } },
        Submitted: { ...Boards, state: { lifecycle: 'submitted' } },
      },
      creatives: { ...start.creatives, Suspended: { ...start.creatives.Winter, state: 'suspended' } },
    };
    await apply(document);
    const { settings: _settings, ...exported } = await exportedConfiguration(management);
    expect(exported).toEqual(JSON.parse(JSON.stringify(document)));
    expect((await plan(document, { prune: true })).changes).toEqual([]);
  });
});

describe('original files', () => {
  test('of a creative are converted once', async () => {
    const content = await sharp({ create: { width: 728, height: 90, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const sha256 = createHash('sha256').update(content).digest('hex');
    const image = { kind: 'image', brand: 'Filter', format: 'board', file: { name: 'banner.png', sha256 } };
    const document = { ...start, creatives: { ...start.creatives, Image: image } };
    expect(await errorsOf(document)).toEqual([['/document/creatives/Image/file/sha256', 'missing_file']]);
    const uploadId = await sendResumable(management, { content, name: 'banner.png' });
    const uploads = { [sha256]: uploadId };
    expect((await plan(document, { uploads })).created).toBe(1);
    await apply(document, { uploads });
    const { creatives } = await exportedConfiguration(management);
    expect(creatives?.['Image']).toMatchObject({
      assets: [{ mime: 'image/png', width: 728, height: 90 }],
    });
    expect((await plan(document, { uploads })).changes).toEqual([]);
    expect((await plan(document)).changes).toEqual([]);
  });

  test('can be more than the unused uploads of one caller', async () => {
    const uploads: Record<string, string> = {};
    const creatives: Record<string, unknown> = { ...start.creatives };
    for (let index = 0; index < 60; index += 1) {
      const background = { r: index, g: 9, b: 9 };
      const content = await sharp({ create: { width: 728, height: 90, channels: 3, background } })
        .png()
        .toBuffer();
      const sha256 = createHash('sha256').update(content).digest('hex');
      const uploadId = await sendResumable(management, { content, name: `${index}.png` });
      expect((await call('/originals', { uploadIds: [uploadId] })).body).toEqual({ kept: 1 });
      uploads[sha256] = uploadId;
      const file = { name: `${index}.png`, sha256 };
      creatives[`Image ${index}`] = { kind: 'image', brand: 'Filter', format: 'board', file };
    }
    expect((await apply({ ...start, creatives }, { uploads })).created).toBe(60);
    const missing = await call('/originals', { uploadIds: ['0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4'] });
    expect(missing.body.errors).toMatchObject([{ pointer: '/uploadIds/0', code: 'reference_not_found' }]);
  });
});
