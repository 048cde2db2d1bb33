import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
let owner: number;
let colleague: number;
let admin: number;
let advertiser: number;

const report = { period: 'last_30_days', groupBy: ['campaign', 'month'], pivot: 'month', metrics: ['clicks'] };

beforeAll(async () => {
  management = await startTestManagement();
  const user = async (role: string, email: string) =>
    (await makeObject(management, 'users', { name: email, role, email })).id;
  owner = await user('manager', 'owner@publisher.example');
  colleague = await user('viewer', 'colleague@publisher.example');
  admin = await user('admin', 'boss@publisher.example');
  advertiser = await user('advertiser', 'advertiser@brand.example');
});
afterAll(() => management?.close());

async function save(user: number, body: Record<string, unknown>) {
  return await management.call('POST', '/saved-reports', { user, body: { name: 'Months', report, ...body } });
}

async function namesOf(user: number): Promise<readonly string[]> {
  const { body } = await management.call('GET', '/saved-reports?limit=100', { user });
  return (body as readonly { name: string }[]).map(({ name }) => name);
}

describe('a saved report', () => {
  test('is visible only to its owner until it is shared', async () => {
    const { status, body } = await save(owner, { name: 'Private months' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ owner: `user:${owner}`, ownerName: 'owner@publisher.example', editable: true });
    const path = `/saved-reports/${body.id}`;
    for (const user of [colleague, admin, advertiser]) {
      expect((await management.call('GET', path, { user })).status).toBe(404);
      expect((await management.call('PATCH', path, { user, body: { name: 'x' } })).status).toBe(404);
      expect((await management.call('DELETE', path, { user })).status).toBe(404);
      expect(await namesOf(user)).not.toContain('Private months');
    }
    const etag = { 'if-match': '*' };
    const shared = await management.call('PATCH', path, { user: owner, headers: etag, body: { shared: true } });
    expect(shared.status).toBe(200);
    for (const user of [colleague, admin, advertiser]) {
      expect((await management.call('GET', path, { user })).body).toMatchObject({
        report: { ...report, chart: 'auto' },
        editable: user === admin,
      });
      expect(await namesOf(user)).toContain('Private months');
    }
  });

  test('can be changed by its owner and by administrators only', async () => {
    const { body } = await save(owner, { shared: true });
    const path = `/saved-reports/${body.id}`;
    const headers = { 'if-match': '*' };
    for (const method of ['PATCH', 'DELETE'] as const) {
      const asked = { user: colleague, headers, ...(method === 'PATCH' ? { body: { name: 'Mine' } } : {}) };
      expect(await management.call(method, path, asked)).toMatchObject({
        status: 403,
        body: { code: 'not_permitted', detail: 'Only the owner of a saved report and administrators can change it' },
      });
    }
    expect((await management.call('DELETE', path, { user: admin, headers })).status).toBe(200);
    expect((await management.call('POST', `${path}/actions/unarchive`, { user: colleague, headers })).status).toBe(403);
    const restored = await management.call('POST', `${path}/actions/unarchive`, { user: owner, headers });
    expect(restored.body).toMatchObject({ archivedAt: null, owner: `user:${owner}` });
  });

  test('returns 412 when another user saved first', async () => {
    const { body, headers } = await save(owner, {});
    const path = `/saved-reports/${body.id}`;
    const change = (name: string) =>
      management.call('PATCH', path, { user: owner, headers: { 'if-match': String(headers['etag']) }, body: { name } });
    expect((await change('First')).status).toBe(200);
    expect((await change('Second')).status).toBe(412);
    expect((await management.call('GET', path, { user: owner })).body).toMatchObject({ name: 'First', version: 2 });
  });

  test('can be shared only by callers with access to all data', async () => {
    expect((await save(advertiser, {})).status).toBe(201);
    expect(await save(advertiser, { shared: true })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/shared', code: 'not_permitted' }] },
    });
  });

  test.each([
    [{ groupBy: ['day'] }, '/report/period'],
    [{ period: 'last_week', pivot: 'month' }, '/report/pivot'],
    [{ from: '2026-11-02', to: '2026-11-01' }, '/report/to'],
    [{ period: 'last_week', metrics: ['nonsense'] }, '/report/metrics/0'],
    [{ period: 'last_week', sort: '<script>' }, '/report/sort'],
    [{ period: 'last_week', pivotMetric: 'spend:euro' }, '/report/pivotMetric'],
    [{ period: 'last_week', campaignId: [0] }, '/report/campaignId/0'],
  ])('is refused with the definition %j', async (definition, pointer) => {
    expect(await save(owner, { report: definition })).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});
