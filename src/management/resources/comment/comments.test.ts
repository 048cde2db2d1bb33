import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTwoTenants, type TwoTenants } from '../../../../test/support/attacks/two-tenants.ts';
import type { Role } from '../../../contract/access/scopes.ts';

let world: TwoTenants;
beforeAll(async () => {
  world = await startTwoTenants();
  for (const [role, id] of world.userOfRole) {
    await world.management.call('PATCH', `/users/${id}`, {
      headers: { 'if-match': '*' },
      body: { name: `The ${role}` },
    });
  }
});
afterAll(() => world?.management.close());

const idOf = (role: Role) => world.userOfRole.get(role) as number;

function as(role: Role, method: string, path: string, body?: Record<string, unknown>) {
  return world.management.call(method, path, { user: idOf(role), ...(body === undefined ? {} : { body }) });
}

function comment(role: Role, fields: Record<string, unknown> = {}) {
  return as(role, 'POST', '/comments', { kind: 'bookings', objectId: world.own.booking, text: 'Hello', ...fields });
}

const listOf = (role: Role, objectId: number, kind = 'bookings') =>
  as(role, 'GET', `/comments?kind=${kind}&objectId=${objectId}`);

describe('a comment', () => {
  test('keeps its lines, is listed newest first with its author, and is audited', async () => {
    const objectId = world.own.campaign;
    const text = ' First line\r\n\r\n<b>https://example.com</b> \n';
    const created = await comment('advertiser', { kind: 'campaigns', objectId, text });
    expect(created).toMatchObject({
      status: 201,
      body: {
        text: 'First line\n\n<b>https://example.com</b>',
        author: `user:${idOf('advertiser')}`,
        authorName: 'The advertiser',
        mentions: [],
        editable: true,
        editedAt: null,
      },
    });
    await comment('viewer', { kind: 'campaigns', objectId, text: 'Second' });
    const listed = await listOf('manager', objectId, 'campaigns');
    expect(listed.headers['record-count']).toBe('2');
    expect(listed.body).toMatchObject([
      { text: 'Second', editable: false },
      { id: created.body.id, editable: false },
    ]);
    const { headers } = await as('admin', 'GET', '/audit?kind=comments');
    expect(Number(headers['record-count'] ?? 2)).toBeGreaterThan(0);
    const entries = await world.management.database
      .selectFrom('auditEntry')
      .select(['auditEntry.action', 'auditEntry.actor'])
      .where('auditEntry.kind', '=', 'comments')
      .where('auditEntry.objectId', '=', created.body.id)
      .execute();
    expect(entries).toEqual([{ action: 'create', actor: `user:${idOf('advertiser')}` }]);
  });

  test('is invisible to users who cannot read the object, in every operation', async () => {
    const { booking, campaign, creative } = world.foreign;
    const objects = { bookings: booking, campaigns: campaign, creatives: creative };
    for (const [kind, objectId] of Object.entries(objects)) {
      const { body } = await comment('manager', { kind, objectId, text: 'Secret' });
      expect((await listOf('advertiser', objectId, kind)).status).toBe(404);
      const users = `/comments/mentionable-users?kind=${kind}&objectId=${objectId}`;
      expect((await as('advertiser', 'GET', users)).status).toBe(404);
      expect(await comment('advertiser', { kind, objectId })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/objectId', code: 'reference_not_found' }] },
      });
      for (const id of [body.id, 999_999_999]) {
        expect((await as('advertiser', 'PATCH', `/comments/${id}`, { text: 'x' })).status).toBe(404);
        expect((await as('advertiser', 'DELETE', `/comments/${id}`)).status).toBe(404);
      }
    }
  });

  test('requires the scope to read the object', async () => {
    const path = `/comments?kind=bookings&objectId=${world.own.booking}`;
    const refused = await world.management.call('GET', path, { scopes: ['campaigns:read', 'creatives:read'] });
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect((await world.management.call('GET', path, { scopes: ['bookings:read'] })).status).toBe(200);
  });

  test('can be changed, deleted and restored only by its author', async () => {
    const { body } = await comment('viewer');
    const path = `/comments/${body.id}`;
    expect(await as('admin', 'PATCH', path, { text: 'Mine' })).toMatchObject({
      status: 403,
      body: { code: 'not_permitted', detail: 'Only the author of a comment can change or delete it' },
    });
    expect((await as('manager', 'DELETE', path)).status).toBe(403);
    expect(await as('viewer', 'PATCH', path, { text: 'Changed' })).toMatchObject({
      status: 200,
      body: { text: 'Changed', editedAt: expect.any(String) },
    });
    expect((await as('viewer', 'DELETE', path)).body.deletedAt).toEqual(expect.any(String));
    const ids = async () => (await listOf('viewer', world.own.booking)).body.map((one: { id: number }) => one.id);
    expect(await ids()).not.toContain(body.id);
    expect((await as('admin', 'PATCH', path, { deleted: false })).status).toBe(404);
    expect((await as('viewer', 'PATCH', path, { deleted: false })).body).toMatchObject({ deletedAt: null });
    expect(await ids()).toContain(body.id);
  });

  test('is created once when the call is repeated with its key', async () => {
    const send = () =>
      world.management.call('POST', '/comments', {
        user: idOf('viewer'),
        headers: { 'idempotency-key': 'comment-1' },
        body: { kind: 'bookings', objectId: world.own.booking, text: 'Once' },
      });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  test.each([
    [{ text: ' \n ' }, '/text'],
    [{ text: 'x'.repeat(5_001) }, '/text'],
    [{ text: 'a\u0000b' }, '/text'],
    [{ kind: 'brands' }, '/kind'],
    [{ mentionIds: [1, 1] }, '/mentionIds'],
    [{ mentionIds: Array.from({ length: 21 }, (_, index) => index + 1) }, '/mentionIds'],
  ])('is refused: %j', async (fields, pointer) => {
    expect(await comment('viewer', fields)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

describe('mentioned users', () => {
  test('are those who can read the object', async () => {
    const find = async (objectId: number, search = '') => {
      const path = `/comments/mentionable-users?kind=bookings&objectId=${objectId}${search}`;
      return (await as('manager', 'GET', path)).body.map(({ name }: { name: string }) => name);
    };
    expect(await find(world.own.booking)).toContain('The advertiser');
    expect(await find(world.foreign.booking)).not.toContain('The advertiser');
    expect(await find(world.foreign.booking)).toContain('The viewer');
    expect(await find(world.own.booking, '&search=THE%20ADVERT')).toEqual(['The advertiser']);
    const mentionIds = [idOf('viewer'), idOf('advertiser')];
    expect(await comment('manager', { objectId: world.foreign.booking, mentionIds })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/mentionIds/1', code: 'reference_not_found' }] },
    });
  });

  test('are stored by ID and returned with their current names', async () => {
    const mentionIds = [idOf('reviewer')];
    const { body } = await comment('manager', { text: 'Hello @anyone', mentionIds });
    expect(body.mentions).toEqual([{ id: idOf('reviewer'), name: 'The reviewer' }]);
    await as('admin', 'PATCH', `/comments/${body.id}`, {});
    const patched = await world.management.call('PATCH', `/users/${idOf('reviewer')}`, {
      headers: { 'if-match': '*' },
      body: { name: 'Robin' },
    });
    expect(patched.status).toBe(200);
    const [newest] = (await listOf('viewer', world.own.booking)).body;
    expect(newest.mentions).toEqual([{ id: idOf('reviewer'), name: 'Robin' }]);
  });
});
