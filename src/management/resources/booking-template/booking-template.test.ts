import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
let owner: number;
let colleague: number;
let admin: number;
let advertiser: number;
let positionId: number;

const any = { 'if-match': '*' };
const targeting = {
  all: [
    { fact: 'segment', values: ['buyers', 'loyal'] },
    { fact: 'country', values: ['BE'] },
  ],
};

beforeAll(async () => {
  management = await startTestManagement();
  const user = async (role: string, email: string) =>
    (await makeObject(management, 'users', { name: email, role, email })).id;
  owner = await user('manager', 'owner@publisher.example');
  colleague = await user('manager', 'colleague@publisher.example');
  admin = await user('admin', 'boss@publisher.example');
  advertiser = await user('advertiser', 'advertiser@brand.example');
  positionId = await makeId('inventory/position');
});
afterAll(() => management?.close());

const makeId = async (kind: string) => (await makeObject(management, kind)).id;

async function save(user: number, body: Record<string, unknown> = {}) {
  return await management.call('POST', '/booking-templates', {
    user,
    body: { name: 'Homepage, one week', settings: { type: 'display', positionIds: [positionId] }, ...body },
  });
}

async function namesOf(user: number): Promise<readonly string[]> {
  const { body } = await management.call('GET', '/booking-templates?limit=100', { user });
  return (body as readonly { name: string }[]).map(({ name }) => name);
}

async function bookingFrom(settings: unknown) {
  const body = {
    campaignId: await makeId('campaigns'),
    name: 'From a template',
    startDate: '2027-01-01T00:00:00Z',
    endDate: '2027-01-08T00:00:00Z',
    ...(settings as Record<string, unknown>),
  };
  return await management.call('POST', '/bookings', { user: owner, body });
}

