import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../../../test/support/attacks/openapi-operations.ts';
import { countRows } from '../../../../test/support/database/count-rows.ts';
import { creatableKinds, makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopes } from '../../../contract/access/scopes.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management.close());

const any = { 'if-match': '*' };
/** Kinds without unarchive. A new object with new secrets and rights replaces an archived one. */
const without = ['identity-providers', 'webhooks', 'report-schedules'];
const call: TestManagement['call'] = (...args) => management.call(...args);

test('covers every kind that can be created', () => {
  const kinds = allOperations(management.app)
    .filter(
      ({ method, pattern, answerHeaders }) => method === 'POST' && !pattern.includes('{') && answerHeaders.has('ETag'),
    )
    // The files of the settings belong to one object that always exists.
    .filter(({ pattern }) => !pattern.startsWith('/api/v1/settings/'))
    .map((operation) => operation.pattern.replace('/api/v1/', ''));
  expect([...creatableKinds].filter((kind) => kinds.includes(kind)).sort()).toEqual(kinds.sort());
});

/** Returns whether the routes of a kind are registered. The test above ensures that no kind is missing. */
async function registered(kind: string): Promise<boolean> {
  return (await call('GET', `/${kind}`)).status !== 404;
}

describe.each(creatableKinds)('%s', (kind) => {
  test('is registered', async () => {
    expect(await registered(kind)).toBe(true);
  });

  test('create returns the whole object with Location, ETag and a new revision, and writes an audit entry', async () => {
    const before = await management.database.selectFrom('currentRevision').select('revision').executeTakeFirstOrThrow();
    const body = await makeBody(management, kind);
    const { id: account } = await makeObject(management, 'service-accounts', { scopes });
    const created = await call('POST', `/${kind}`, { body, account });
    expect(created).toMatchObject({
      status: 201,
      headers: { location: `/api/v1/${kind}/${created.body.id}`, etag: expect.stringMatching(/^"1-[\w-]+"$/) },
      body: { version: 1, archivedAt: null },
    });
    expect(Number(created.headers['placard-revision'])).toBeGreaterThan(before.revision);
    // Read by its creator: some objects are visible only to their creator.
    const read = await call('GET', `/${kind}/${created.body.id}`, { account });
    expect(read).toMatchObject({ status: 200, headers: { etag: expect.stringMatching(/^"1-/) } });
    expect(created.body).toMatchObject(read.body);
    const audit = await management.database
      .selectFrom('auditEntry')
      .selectAll()
      .where('actor', '=', `service-account:${account}`)
      .where('kind', '=', kind)
      .execute();
    expect(audit).toMatchObject([
      { action: 'create', objectId: created.body.id, before: null, after: { id: created.body.id } },
    ]);
  });

  test('read returns 304 for the current ETag', async () => {
    const { id } = await makeObject(management, kind);
    const { headers } = await call('GET', `/${kind}/${id}`);
    const etag = headers['etag'] ?? '';
    for (const tag of [etag, `"9-x", ${etag}`, `W/${etag}`, '*']) {
      expect(await call('GET', `/${kind}/${id}`, { headers: { 'if-none-match': tag } }), tag).toMatchObject({
        status: 304,
        body: null,
        headers: { etag },
      });
    }
    expect(await call('GET', `/${kind}/${id}`, { headers: { 'if-none-match': '"9-x"' } })).toMatchObject({
      status: 200,
    });
  });

  test('refuses malformed IDs', async () => {
    for (const id of [
      '0',
      '-1',
      '01',
      '1e3',
      '1.0',
      '9007199254740992',
      '9007199254740993',
      '99999999999999999999',
      'text',
      '',
      '%20',
      '1%20',
      '0x1',
      '١',
      'a'.repeat(1500),
    ]) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const answer = await call(method, `/${kind}/${encodeURI(decodeURI(id))}`, {
          headers: any,
          ...(method === 'PATCH' ? { body: {} } : {}),
        });
        expect(answer, `${method} ${id}`).toMatchObject({
          status: 400,
          body: { code: 'invalid_request', errors: [{ pointer: '/id', in: 'path' }] },
        });
      }
    }
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await call(method, `/${kind}/9007199254740991`, {
        headers: any,
        ...(method === 'PATCH' ? { body: {} } : {}),
      });
      expect(answer, method).toMatchObject({ status: 404, body: { code: 'not_found', status: 404 } });
    }
  });

  test('change requires the version: 428 without, 412 when stale, * accepts any', async () => {
    const { id } = await makeObject(management, kind);
    const path = `/${kind}/${id}`;
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { externalId: 'x' } } : {};
      expect(await call(method, path, body)).toMatchObject({ status: 428, body: { code: 'precondition_required' } });
      const { headers } = await call('GET', path);
      for (const tag of ['"99-abc"', `W/${headers['etag']}`, '1', '""', 'x', '"x"']) {
        expect(await call(method, path, { ...body, headers: { 'if-match': tag } }), tag).toMatchObject({
          status: 412,
          body: { code: 'stale_version' },
        });
      }
    }
    const read = await call('GET', path);
    const changed = await call('PATCH', path, {
      body: { externalId: 'x' },
      headers: { 'if-match': read.headers['etag'] ?? '' },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { externalId: 'x', version: 2 },
      headers: { etag: expect.stringMatching(/^"2-/) },
    });
    expect(Number(changed.headers['placard-revision'])).toBeGreaterThan(0);
    expect(
      await call('PATCH', path, { body: { externalId: 'y' }, headers: { 'if-match': read.headers['etag'] ?? '' } }),
    ).toMatchObject({ status: 412 });
    expect(await call('PATCH', path, { body: { externalId: null }, headers: any })).toMatchObject({
      status: 200,
      body: { externalId: null, version: 3 },
    });
    const merge = { 'content-type': 'application/merge-patch+json', ...any };
    expect(await call('PATCH', path, { payload: '{"externalId":"z"}', headers: merge })).toMatchObject({
      status: 200,
      body: { externalId: 'z', version: 4 },
    });
    expect(await call('PATCH', path, { body: {}, headers: any })).toMatchObject({
      status: 200,
      body: { externalId: 'z', version: 4 },
    });
  });

  test('makes exactly one of 50 concurrent changes of the same version', async () => {
    const { id } = await makeObject(management, kind);
    const etag = (await call('GET', `/${kind}/${id}`)).headers['etag'] ?? '';
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call('PATCH', `/${kind}/${id}`, { body: { externalId: `writer ${n}` }, headers: { 'if-match': etag } }),
      ),
    );
    const made = answers.filter((answer) => answer.status === 200);
    expect(made).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 412)).toHaveLength(49);
    expect(await call('GET', `/${kind}/${id}`)).toMatchObject({
      body: { externalId: made[0]?.body.externalId, version: 2 },
    });
  });

  test('delete archives: the object stays readable, is omitted from lists and cannot change', async () => {
    const { id } = await makeObject(management, kind, { externalId: 'to archive' });
    const path = `/${kind}/${id}`;
    const archived = await call('DELETE', path, { headers: any });
    expect(archived).toMatchObject({ status: 200, body: { id, version: 2, archivedAt: expect.any(String) } });
    expect(await call('GET', path)).toMatchObject({ status: 200, body: { archivedAt: archived.body.archivedAt } });
    const ids = async (query: string) =>
      (await call('GET', `/${kind}?limit=500${query}`)).body.map((one: { id: number }) => one.id);
    expect(await ids('')).not.toContain(id);
    expect(await ids('&includeArchived=true')).toContain(id);
    expect(await call('PATCH', path, { body: { externalId: 'x' }, headers: any })).toMatchObject({
      status: 409,
      body: { code: 'archived' },
    });
    expect(await call('DELETE', path, { headers: any })).toMatchObject({ status: 200, body: { version: 2 } });
  });

  test('unarchive restores the object if the kind supports it', async () => {
    const has = allOperations(management.app).some(
      ({ method, pattern }) => method === 'POST' && pattern === `/api/v1/${kind}/{id}/actions/unarchive`,
    );
    expect(has || without.includes(kind)).toBe(true);
    // Campaigns, bookings and creatives have their own rules, tested with their actions.
    if (!has || ['campaigns', 'bookings', 'creatives'].includes(kind)) return;
    const { id } = await makeObject(management, kind);
    const back = () => call('POST', `/${kind}/${id}/actions/unarchive`);
    expect(await back()).toMatchObject({ status: 200, body: { version: 1, archivedAt: null } });
    await call('DELETE', `/${kind}/${id}`, { headers: any });
    expect(await back()).toMatchObject({ status: 200, body: { version: 3, archivedAt: null } });
    const list = await call('GET', `/${kind}?id=${id}`);
    expect(list.body.map((one: { id: number }) => one.id)).toEqual([id]);
  });

  test('lists page by limit and offset or by cursor, and return the count', async () => {
    for (let n = 0; n < 5; n += 1) await makeObject(management, kind, { externalId: `page ${n % 2}` });
    const all = await call('GET', `/${kind}?limit=500`);
    const total = all.body.length;
    expect(all.headers['record-count']).toBe(String(total));
    expect(all.headers['link']).toBeUndefined();
    const second = await call('GET', `/${kind}?limit=2&offset=2`);
    expect(second.body).toEqual(all.body.slice(2, 4));
    expect(second.headers['record-count']).toBe(String(total));
    for (const sort of ['id', '-id', 'name', '-name', 'createdAt', '-updatedAt']) {
      const seen: number[] = [];
      let next: string | null = `/api/v1/${kind}?limit=2&sort=${sort}`;
      for (let pages = 0; next !== null && pages <= total; pages += 1) {
        const page = await call('GET', next);
        expect(page.status).toBe(200);
        seen.push(...page.body.map((one: { id: number }) => one.id));
        next = /^<(.+)>; rel="next"$/.exec(page.headers['link'] ?? '')?.[1] ?? null;
      }
      expect(
        seen.toSorted((a, b) => a - b),
        sort,
      ).toEqual(all.body.map((one: { id: number }) => one.id).toSorted((a: number, b: number) => a - b));
    }
    const named = all.body[0];
    const found = await call('GET', `/${kind}?limit=500&search=${encodeURIComponent(named.name.toUpperCase())}`);
    expect(found.body.map((one: { id: number }) => one.id)).toContain(named.id);
    expect((await call('GET', `/${kind}?search=%25_nothing_%25`)).body).toEqual([]);
  });

  test('a list names the invalid parameter', async () => {
    const wrong = [
      ['limit=0', '/limit'],
      ['limit=501', '/limit'],
      ['limit=1e2', '/limit'],
      ['limit=', '/limit'],
      ['limit=1&limit=2', '/limit'],
      ['offset=-1', '/offset'],
      ['cursor=abc', '/cursor'],
      [`cursor=${Buffer.from('["id","1\'; drop table brand",1]').toString('base64url')}`, '/cursor'],
      ['cursor=abc&offset=1', '/cursor'],
      ['sort=nothing', '/sort'],
      ['includeArchived=yes', '/includeArchived'],
      ['search=%00', '/search'],
      ['nothing=1', '/nothing'],
    ];
    for (const [query, pointer] of wrong) {
      expect(await call('GET', `/${kind}?${query}`), query).toMatchObject({
        status: 400,
        body: { errors: [{ pointer, in: 'query' }] },
      });
    }
  });

  test('returns 405 with Allow for another method and 404 for an unknown path', async () => {
    expect(await call('PUT', `/${kind}/1`, { body: {} })).toMatchObject({
      status: 405,
      body: { code: 'method_not_allowed' },
      headers: { allow: 'DELETE, GET, HEAD, PATCH' },
    });
    expect(await call('DELETE', `/${kind}`)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } });
    expect(await call('GET', `/${kind}/1/nothing/here`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

/** A secret that is shown once is not repeated. */
const showsSecret = ['service-accounts', 'webhooks'];

describe.each(creatableKinds.filter((kind) => !showsSecret.includes(kind)))('%s with an Idempotency-Key', (kind) => {
  test('is created once when the call is repeated', async () => {
    const body = await makeBody(management, kind);
    const headers = { 'idempotency-key': `once ${kind}`.replaceAll(' ', '-') };
    const before = await countRows(management);
    const first = await call('POST', `/${kind}`, { body, headers });
    expect(first).toMatchObject({ status: 201 });
    const once = await countRows(management);
    expect(once).not.toBe(before);
    const reversed = Object.fromEntries(Object.entries(body).reverse());
    const again = await call('POST', `/${kind}`, { body: reversed, headers });
    expect(again).toMatchObject({
      status: 201,
      body: first.body,
      headers: {
        'idempotency-replayed': 'true',
        etag: first.headers['etag'],
        location: first.headers['location'],
        'placard-revision': first.headers['placard-revision'],
      },
    });
    expect(await call('POST', `/${kind}`, { body: { ...body, externalId: 'other' }, headers })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect(await countRows(management)).toBe(once);
    const mine = await call('POST', `/${kind}`, { body: await makeBody(management, kind), headers, account: 2 });
    expect(mine, 'the key of another caller').toMatchObject({ status: 201 });
    expect(mine.body.id).not.toBe(first.body.id);
  });

  test('is created once by concurrent calls', async () => {
    const body = await makeBody(management, kind);
    const headers = { 'idempotency-key': `together-${kind}` };
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('POST', `/${kind}`, { body, headers })));
    const created = answers.filter((answer) => answer.status === 201);
    expect(new Set(created.map((answer) => answer.body.id)).size).toBe(1);
    for (const answer of answers.filter((one) => one.status !== 201)) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
    }
    expect(await call('POST', `/${kind}`, { body, headers })).toMatchObject({
      status: 201,
      body: { id: created[0]?.body.id },
    });
  });

  test('can be repeated after a failure', async () => {
    const headers = { 'idempotency-key': `failed-${kind}` };
    expect(await call('POST', `/${kind}`, { body: { nothing: 1 }, headers })).toMatchObject({ status: 400 });
    expect(await call('POST', `/${kind}`, { body: await makeBody(management, kind), headers })).toMatchObject({
      status: 201,
    });
    expect(await call('POST', `/${kind}`, { body: {}, headers: { 'idempotency-key': 'with space' } })).toMatchObject({
      status: 400,
    });
  });
});

test('refuses to unarchive an object below an archived one', async () => {
  const location = await makeObject(management, 'inventory/location');
  const position = await makeObject(management, 'inventory/position', { locationId: location.id });
  for (const path of [`inventory/position/${position.id}`, `inventory/location/${location.id}`]) {
    expect((await call('DELETE', `/${path}`, { headers: any })).status).toBe(200);
  }
  const back = (path: string) => call('POST', `/${path}/actions/unarchive`);
  expect(await back(`inventory/position/${position.id}`)).toMatchObject({ status: 409, body: { code: 'archived' } });
  expect((await back(`inventory/location/${location.id}`)).status).toBe(200);
  expect((await back(`inventory/position/${position.id}`)).status).toBe(200);
});

test('refuses to unarchive an object whose code is in use by another object', async () => {
  const { id } = await makeObject(management, 'inventory/format', { code: 'given-away' });
  await call('DELETE', `/inventory/format/${id}`, { headers: any });
  await makeObject(management, 'inventory/format', { code: 'given-away' });
  expect(await call('POST', `/inventory/format/${id}/actions/unarchive`)).toMatchObject({
    status: 409,
    body: { code: 'already_exists' },
  });
});
