import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTwoTenants, type TwoTenants } from '../../../../../test/support/attacks/two-tenants.ts';
import { sendResumable } from '../../../../../test/support/server/send-upload.ts';
import type { Role } from '../../../../contract/access/scopes.ts';
import { dayMs } from '../../../../core/time/durations.ts';
import {
  deletedAttachmentTtlMs,
  maxAttachmentBytes,
  maxCommentAttachments,
} from '../../../../core/vocabulary/limits/attachment-limits.ts';
import { sweepFiles } from '../../creative/files/sweep-files.ts';

let world: TwoTenants;
beforeAll(async () => {
  world = await startTwoTenants();
});
afterAll(() => world?.management.close());

const idOf = (role: Role) => world.userOfRole.get(role) as number;

function as(role: Role, method: string, path: string, body?: Record<string, unknown>) {
  return world.management.call(method, path, { user: idOf(role), ...(body === undefined ? {} : { body }) });
}

const upload = (role: Role, name: string, content: Buffer) =>
  sendResumable(world.management, { name, content }, { user: idOf(role) });

function comment(role: Role, uploadIds: readonly string[], fields: Record<string, unknown> = {}) {
  const body = { kind: 'bookings', objectId: world.own.booking, text: 'See the file', uploadIds, ...fields };
  return as(role, 'POST', '/comments', body);
}

async function attach(role: Role, name: string, content: Buffer, fields: Record<string, unknown> = {}) {
  const { status, body } = await comment(role, [await upload(role, name, content)], fields);
  expect(status, JSON.stringify(body)).toBe(201);
  const [attachment] = body.attachments;
  return { comment: body, attachment, path: `/comments/${body.id}/attachments/${attachment.id}` };
}

