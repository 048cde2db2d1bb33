import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management.close());

const any = { 'if-match': '*' };
const call: TestManagement['call'] = (...args) => management.call(...args);

describe('a media partner', () => {
  test('is created in the form that existing clients send, and returned as a whole object', async () => {
    const body = {
      name: 'Aurora Coffee',
      roles: ['ADVERTISER', 'INVOICE'],
      externalKey: 'adv-1',
      subsystemExternalIds: { crm: '4711' },
    };
    const created = await call('POST', '/media-partners', { body, headers: { 'use-keycloak-auth': 'true' } });
    expect(created).toMatchObject({
      status: 201,
      body: { ...body, id: expect.any(Number), active: true, domains: [] },
    });
    expect((await call('GET', `/media-partners/${created.body.id}`)).body).toEqual(created.body);
  });

  test('requires a name and at least one known role without duplicates', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ name: 'A', roles: [] }, '/roles'],
      [{ name: 'A', roles: ['MEDIA'] }, '/roles/0'],
      [{ name: 'A', roles: ['INVOICE', 'INVOICE'] }, '/roles'],
      [{ name: 'A' }, '/roles'],
      [{ name: '', roles: ['INVOICE'] }, '/name'],
      [{ name: ' \t', roles: ['INVOICE'] }, '/name'],
      [{ roles: ['INVOICE'] }, '/name'],
      [{ name: 'A', roles: ['INVOICE'], subsystemExternalIds: { crm: 1 } }, '/subsystemExternalIds/crm'],
    ];
    for (const [body, pointer] of wrong) {
      expect(await call('POST', '/media-partners', { body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer }] },
      });
    }
  });

  test('changes and removes external IDs by merge patch', async () => {
    const { id } = await makeObject(management, 'media-partners', { subsystemExternalIds: { crm: '1', erp: '2' } });
    const changed = await call('PATCH', `/media-partners/${id}`, {
      body: { subsystemExternalIds: { crm: '3', erp: null } },
      headers: any,
    });
    expect(changed).toMatchObject({ status: 200, body: { subsystemExternalIds: { crm: '3' } } });
    expect(Object.keys(changed.body.subsystemExternalIds)).toEqual(['crm']);
  });

  test('is listed by role and name; inactive ones only on request', async () => {
    const advertiser = await makeObject(management, 'media-partners', { name: 'Zeta adv', roles: ['ADVERTISER'] });
    const inactive = await makeObject(management, 'media-partners', {
      name: 'Zeta off',
      roles: ['INVOICE'],
      active: false,
    });
    const ids = async (query: string) =>
      (await call('GET', `/media-partners?limit=100&offset=0&search=zETA${query}`)).body.map(
        (one: { id: number }) => one.id,
      );
    expect(await ids('')).toEqual([advertiser.id]);
    expect(await ids('&includeInactive=true')).toEqual([advertiser.id, inactive.id]);
    expect(await ids('&includeInactive=true&roles=INVOICE')).toEqual([inactive.id]);
    expect(await ids('&includeInactive=true&roles=INVOICE&roles=ADVERTISER')).toEqual([advertiser.id, inactive.id]);
    expect(await call('GET', '/media-partners?roles=MEDIA')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/roles/0', in: 'query' }] },
    });
    expect(await call('GET', `/media-partners/${inactive.id}`)).toMatchObject({ status: 200 });
  });

  test('keeps its role and cannot be archived while an active campaign uses it', async () => {
    const campaign = await makeObject(management, 'campaigns');
    const path = `/media-partners/${campaign['advertiserCompanyId']}`;
    const refused = await call('PATCH', path, { body: { roles: ['INVOICE'] }, headers: any });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'in_use', inUseBy: [{ kind: 'campaigns', id: campaign.id }] },
    });
    const archive = await call('DELETE', path, { headers: any });
    expect(archive).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(archive.body.inUseBy).toHaveLength(2);
  });
});