describe('a booking template', () => {
  test('stores every setting of a booking, and is a body of a booking with the missing fields', async () => {
    const settings = {
      type: 'in_store',
      activeDays: ['mon', 'fri'],
      dayParts: [{ days: ['mon'], fromMinute: 480, toMinute: 720 }],
      positionIds: [positionId],
      locationIds: [],
      publicationIds: [],
      publisherIds: [],
      priority: 2,
      targeting: { all: [{ fact: 'country', values: ['BE'] }] },
      exclusionLabels: ['cars'],
      duplicatesAllowed: true,
      delivery: { method: 'even', percent: null, goal: { kind: 'impressions', total: 5000 }, frontLoading: 20 },
      caps: [{ scope: 'day', most: 2 }],
      loop: { playsPerLoop: 2, percent: null, minGap: 1 },
      sponsored: null,
      pricing: { model: 'cpm', rate: { amount: '4.5', currency: 'EUR' } },
      creatives: [],
    };
    const saved = await save(owner, { description: 'For retail', durationSeconds: 604_800, settings });
    expect(saved).toMatchObject({
      status: 201,
      body: {
        description: 'For retail',
        durationSeconds: 604_800,
        settings,
        shared: false,
        unavailableReferences: [],
        owner: `user:${owner}`,
        ownerName: 'owner@publisher.example',
        editable: true,
      },
    });
    const booking = await bookingFrom(saved.body['settings']);
    expect(booking.status, JSON.stringify(booking.body)).toBe(201);
    expect(booking.body).toMatchObject({ ...settings, pricing: { model: 'cpm', rate: { currency: 'EUR' } } });
  });

  test('is visible only to its owner until it is shared, and then to callers with access to all data', async () => {
    const { status, body } = await save(owner, { name: 'Private takeover' });
    expect(status).toBe(201);
    const path = `/booking-templates/${body.id}`;
    for (const user of [colleague, admin, advertiser]) {
      expect((await management.call('GET', path, { user })).status).toBe(404);
      expect((await management.call('PATCH', path, { user, headers: any, body: { name: 'x' } })).status).toBe(404);
      expect((await management.call('DELETE', path, { user, headers: any })).status).toBe(404);
      expect(await namesOf(user)).not.toContain('Private takeover');
    }
    const shared = await management.call('PATCH', path, { user: owner, headers: any, body: { shared: true } });
    expect(shared.status).toBe(200);
    for (const user of [colleague, admin]) {
      expect((await management.call('GET', path, { user })).body).toMatchObject({ editable: user === admin });
      expect(await namesOf(user)).toContain('Private takeover');
    }
    expect((await management.call('GET', path, { user: advertiser })).status).toBe(404);
    expect((await management.call('DELETE', path, { user: advertiser, headers: any })).status).toBe(404);
    expect(await namesOf(advertiser)).not.toContain('Private takeover');
  });

  test('can be changed by its owner and by administrators only, and deleted and restored', async () => {
    const { body } = await save(owner, { shared: true });
    const path = `/booking-templates/${body.id}`;
    for (const method of ['PATCH', 'DELETE'] as const) {
      const asked = { user: colleague, headers: any, ...(method === 'PATCH' ? { body: { name: 'Mine' } } : {}) };
      expect(await management.call(method, path, asked)).toMatchObject({
        status: 403,
        body: { detail: 'Only the owner of a booking template and administrators can change it' },
      });
    }
    expect((await management.call('DELETE', path, { user: admin, headers: any })).status).toBe(200);
    const restore = `${path}/actions/unarchive`;
    expect((await management.call('POST', restore, { user: colleague, headers: any })).status).toBe(403);
    const restored = await management.call('POST', restore, { user: owner, headers: any });
    expect(restored.body).toMatchObject({ archivedAt: null, owner: `user:${owner}` });
  });

  test('merges a patch into its settings, and returns 412 when another user saved first', async () => {
    const { body, headers } = await save(owner, { settings: { type: 'display', targeting, priority: 3 } });
    const path = `/booking-templates/${body.id}`;
    const change = (settings: Record<string, unknown>) =>
      management.call('PATCH', path, {
        user: owner,
        headers: { 'if-match': String(headers['etag']) },
        body: { settings },
      });
    expect((await change({ targeting: { all: null, fact: 'country', values: ['NL'] } })).body).toMatchObject({
      settings: { priority: 3, targeting: { fact: 'country', values: ['NL'] } },
    });
    expect((await change({ priority: 4 })).status).toBe(412);
  });

  test('can be shared only by callers with access to all data', async () => {
    const own = { settings: { type: 'display' } };
    expect((await save(advertiser, own)).status).toBe(201);
    expect(await save(advertiser, { ...own, shared: true })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/shared', code: 'not_permitted' }] },
    });
  });

  test('names references that are archived or not visible', async () => {
    const archived = await makeObject(management, 'inventory/position');
    const creative = await makeId('creatives');
    const segment = await makeObject(management, 'segments', { name: 'Buyers', code: 'buyers' });
    const settings = {
      type: 'display',
      positionIds: [positionId, archived.id],
      targeting,
      creatives: [{ creativeId: creative }],
    };
    const { body } = await save(owner, { settings });
    const path = `/booking-templates/${body.id}`;
    expect(body['unavailableReferences']).toEqual([]);
    for (const [kind, id] of [
      ['inventory/position', archived.id],
      ['segments', segment.id],
    ]) {
      expect((await management.call('DELETE', `/${kind}/${id}`, { headers: any })).status).toBe(200);
    }
    const read = await management.call('GET', path, { user: owner });
    expect(read.body['unavailableReferences']).toEqual([
      { field: 'positionIds', kind: 'inventory/position', id: archived.id, code: null, name: archived['name'] },
      { field: 'targeting', kind: 'segments', id: null, code: 'buyers', name: 'Buyers' },
    ]);
    // A change of the name does not refuse references that were archived since.
    const renamed = await management.call('PATCH', path, { user: owner, headers: any, body: { name: 'Renamed' } });
    expect(renamed.status).toBe(200);
    // A new segment has the code of the archived one.
    await makeObject(management, 'segments', { name: 'New buyers', code: 'buyers' });
    const later = await management.call('GET', path, { user: owner });
    expect(later.body['unavailableReferences']).toMatchObject([{ field: 'positionIds' }]);
  });

  test('is written to the audit log', async () => {
    const { body } = await save(owner, { name: 'Audited' });
    await management.call('PATCH', `/booking-templates/${body.id}`, {
      user: owner,
      headers: any,
      body: { durationSeconds: 3600 },
    });
    const entries = await management.database
      .selectFrom('auditEntry')
      .select(['actor', 'action'])
      .where('kind', '=', 'booking-templates')
      .where('objectId', '=', Number(body.id))
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { actor: `user:${owner}`, action: 'create' },
      { actor: `user:${owner}`, action: 'update' },
    ]);
  });

  test.each([
    [{ settings: {} }, '/settings/type'],
    [{ settings: { type: 'display', name: 'x' } }, '/settings/name'],
    [{ settings: { type: 'display', loop: { playsPerLoop: 1 } } }, '/settings/loop'],
    [{ settings: { type: 'display', positionIds: [999_999] } }, '/settings/positionIds/0'],
    [{ settings: { type: 'display', creatives: [{ creativeId: 999_999 }] } }, '/settings/creatives/0/creativeId'],
    [{ settings: { type: 'display', exclusionLabels: ['a b'] } }, '/settings/exclusionLabels/0'],
    [
      { settings: { type: 'display', targeting: { fact: 'region', values: ['BE-XXX'] } } },
      '/settings/targeting/values/0',
    ],
    [
      { settings: { type: 'display', delivery: { method: 'even', goal: { kind: 'clicks', total: 5 } } } },
      '/durationSeconds',
    ],
    [{ durationSeconds: 0 }, '/durationSeconds'],
    [{ description: 'x'.repeat(501) }, '/description'],
  ])('is refused with %j', async (body, pointer) => {
    expect(await save(owner, body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});
