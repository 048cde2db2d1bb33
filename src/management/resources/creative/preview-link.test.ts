import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRows } from '../../../../test/support/database/publish-rows.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { openPreviewFolder } from '../../../exchange/previews/preview-folder.ts';
import { readPreviewLink } from '../../../exchange/previews/signed-preview-link.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';
import { buildSnapshotRows } from '../../../worker/publish/build-snapshot-rows.ts';

let management: TestManagement;
const now = Date.parse('2026-11-21T20:00:00Z');
let clock = now;
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => clock });
});
afterAll(() => management?.close());

/** Returns the content that delivery reads for a link. */
async function opened(previewId: string, atMs = now) {
  const signer = createTextSigner(deriveKey(management.services.secret, 'preview-link'));
  const link = readPreviewLink(signer, previewId, atMs);
  return link === null ? null : openPreviewFolder(management.services.config.dataFolder).read(link.name);
}

test('a link shows the creative at the time of the link, also if it is not approved', async () => {
  const creative = await makeObject(management, 'creatives', { html: '<b>First</b>' });
  const path = `/creatives/${creative.id}`;
  await management.call('POST', `${path}/actions/pause`);
  const { status, body } = await management.call('GET', `${path}/preview-link?lifeSeconds=3600`);
  expect(status).toBe(200);
  expect(body).toEqual({
    creativeId: creative.id,
    url: `http://localhost:8081/creatives/preview/${body.previewId}`,
    frameUrl: `http://localhost:8081/creatives/preview/frame/${body.previewId}`,
    previewId: expect.stringMatching(/^[\w-]+\.[\w-]{22}$/),
    revision: null,
    expiresAt: '2026-11-21T21:00:00.000Z',
  });
  await management.call('PATCH', path, { body: { html: '<b>Second</b>' }, headers: { 'if-match': '*' } });
  expect(await opened(body.previewId)).toMatchObject({
    creative: { id: creative.id, html: '<b>First</b>' },
    format: {},
  });
  const later = await management.call('GET', `${path}/preview-link`);
  expect(await opened(later.body.previewId)).toMatchObject({ creative: { html: '<b>Second</b>' } });
  expect(later.body.expiresAt).toBe('2026-11-28T20:00:00.000Z');
});

test('a link expires at its stated time, and a modified link is refused', async () => {
  const creative = await makeObject(management, 'creatives');
  const { body } = await management.call('GET', `/creatives/${creative.id}/preview-link?lifeSeconds=60`);
  expect(await opened(body.previewId, now + 59_000)).not.toBeNull();
  expect(await opened(body.previewId, now + 60_000)).toBeNull();
  expect(await opened(`A${body.previewId.slice(1)}`)).toBeNull();
});

test.each(['0', '59', '2592001', '1e3', '-60', ''])('refuses a lifetime of %s seconds', async (seconds) => {
  const creative = await makeObject(management, 'creatives');
  const answer = await management.call('GET', `/creatives/${creative.id}/preview-link?lifeSeconds=${seconds}`);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'query', pointer: '/lifeSeconds' }] } });
});

test('requires a creative and the scope to read it', async () => {
  expect((await management.call('GET', '/creatives/999999/preview-link')).status).toBe(404);
  const creative = await makeObject(management, 'creatives');
  const options = { scopes: ['bookings:read'] as const };
  expect((await management.call('GET', `/creatives/${creative.id}/preview-link`, options)).status).toBe(403);
});

test('a link to a past time shows the content approved then, and reports when that is no longer stored', async () => {
  const publish = async () => {
    await publishRows(management.snapshots, await buildSnapshotRows(management.database));
    // Revisions use the clock of the database.
    const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(management.database);
    return new Date(rows[0]?.now ?? 0).toISOString();
  };
  await makeObject(management, 'creatives');
  const before = await publish();
  const creative = await makeObject(management, 'creatives', { html: '<b>First</b>' });
  const path = `/creatives/${creative.id}`;
  const ago = (at: string) => management.call('GET', `${path}/preview-link?at=${encodeURIComponent(at)}`);
  const first = await publish();
  await management.call('PATCH', path, { body: { html: '<b>Second</b>' }, headers: { 'if-match': '*' } });
  await publish();
  clock = Date.now() + 60_000;
  const then = await ago(first);
  expect(then).toMatchObject({ status: 200, body: { revision: expect.any(Number) } });
  expect(await opened(then.body.previewId, clock)).toMatchObject({ creative: { html: '<b>First</b>' } });
  const later = await ago(new Date(clock + 60_000).toISOString());
  expect(later.body.revision).toBeNull();
  expect(await opened(later.body.previewId, clock)).toMatchObject({ creative: { html: '<b>Second</b>' } });
  expect((await ago(before)).status).toBe(404);
  expect((await ago('2020-01-01T00:00:00Z')).status).toBe(410);
  clock = now;
});