describe('a brand', () => {
  test('is created, and listed below its media partner and in all brands', async () => {
    const partner = await makeObject(management, 'media-partners');
    const below = await call('POST', `/media-partners/${partner.id}/brands`, {
      body: { name: 'Filter', domains: ['aurora.example'] },
    });
    expect(below).toMatchObject({
      status: 201,
      headers: { location: `/api/v1/brands/${below.body.id}` },
      body: { mediaPartnerId: partner.id, domains: ['aurora.example'] },
    });
    const beside = await makeObject(management, 'brands', { mediaPartnerId: partner.id });
    await makeObject(management, 'brands');
    const listed = await call('GET', `/media-partners/${partner.id}/brands`);
    expect(listed.body.map((one: { id: number }) => one.id)).toEqual([below.body.id, beside.id]);
    expect(listed.headers['record-count']).toBe('2');
    const filtered = await call('GET', `/brands?mediaPartnerId=${partner.id}&sort=-mediaPartnerId&limit=1`);
    expect(filtered.body).toHaveLength(1);
    const next = /^<(.+)>; rel="next"$/.exec(filtered.headers['link'] ?? '')?.[1] ?? '';
    expect((await call('GET', next)).body).toHaveLength(1);
    expect(await call('GET', `/media-partners/${partner.id}/brands?mediaPartnerId=1`)).toMatchObject({ status: 400 });
  });

  test('reports a wrong media partner: 404 in the path, 400 in the body', async () => {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: { name: 'X' } } : {};
      expect(await call(method, '/media-partners/987654/brands', body)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
      expect(await call(method, '/media-partners/1e3/brands', body)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/id', in: 'path' }] },
      });
    }
    expect(await call('POST', '/media-partners/1/brands', { body: { name: 'X', mediaPartnerId: 1 } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/mediaPartnerId', code: 'unknown_field' }] },
    });
    expect(await call('POST', '/brands', { body: { name: 'X', mediaPartnerId: 987_654 } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/mediaPartnerId', code: 'reference_not_found' }] },
    });
    const archived = await makeObject(management, 'media-partners');
    await call('DELETE', `/media-partners/${archived.id}`, { headers: any });
    expect(await call('POST', '/brands', { body: { name: 'X', mediaPartnerId: archived.id } })).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'reference_archived' }] },
    });
  });

  test('refuses public suffixes as domains, because clicks may lead to all subdomains', async () => {
    const partner = await makeObject(management, 'media-partners');
    for (const domain of ['co.uk', 'com.au', 'github.io', 'myshopify.com', 's3.amazonaws.com']) {
      const body = { name: 'X', domains: ['aurora.example', domain] };
      const problem = { status: 400, body: { errors: [{ pointer: '/domains/1', code: 'public_suffix' }] } };
      expect(await call('POST', `/media-partners/${partner.id}/brands`, { body })).toMatchObject(problem);
      expect(await call('POST', '/media-partners', { body: { ...body, roles: ['ADVERTISER'] } })).toMatchObject(
        problem,
      );
      expect(await call('PATCH', `/media-partners/${partner.id}`, { body, headers: any })).toMatchObject(problem);
    }
    const domains = ['aurora.co.uk', 'aurora.github.io', 'shop.aurora.com', 'aurora.example'];
    expect(await call('POST', '/brands', { body: { name: 'X', mediaPartnerId: partner.id, domains } })).toMatchObject({
      status: 201,
      body: { domains },
    });
  });

  test('cannot be archived while an active campaign names it', async () => {
    const campaign = await makeObject(management, 'campaigns');
    const [brand] = campaign['brandIds'] as number[];
    expect(await call('DELETE', `/brands/${brand}`, { headers: any })).toMatchObject({
      status: 409,
      body: { inUseBy: [{ kind: 'campaigns', id: campaign.id }] },
    });
  });
});