/** Returns the response with the bytes of its body. */
async function download(role: Role, path: string) {
  const answer = await world.management.app.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer user~${idOf(role)}` },
  });
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload };
}

function image(background: string): Sharp {
  return sharp({ create: { width: 900, height: 300, channels: 3, background } });
}

const filesOf = async () => {
  const hashes: string[] = [];
  for await (const hash of world.management.services.fileStore.hashes('attachments')) hashes.push(hash);
  return hashes;
};

describe('an attachment', () => {
  test('is downloaded with its bytes, name and type, and is listed and audited', async () => {
    const content = randomBytes(70_000);
    const { comment: created, attachment, path } = await attach('viewer', 'Média plan (v2).PDF', content);
    expect(attachment).toEqual({
      id: expect.any(Number),
      name: 'Média plan (v2).PDF',
      type: 'application/pdf',
      bytes: 70_000,
      thumbnail: null,
    });
    const got = await download('manager', path);
    expect(got).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-length': '70000',
        'content-disposition':
          'attachment; filename="M_dia plan (v2).PDF"; filename*=UTF-8\'\'M%C3%A9dia%20plan%20%28v2%29.PDF',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cache-control': 'private, no-cache',
      },
    });
    expect(got.content.equals(content)).toBe(true);
    const listed = await as('advertiser', 'GET', `/comments?kind=bookings&objectId=${world.own.booking}&limit=1`);
    expect(listed.body[0].attachments).toEqual([attachment]);
    const entry = await world.management.database
      .selectFrom('auditEntry')
      .select('auditEntry.after')
      .where('auditEntry.kind', '=', 'comments')
      .where('auditEntry.objectId', '=', created.id)
      .executeTakeFirstOrThrow();
    expect(entry.after).toMatchObject({ attachments: [attachment] });
  });

  test.each([
    ['png', 'image/png', () => image('#c03').png()],
    ['jpeg', 'image/jpeg', () => image('#c04').jpeg()],
    ['gif', 'image/gif', () => image('#c05').gif()],
    ['webp', 'image/webp', () => image('#c06').webp()],
    ['avif', 'image/avif', () => image('#c07').avif({ effort: 0 })],
  ])('that is a %s image has a thumbnail', async (_kind, type, make) => {
    const { attachment, path } = await attach('viewer', 'named.bin', await make().toBuffer());
    expect(attachment).toMatchObject({ type, thumbnail: { width: 480, height: 160 } });
    const { status, headers, content } = await download('viewer', `${path}/thumbnail`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 480, height: 160 });
  });

  test('that is a damaged image has no thumbnail', async () => {
    const content = (await image('#c08').png().toBuffer()).subarray(0, 60);
    const { attachment, path } = await attach('viewer', 'damaged.png', content);
    expect(attachment).toMatchObject({ type: 'image/png', thumbnail: null });
    expect((await download('viewer', `${path}/thumbnail`)).status).toBe(404);
    expect((await download('viewer', path)).content.equals(content)).toBe(true);
  });

  test.each([
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['page.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['image.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['image.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['script.js', 'alert(1)'],
    ['no-extension', 'text'],
  ])('named %s with active content is a download of unknown type without a thumbnail', async (name, text) => {
    const { attachment, path } = await attach('viewer', name, Buffer.from(text));
    expect(attachment).toMatchObject({ type: 'application/octet-stream', thumbnail: null });
    const { headers } = await download('viewer', path);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['../../../etc/passwd', 'passwd'],
    ['C:\\Users\\maya\\plan.pdf', 'plan.pdf'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a"; filename="b.html\r\nSet-Cookie: x=1', 'a_; filename=_b.htmlSet-Cookie_ x=1'],
    ['con.txt', '_con.txt'],
    [`${'é'.repeat(200)}.pdf`, `${'é'.repeat(146)}.pdf`],
  ])('with the file name %j is stored as %j', async (given, name) => {
    const { attachment, path } = await attach('viewer', given, Buffer.from('x'));
    expect(attachment.name).toBe(name);
    const { status, headers } = await download('viewer', path);
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[\w .()+,@=-]+"; filename\*=UTF-8''[^\s";]+$/,
    );
  });

  test('is refused to users who cannot see the object, and in the path of another comment', async () => {
    const { booking: objectId } = world.foreign;
    const {
      path,
      comment: created,
      attachment,
    } = await attach('manager', 'secret.png', await image('#d01').png().toBuffer(), {
      objectId,
    });
    const absent = await as('advertiser', 'GET', '/comments/999999999/attachments/999999999');
    for (const one of [path, `${path}/thumbnail`]) {
      expect((await download('viewer', one)).status).toBe(200);
      const { status, body } = await as('advertiser', 'GET', one);
      expect(status).toBe(404);
      expect({ ...body, instance: null, requestId: null }).toEqual({ ...absent.body, instance: null, requestId: null });
      expect((await world.management.call('GET', one, { scopes: ['creatives:read', 'campaigns:read'] })).status).toBe(
        404,
      );
      expect((await world.management.call('GET', one, { scopes: null })).status).toBe(401);
    }
    const other = (await comment('advertiser', [])).body;
    for (const role of ['advertiser', 'manager'] as const) {
      expect((await download(role, `/comments/${other.id}/attachments/${attachment.id}`)).status).toBe(404);
    }
    for (const bad of ['..%2f..%2fsecret', '0', '1e3', '%2e%2e']) {
      const { status } = await download('manager', `/comments/${created.id}/attachments/${bad}`);
      expect([400, 404], bad).toContain(status);
    }
  });

  test('is refused on an object of another tenant, before any file is stored', async () => {
    const before = await filesOf();
    const uploadId = await upload('advertiser', 'a.txt', randomBytes(20));
    const { booking, campaign, creative } = world.foreign;
    for (const [kind, objectId] of Object.entries({ bookings: booking, campaigns: campaign, creatives: creative })) {
      expect(await comment('advertiser', [uploadId], { kind, objectId })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/objectId', code: 'reference_not_found' }] },
      });
    }
    expect(await filesOf()).toEqual(before);
    expect((await comment('advertiser', [uploadId])).status).toBe(201);
  });

  test('is refused from the upload of another user, an unknown upload and an incomplete one', async () => {
    const foreign = await upload('manager', 'a.txt', randomBytes(20));
    for (const uploadId of [foreign, '0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1d4']) {
      expect(await comment('viewer', [uploadId])).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/uploadIds/0', code: 'reference_not_found' }] },
      });
    }
    const begun = await world.management.call('POST', '/uploads', {
      user: idOf('viewer'),
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
    });
    expect(await comment('viewer', [begun.body.uploadId])).toMatchObject({
      status: 409,
      body: { code: 'upload_incomplete' },
    });
    const failed = { mentionIds: [999_999_999] };
    const files = await filesOf();
    const own = await upload('viewer', 'a.txt', randomBytes(20));
    expect((await comment('viewer', [own], failed)).status).toBe(400);
    expect(await filesOf()).toEqual(files);
  });

  test('is refused above the size limit, with its name and the limit', async () => {
    const content = Buffer.alloc(maxAttachmentBytes + 1);
    const refused = await comment('manager', [await upload('manager', '../big video.mov', content)]);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            pointer: '/uploadIds/0',
            code: 'too_big',
            message: 'refers to big video.mov, which exceeds the limit of 26,214,400 bytes per attachment',
          },
        ],
      },
    });
    // A user who can only comment cannot upload it.
    const begin = (bytes: number) =>
      world.management.call('POST', '/uploads', {
        user: idOf('viewer'),
        headers: { 'tus-resumable': '1.0.0', 'upload-length': String(bytes) },
      });
    expect(await begin(maxAttachmentBytes + 1)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect((await begin(maxAttachmentBytes)).status).toBe(201);
  });

  test('is refused in excess of the number per comment, and twice', async () => {
    const ids = Array.from({ length: maxCommentAttachments + 1 }, (_, index) => {
      return `0b0f9f6e-6f0e-4c51-9a56-3a0b8de3f1${String(index).padStart(2, '0')}`;
    });
    for (const uploadIds of [ids, [ids[0], ids[0]], ['../../secret']]) {
      expect(await comment('viewer', uploadIds as string[])).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    }
  });

  test('is stored once when the call is repeated with its key', async () => {
    const body = {
      kind: 'bookings',
      objectId: world.own.booking,
      text: 'Once',
      uploadIds: [await upload('viewer', 'once.txt', randomBytes(20))],
    };
    const send = () =>
      world.management.call('POST', '/comments', {
        user: idOf('viewer'),
        headers: { 'idempotency-key': 'attachment-1' },
        body,
      });
    const [first, again] = [await send(), await send()];
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
  });
});

describe('a comment with attachments', () => {
  test('may have no text, and is then named by its files in the activity', async () => {
    const { comment: created } = await attach('viewer', 'Only a file.csv', randomBytes(20), { text: '' });
    expect(created.text).toBe('');
    const path = `/activity?kind=bookings&objectId=${world.own.booking}&limit=1`;
    expect((await as('manager', 'GET', path)).body.entries[0]).toMatchObject({
      action: 'comment',
      excerpt: 'Only a file.csv',
    });
    const change = { attachmentIds: [] };
    expect(await as('viewer', 'PATCH', `/comments/${created.id}`, change)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/text' }] },
    });
    expect(await comment('viewer', [], { text: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/text' }] },
    });
  });

  test('loses attachments that its author does not keep', async () => {
    const uploadIds = [
      await upload('viewer', 'a.txt', randomBytes(20)),
      await upload('viewer', 'b.txt', randomBytes(20)),
    ];
    const { body } = await comment('viewer', uploadIds);
    const [first, second] = body.attachments;
    expect([first.name, second.name]).toEqual(['a.txt', 'b.txt']);
    const keep = (role: Role, attachmentIds: readonly number[]) =>
      as(role, 'PATCH', `/comments/${body.id}`, { attachmentIds });
    expect((await keep('manager', [])).status).toBe(403);
    expect(await keep('viewer', [999_999_999])).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/attachmentIds/0', code: 'reference_not_found' }] },
    });
    const kept = await keep('viewer', [second.id]);
    expect(kept.body).toMatchObject({ attachments: [second], editedAt: expect.any(String) });
    expect((await download('viewer', `/comments/${body.id}/attachments/${first.id}`)).status).toBe(404);
  });

  test('has no downloads while it is deleted, and is restored with them for a day', async () => {
    const { database, services } = world.management;
    let nowMs = Date.now();
    const pass = async (ms: number) => {
      nowMs += ms;
      await sweepFiles({ database, fileStore: services.fileStore, ttlMs: 35 * dayMs, nowMs: () => nowMs });
    };
    const content = await image('#e01').png().toBuffer();
    const { comment: created, path } = await attach('viewer', 'kept.png', content);
    const twin = await attach('manager', 'twin.png', content);
    const shared = await attach('viewer', 'gone.png', await image('#e02').png().toBuffer());
    await as('viewer', 'DELETE', `/comments/${created.id}`);
    await as('viewer', 'DELETE', `/comments/${shared.comment.id}`);
    for (const one of [path, `${path}/thumbnail`, shared.path])
      expect((await download('viewer', one)).status).toBe(404);
    await pass(0);
    await pass(deletedAttachmentTtlMs - 1);
    for (const id of [created.id, shared.comment.id]) {
      const restored = await as('viewer', 'PATCH', `/comments/${id}`, { deleted: false });
      expect(restored.body.attachments).toHaveLength(1);
    }
    expect((await download('viewer', shared.path)).status).toBe(200);
    await pass(0);
    await as('viewer', 'DELETE', `/comments/${created.id}`);
    await as('viewer', 'DELETE', `/comments/${shared.comment.id}`);
    const files = await filesOf();
    await pass(0);
    await pass(deletedAttachmentTtlMs);
    expect((await filesOf()).length).toBeLessThan(files.length);
    const restored = await as('viewer', 'PATCH', `/comments/${shared.comment.id}`, { deleted: false });
    expect(restored).toMatchObject({ status: 200, body: { attachments: [] } });
    // Another comment has the same content, so it remains.
    expect((await download('viewer', twin.path)).content.equals(content)).toBe(true);
    expect((await as('viewer', 'PATCH', `/comments/${created.id}`, { deleted: false })).body.attachments).toHaveLength(
      1,
    );
  });
});
