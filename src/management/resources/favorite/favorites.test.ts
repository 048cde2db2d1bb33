import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTwoTenants, type Tenant, type TwoTenants } from '../../../../test/support/attacks/two-tenants.ts';
import type { Role } from '../../../contract/access/scopes.ts';
import {
  maxFavorites,
  maxListedRecentObjects,
  maxRecentObjects,
} from '../../../core/vocabulary/limits/collaboration-limits.ts';

let world: TwoTenants;
beforeAll(async () => {
  world = await startTwoTenants();
});
afterAll(() => world?.management.close());

function as(role: Role, method: string, path: string, body?: Record<string, unknown>) {
  const user = world.userOfRole.get(role) as number;
  return world.management.call(method, path, { user, ...(body === undefined ? {} : { body }) });
}

const objectsOf = ({ campaign, booking, creative, partner, product }: Tenant) =>
  [
    { kind: 'campaigns', objectId: campaign },
    { kind: 'bookings', objectId: booking },
    { kind: 'creatives', objectId: creative },
    { kind: 'media-partners', objectId: partner },
    { kind: 'products', objectId: product },
  ] as const;

describe('favorites', () => {
  test('are listed newest first with names, are added once, and are removed', async () => {
    const ids: number[] = [];
    for (const object of objectsOf(world.own)) {
      const added = await as('advertiser', 'POST', '/me/favorites', object);
      expect(added, JSON.stringify(added.body)).toMatchObject({ status: 201, body: object });
      ids.push(added.body.id);
      expect((await as('advertiser', 'POST', '/me/favorites', object)).body.id).toBe(added.body.id);
    }
    const listed = await as('advertiser', 'GET', '/me/favorites');
    expect(listed.body.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect(listed.body).toContainEqual(
      expect.objectContaining({ kind: 'bookings', name: 'Ownword booking', detail: 'Ownword campaign' }),
    );
    expect((await as('manager', 'GET', '/me/favorites')).body).toEqual([]);
    expect((await as('manager', 'DELETE', `/me/favorites/${ids[0]}`)).status).toBe(404);
    const removed = await as('advertiser', 'DELETE', `/me/favorites/${ids[0]}`);
    expect(removed.body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1).toReversed());
    expect((await as('advertiser', 'DELETE', `/me/favorites/${ids[0]}`)).status).toBe(404);
  });

  test('are refused for objects that the caller cannot read', async () => {
    for (const path of ['/me/favorites', '/me/recent-objects']) {
      for (const object of objectsOf(world.foreign)) {
        const refused = await as('advertiser', 'POST', path, object);
        const absent = await as('advertiser', 'POST', path, { ...object, objectId: 999_999_999 });
        for (const { status, body } of [refused, absent]) {
          expect([status, body.errors[0].code]).toEqual([400, 'reference_not_found']);
        }
      }
      const body = { kind: 'bookings', objectId: world.own.booking };
      expect(await world.management.call('POST', path, { body, scopes: ['campaigns:read'] })).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope' },
      });
      expect(await as('manager', 'POST', path, { ...body, kind: 'users' })).toMatchObject({ status: 400 });
    }
  });

  test('disappear with the object, with the mapping of the user and with the scope', async () => {
    const body = { kind: 'bookings', objectId: world.own.booking };
    const owner = { account: 1 };
    const namesOf = async (path: string, options: object) =>
      (await world.management.call('GET', path, options)).body.map(({ name }: { name: string }) => name);
    for (const path of ['/me/favorites', '/me/recent-objects']) {
      expect((await world.management.call('POST', path, { body, ...owner })).status).toBe(201);
      expect(await namesOf(path, owner)).toContain('Ownword booking');
      expect(await namesOf(path, { scopes: ['campaigns:read'] })).toEqual([]);
    }
    const { body: mappings } = await world.management.call('GET', '/user-mapping/advertiser@tenants.example');
    await as('advertiser', 'POST', '/me/recent-objects', body);
    await world.management.call('DELETE', '/user-mapping/advertiser@tenants.example');
    for (const path of ['/me/favorites', '/me/recent-objects']) {
      expect(
        (await as('advertiser', 'GET', path)).body.filter((one: { kind: string }) => one.kind !== 'products'),
      ).toEqual([]);
    }
    const { advertiserCompanyId, brandId } = mappings[0];
    const mapping = { user: 'advertiser@tenants.example', advertiserCompanyId, brandId };
    expect((await world.management.call('POST', '/user-mapping', { body: mapping })).status).toBe(201);
    expect((await as('advertiser', 'GET', '/me/recent-objects')).body).toMatchObject([body]);

    const archive = { headers: { 'if-match': '*' } };
    expect((await world.management.call('DELETE', `/bookings/${world.own.booking}`, archive)).status).toBe(200);
    for (const path of ['/me/favorites', '/me/recent-objects']) {
      expect(await namesOf(path, owner)).not.toContain('Ownword booking');
      expect((await world.management.call('POST', path, { body, ...owner })).body.errors[0].code).toBe(
        'reference_archived',
      );
    }
  });

  test('are limited in number', async () => {
    const owner = `user:${world.userOfRole.get('viewer')}`;
    const rows = Array.from({ length: maxFavorites }, (_, index) => ({
      owner,
      kind: 'bookings' as const,
      objectId: 1_000_000 + index,
    }));
    await world.management.database.insertInto('favorite').values(rows).execute();
    const refused = await as('viewer', 'POST', '/me/favorites', { kind: 'campaigns', objectId: world.own.campaign });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'too_many' }] } });
    expect((await as('viewer', 'GET', '/me/favorites')).body).toEqual([]);
  });
});

test('recent objects are listed with the latest first, once each, and the oldest are deleted', async () => {
  const { database } = world.management;
  const owner = `user:${world.userOfRole.get('reviewer')}`;
  const old = Array.from({ length: maxRecentObjects }, (_, index) => ({
    owner,
    kind: 'creatives' as const,
    objectId: 2_000_000 + index,
    openedAt: new Date(index),
  }));
  await database.insertInto('recentObject').values(old).execute();
  const [campaign, , creative] = objectsOf(world.own);
  for (const object of [campaign, creative, campaign]) {
    const opened = await as('reviewer', 'POST', '/me/recent-objects', object);
    expect(opened).toMatchObject({ status: 201, body: object });
  }
  const { body } = await as('reviewer', 'GET', '/me/recent-objects');
  expect(body).toMatchObject([
    { ...campaign, name: 'Ownword campaign' },
    { ...creative, name: 'Ownword creative' },
  ]);
  expect(body.length).toBeLessThanOrEqual(maxListedRecentObjects);
  const { total } = await database
    .selectFrom('recentObject')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('recentObject.owner', '=', owner)
    .executeTakeFirstOrThrow();
  expect(total).toBe(maxRecentObjects);
});
