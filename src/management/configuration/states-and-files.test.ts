import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportedConfiguration } from '../../../test/support/configuration/copy-configuration.ts';
import { smallConfiguration } from '../../../test/support/configuration/small-configuration.ts';
import { sendResumable } from '../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { scopes } from '../../contract/access/scopes.ts';

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
  test('are applied and exported again: expired options, holds, cancelled and rejected bookings', async () => {
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
      heldUntil: '2026-12-20T00:00:00Z',
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

describe('reviews', () => {
  const settingsTo = async (fourEyes: boolean) => {
    const { etag } = (await management.call('GET', '/settings')).headers;
    const headers = { 'if-match': etag ?? '', 'content-type': 'application/merge-patch+json' };
    await management.call('PATCH', '/settings', { body: { fourEyes }, headers });
  };
  const bookingNamed = async (name: string) =>
    (await management.call('GET', `/bookings?search=${name}&includeArchived=true`)).body[0];

  test('keep the submitters of a booking, so that they cannot approve it after an apply', async () => {
    const { Boards } = start.bookings;
    await apply({ ...start, bookings: { ...start.bookings, Waiting: { ...Boards, state: {} } } });
    await settingsTo(true);
    const { id } = await bookingNamed('Waiting');
    await management.call('POST', `/bookings/${id}/actions/submit`, { account: 7 });
    const document = {
      ...start,
      bookings: { ...start.bookings, Waiting: { ...Boards, priority: 1 } },
      settings: { fourEyes: true },
    };
    await apply(document);
    const own = await management.call('POST', `/bookings/${id}/actions/approve`, { account: 7 });
    expect([own.status, own.body.code]).toEqual([403, 'not_permitted']);
    expect((await bookingNamed('Waiting')).status).toBe('pending_approval');
    await settingsTo(false);
  });

  test('are needed for callers without full scope', async () => {
    const bookings = { ...start.bookings, Partial: { ...start.bookings.Boards } };
    const some = ['configuration:read', 'configuration:write', 'bookings:write', 'bookings:approve'] as const;
    const { status, body } = await management.call('POST', '/configuration/apply', {
      body: { document: { version: 1, bookings } },
      scopes: some,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await bookingNamed('Partial')).status).toBe('pending_approval');
  });

  test('of a restored creative start again with four eyes', async () => {
    const without = { ...start, creatives: {}, bookings: {} };
    await apply(without, { prune: true });
    await settingsTo(true);
    await apply({ ...start, settings: { fourEyes: true }, bookings: {} });
    const { body } = await management.call('GET', '/creatives?search=Winter');
    expect(body).toMatchObject([{ state: 'pending_review', archivedAt: null }]);
    await settingsTo(false);
  });

  test('keep a version that waits if the document does not change the content', async () => {
    const { body } = await management.call('GET', '/creatives?search=Winter');
    await settingsTo(true);
    const changed = await management.call('PATCH', `/creatives/${body[0].id}`, {
      account: 7,
      body: { html: '<b>New</b>' },
      headers: { 'if-match': `"${body[0].version}"`, 'content-type': 'application/merge-patch+json' },
    });
    expect(changed.body.pendingVersion).toMatchObject({ html: '<b>New</b>' });
    await settingsTo(false);
    const creatives = { Winter: { ...start.creatives.Winter, name: 'Renamed' } };
    await apply({ ...start, creatives });
    const named = await management.call('GET', '/creatives?search=Renamed');
    expect(named.body[0].pendingVersion).toMatchObject({ html: '<b>New</b>' });
  });
});

describe('users', () => {
  test('keep their mappings if the caller may not change them', async () => {
    const { mappings: _mappings, ...maya } = start.users['maya@aurora.example'];
    const refused = await management.call('POST', '/configuration/apply', {
      body: { document: { version: 1, users: { 'maya@aurora.example': { ...maya, name: 'Maya P.' } } } },
      scopes: scopes.filter((scope) => scope !== 'user-mapping:write'),
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
  });

  test('get only the mappings that apply to the present owner of an address', async () => {
    const row = { mappingsSince: new Date('2030-01-01T00:00:00Z') };
    await management.database.updateTable('userAccount').set(row).where('email', '=', 'maya@aurora.example').execute();
    const { users } = await exportedConfiguration(management);
    expect(users?.['maya@aurora.example']).not.toHaveProperty('mappings');
    await management.database
      .updateTable('userAccount')
      .set({ mappingsSince: null })
      .where('email', '=', 'maya@aurora.example')
      .execute();
  });
});

describe('stored files', () => {
  const store = async (path: string, content: Buffer) => {
    const uploadId = await sendResumable(management, { content, name: 'file' });
    return call('/files', { path, uploadId });
  };
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

  test('are refused under the name of a list, with another extension, or without their list', async () => {
    const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const own = hashOf(content);
    for (const name of ['versions.json', 'a.html', 'a.js', 'a.svg', 'a.txt']) {
      expect((await store(`media/${own}/${name}`, content)).status, name).toBe(400);
    }
    expect((await store(`media/${'0'.repeat(64)}/a.png`, content)).status).toBe(400);
    expect((await store(`html5/${own}/index.html`, content)).status).toBe(400);
    const list = Buffer.from('[null]');
    expect((await store(`html5/${hashOf(list)}/files=.json`, list)).status).toBe(400);
    expect((await store(`media/${own}/a.png`, content)).body).toEqual({ path: `media/${own}/a.png`, created: true });
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
    const [winter] = (await management.call('GET', '/creatives?search=Image')).body;
    await management.database.updateTable('creative').set({ assets: '[]' }).where('id', '=', winter.id).execute();
    expect((await plan(document, { uploads })).changes).toMatchObject([{ action: 'update', key: 'Image' }]);
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
