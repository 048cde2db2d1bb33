import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { type Scope, scopes } from '../../../contract/access/scopes.ts';
import { openPreviewFolder } from '../../../exchange/previews/preview-folder.ts';
import { readPreviewLink } from '../../../exchange/previews/signed-preview-link.ts';
import { readSnapshotCreatives } from '../../../exchange/rows/snapshot-creatives.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';

let management: TestManagement;
let brand: number;
let format: number;

beforeAll(async () => {
  management = await startTestManagement();
  brand = (await makeObject(management, 'brands')).id;
  format = (await makeObject(management, 'inventory/format', { width: 300, height: 250 })).id;
});
afterAll(() => management?.close());

const without = (scope: Scope) => scopes.filter((one) => one !== scope);
/** Accounts of an advertiser and a reviewer, both without full scope. */
const author = { scopes: without('revisions:read'), account: 5 };
const colleague = { scopes: without('revisions:read'), account: 6 };
const reviewer = { scopes: without('revisions:read'), account: 7 };

async function approved(fields: Record<string, unknown> = {}): Promise<number> {
  const body = { brandId: brand, formatId: format, html: '<b>Coffee</b>', altText: 'Coffee', ...fields };
  return (await makeObject(management, 'creatives', body)).id;
}

function patch(id: number, body: Record<string, unknown>, options: Record<string, unknown> = author) {
  return management.call('PATCH', `/creatives/${id}`, { body, headers: { 'if-match': '*' }, ...options });
}

function act(id: number, action: string, options: Record<string, unknown> = reviewer) {
  return management.call('POST', `/creatives/${id}/actions/${action}`, options);
}

/** Returns the delivered content. */
async function delivered(id: number) {
  const [row] = await readSnapshotCreatives(management.database, { ids: [id] });
  return row;
}

describe('a change of an approved creative that requires review', () => {
  test('is pending as a new version while the approved one delivers, until it is approved', async () => {
    const id = await approved();
    const changed = await patch(id, { html: '<b>Tea</b>', altText: 'Tea' });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        state: 'approved',
        html: '<b>Coffee</b>',
        pendingVersion: { html: '<b>Tea</b>', altText: 'Tea', submittedAt: expect.any(String) },
        availableActions: ['pause', 'archive'],
      },
    });
    expect(await delivered(id)).toMatchObject({ html: '<b>Coffee</b>', altText: 'Coffee' });
    const after = await act(id, 'approve');
    expect(after.body).toMatchObject({ state: 'approved', html: '<b>Tea</b>', altText: 'Tea', pendingVersion: null });
    expect(after.headers['placard-revision']).toMatch(/^\d+$/);
    expect(await delivered(id)).toMatchObject({ html: '<b>Tea</b>', altText: 'Tea' });
  });

  test('is discarded when it is rejected, and its author can read the reason', async () => {
    const id = await approved();
    await patch(id, { html: '<b>Tea</b>' });
    const reason = 'We sell coffee.';
    const rejected = await act(id, 'reject', { ...reviewer, body: { reason } });
    expect(rejected.body).toMatchObject({ state: 'approved', pendingVersion: null, rejectionReason: reason });
    expect(await delivered(id)).toMatchObject({ html: '<b>Coffee</b>' });
    expect((await act(id, 'reject')).body).toMatchObject({ code: 'action_not_allowed', currentStatus: 'approved' });
    expect((await patch(id, { html: '<b>Cocoa</b>' })).body.rejectionReason).toBeNull();
    const audit = await management.call('GET', `/audit?kind=creatives&objectId=${id}&limit=50`);
    expect(audit.body.map(({ action }: { action: string }) => action)).toContain('reject');
    expect(JSON.stringify(audit.body)).toContain(reason);
  });

  test('cannot be approved by any of its authors', async () => {
    const id = await approved();
    await patch(id, { html: '<b>Tea</b>' });
    expect((await act(id, 'approve', author)).body.code).toBe('not_permitted');
    await patch(id, { altText: 'Tea' }, colleague);
    for (const own of [author, colleague]) {
      expect((await act(id, 'approve', own)).body.code).toBe('not_permitted');
      expect((await act(id, 'reject', own)).body.code).toBe('not_permitted');
    }
    expect((await act(id, 'approve', { scopes: ['creatives:write'] })).status).toBe(403);
    // The second change was applied to the first.
    expect((await act(id, 'approve')).body).toMatchObject({ html: '<b>Tea</b>', altText: 'Tea' });
  });

  test('is withdrawn by changing it to the delivered content', async () => {
    const id = await approved();
    await patch(id, { html: '<b>Tea</b>' });
    expect((await patch(id, { html: '<b>Coffee</b>' })).body).toMatchObject({
      pendingVersion: null,
      state: 'approved',
    });
    expect((await act(id, 'approve')).status).toBe(409);
  });

  test('excludes names', async () => {
    const id = await approved();
    await patch(id, { html: '<b>Tea</b>' });
    const renamed = await patch(id, { name: 'Another', externalId: 'x-1' });
    expect(renamed.body).toMatchObject({ name: 'Another', externalId: 'x-1', pendingVersion: { html: '<b>Tea</b>' } });
  });

  test('excludes later changes by ad operations but includes them where it made none', async () => {
    const id = await approved();
    await patch(id, { html: '<b>Tea</b>' });
    const corrected = await patch(id, { altText: 'A cup' }, {});
    expect(corrected.body).toMatchObject({
      html: '<b>Coffee</b>',
      altText: 'A cup',
      pendingVersion: { html: '<b>Tea</b>', altText: 'A cup' },
    });
    expect((await patch(id, { html: '<b>Tea</b>' }, {})).body).toMatchObject({ pendingVersion: null });
  });

  test('is merged when the creative is suspended, changed again and reviewed as a whole', async () => {
    const id = await approved();
    await patch(id, { html: '<b>Tea</b>' });
    const paused = await act(id, 'pause', {});
    expect(paused.body.availableActions).toEqual(['approve', 'reject', 'resume', 'archive']);
    expect((await patch(id, { altText: 'Tea' })).body).toMatchObject({
      state: 'pending_review',
      html: '<b>Tea</b>',
      altText: 'Tea',
      pendingVersion: null,
    });
    expect((await act(id, 'approve', author)).body.code).toBe('not_permitted');
    expect((await act(id, 'approve')).body.state).toBe('approved');
  });

  test('is discarded when the creative is archived', async () => {
    const id = await approved();
    await patch(id, { html: '<b>Tea</b>' });
    expect((await act(id, 'archive', {})).body).toMatchObject({ state: 'archived', pendingVersion: null });
  });

  test('is found in lists and decided in bulk', async () => {
    const id = await approved();
    await patch(id, { html: '<b>Tea</b>' });
    const listed = await management.call('GET', `/creatives?hasPendingVersion=true&creativeId=${id}`);
    expect(listed.headers['record-count']).toBe('1');
    const none = await management.call('GET', `/creatives?hasPendingVersion=false&creativeId=${id}`);
    expect(none.headers['record-count']).toBe('0');
    const bulk = (item: Record<string, unknown>) =>
      management.call('POST', '/creatives/bulk', { ...reviewer, body: { items: [{ id, ...item }] } });
    expect((await bulk({ action: 'pause', reason: 'Because' })).status).toBe(400);
    const decided = await bulk({ action: 'reject', reason: 'We sell coffee.' });
    expect(decided.body.results).toMatchObject([
      { object: { pendingVersion: null, rejectionReason: 'We sell coffee.' } },
    ]);
  });

  test('is refused if the version changed after the reviewer read it', async () => {
    const id = await approved();
    const read = await patch(id, { html: '<b>Tea</b>' });
    await patch(id, { html: '<b>Gin</b>' });
    const late = await act(id, 'approve', { ...reviewer, headers: { 'if-match': read.headers['etag'] } });
    expect(late.status).toBe(412);
  });

  test('is previewed next to the delivered version', async () => {
    const id = await approved();
    const opened = async (query: string) => {
      const { body } = await management.call('GET', `/creatives/${id}/preview-link?${query}`);
      const signer = createTextSigner(deriveKey(management.services.secret, 'preview-link'));
      const link = readPreviewLink(signer, body.previewId, Date.now());
      return openPreviewFolder(management.services.config.dataFolder).read(link?.name ?? '');
    };
    expect((await management.call('GET', `/creatives/${id}/preview-link?version=pending`)).status).toBe(404);
    await patch(id, { html: '<b>Tea</b>' });
    expect((await opened('version=pending'))?.creative).toMatchObject({ html: '<b>Tea</b>', altText: 'Coffee' });
    expect((await opened('version=current'))?.creative.html).toBe('<b>Coffee</b>');
  });
});

describe('a rejection reason', () => {
  test('is optional, and is returned for a creative that was rejected itself', async () => {
    const id = await approved();
    await act(id, 'pause', {});
    await act(id, 'resume', author);
    expect((await act(id, 'reject', { ...reviewer, body: { reason: 'No.' } })).body).toMatchObject({
      state: 'rejected',
      rejectionReason: 'No.',
    });
    expect((await act(id, 'submit', {})).body).toMatchObject({ state: 'approved', rejectionReason: null });
  });

  test.each([{ reason: '' }, { reason: 'x'.repeat(1001) }, { reason: 1 }, { because: 'x' }])(
    '%o is refused',
    async (body) => {
      const id = await approved();
      expect((await act(id, 'reject', { ...reviewer, body })).status).toBe(400);
    },
  );
});

describe('a replaced file', () => {
  const boundary = 'the-boundary-of-the-test';
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'if-match': '*' };

  function parts(entries: readonly (readonly [name: string, content: Buffer | string])[]): Buffer {
    const pieces = entries.flatMap(([name, content]) => [
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${name === 'file' ? '; filename="cup.png"' : ''}\r\n\r\n`,
      content,
      '\r\n',
    ]);
    return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
  }

  const image = (background: string) =>
    sharp({ create: { width: 300, height: 250, channels: 3, background } })
      .png()
      .toBuffer();

  async function banner(): Promise<{ id: number; assets: { url: string; sha256: string }[] }> {
    const creative = { name: 'Banner', kind: 'image', brandId: brand, formatId: format };
    const payload = parts([
      ['file', await image('#c03')],
      ['creative', JSON.stringify(creative)],
    ]);
    const { status, body } = await management.call('POST', '/creatives', { payload, headers });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  const pathOf = (url = '') => new URL(url).pathname.slice(1);

  async function sendFile(id: number, background: string, options: Record<string, unknown> = author) {
    const payload = parts([['file', await image(background)]]);
    return management.call('POST', `/creatives/${id}/file`, { payload, headers, ...options });
  }

  test('is pending like any other change, together with other changes', async () => {
    const { id, assets } = await banner();
    await patch(id, { altText: 'A blue cup' });
    const sent = await sendFile(id, '#03c');
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(sent.body).toMatchObject({ assets, altText: null, pendingVersion: { altText: 'A blue cup', width: 300 } });
    const [waiting] = sent.body.pendingVersion.assets;
    expect(waiting.sha256).not.toBe(assets[0]?.sha256);
    expect((await delivered(id))?.file?.path).toBe(pathOf(assets[0]?.url));
    expect((await act(id, 'approve')).body).toMatchObject({ assets: [waiting], altText: 'A blue cup' });
    expect((await delivered(id))?.file?.path).toBe(pathOf(waiting.url));
  });

  test('is delivered immediately without a review, and the same file changes nothing', async () => {
    const { id, assets } = await banner();
    const other = await sendFile(id, '#0c3', {});
    expect(other.body).toMatchObject({ state: 'approved', pendingVersion: null });
    expect(other.body.assets).not.toEqual(assets);
    expect((await sendFile(id, '#0c3')).body).toMatchObject({ pendingVersion: null, assets: other.body.assets });
  });

  test.each<[string, number, () => Promise<{ payload?: Buffer; headers?: Record<string, string>; body?: unknown }>]>([
    ['no file', 400, async () => ({ payload: parts([]) })],
    ['a broken file', 400, async () => ({ payload: parts([['file', 'no image']]) })],
    [
      'another part',
      400,
      async () => ({
        payload: parts([
          ['file', await image('#fff')],
          ['creative', '{}'],
        ]),
      }),
    ],
    ['JSON without an upload', 400, async () => ({ body: {}, headers: { 'if-match': '*' } })],
    [
      'JSON with unknown members',
      400,
      async () => ({ body: { uploadId: randomUUID(), html: '' }, headers: { 'if-match': '*' } }),
    ],
    ['nothing', 400, async () => ({ headers: { 'if-match': '*' } })],
  ])('with %s is refused', async (_case, status, request) => {
    const { id, assets } = await banner();
    const answer = await management.call('POST', `/creatives/${id}/file`, { headers, ...(await request()) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect((await management.call('GET', `/creatives/${id}`)).body).toMatchObject({ assets, version: 1 });
  });

  test('requires an existing creative with a file', async () => {
    expect((await sendFile(await approved(), '#fff')).body.errors).toMatchObject([{ code: 'unexpected_file' }]);
    expect((await sendFile(999_999, '#fff')).status).toBe(404);
    const { id } = await banner();
    await act(id, 'archive', {});
    expect((await sendFile(id, '#fff')).body.code).toBe('archived');
  });
});
