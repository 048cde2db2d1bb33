import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject, nextNumber } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management.close());

const any = { 'if-match': '*' };
const call: TestManagement['call'] = (...args) => management.call(...args);
const make = (kind: string, fields = {}) => makeObject(management, `inventory/${kind}`, fields);

describe('a publication', () => {
  test('requires a time zone of the IANA database', async () => {
    const { id } = await make('publication');
    for (const timeZone of ['Mars/Olympus', '+01:00', '', 'Europe', 'UTC+1', '../etc', 'Europe/Amsterdam ', 1, null]) {
      const answer = await call('PATCH', `/inventory/publication/${id}`, { body: { timeZone }, headers: any });
      expect(answer, String(timeZone)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/timeZone' }] } });
    }
    for (const timeZone of ['America/Argentina/Buenos_Aires', 'UTC', 'Asia/Kolkata', 'Etc/GMT+5']) {
      expect(await call('PATCH', `/inventory/publication/${id}`, { body: { timeZone }, headers: any })).toMatchObject({
        status: 200,
        body: { timeZone },
      });
    }
  });

  test('sets defaults, also when a field is cleared', async () => {
    const { id } = await make('publication', { category: 'in_store', domains: ['WWW.Courier.Example '] });
    expect((await call('GET', `/inventory/publication/${id}`)).body).toMatchObject({
      category: 'in_store',
      domains: ['www.courier.example'],
    });
    const cleared = await call('PATCH', `/inventory/publication/${id}`, {
      body: { category: null, domains: null },
      headers: any,
    });
    expect(cleared).toMatchObject({ status: 200, body: { category: 'display', domains: [] } });
    expect(
      await call('PATCH', `/inventory/publication/${id}`, { body: { companyName: null }, headers: any }),
    ).toMatchObject({ status: 400, body: { errors: [{ pointer: '/companyName', code: 'required' }] } });
    for (const domain of [
      'http://courier.example',
      'courier',
      'courier.example/path',
      '-a.example',
      'a..example',
      '1.2.3.4',
    ]) {
      expect(
        await call('PATCH', `/inventory/publication/${id}`, {
          body: { domains: ['ok.example', domain] },
          headers: any,
        }),
        domain,
      ).toMatchObject({ status: 400, body: { errors: [{ pointer: '/domains/1' }] } });
    }
  });

  test('is found by its publisher and category', async () => {
    const one = await make('publication', { category: 'in_store' });
    const other = await make('publication');
    const ids = async (query: string) =>
      (await call('GET', `/inventory/publication?limit=500&${query}`)).body.map((row: { id: number }) => row.id);
    expect(await ids(`publisherId=${one['publisherId']}`)).toEqual([one.id]);
    expect(await ids(`publisherId=${one['publisherId']}&publisherId=${other['publisherId']}`)).toEqual([
      one.id,
      other.id,
    ]);
    expect(await ids('category=in_store')).toContain(one.id);
    expect(await ids('category=in_store')).not.toContain(other.id);
    expect(await call('GET', '/inventory/publication?publisherId=0')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: expect.stringMatching(/^\/publisherId/), in: 'query' }] },
    });
    expect(await call('GET', '/inventory/publication?category=Radio!')).toMatchObject({ status: 400 });
  });
});

describe('a position', () => {
  test('has a unique slot name composed of codes', async () => {
    const n = nextNumber();
    const location = await make('location', { code: `_home${n}_` });
    const format = await make('format', { code: `lb${n}` });
    const body = { locationId: location.id, formatId: format.id, code: '_2' };
    const position = (await call('POST', '/inventory/position', { body })).body;
    expect(position).toMatchObject({ slotName: `_home${n}__2-lb${n}`, name: `_home${n}__2-lb${n}` });
    expect(await call('POST', '/inventory/position', { body })).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ pointer: '/slotName', in: 'body' }] },
    });
    expect(await call('POST', '/inventory/position', { body: { ...body, code: undefined } })).toMatchObject({
      status: 201,
      body: { code: '', slotName: `_home${n}_-lb${n}` },
    });
    expect(await call('POST', '/inventory/position', { body: { ...body, slotName: 'mine' } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/slotName', code: 'unknown_field' }] },
    });
    expect((await call('GET', `/inventory/position?slotName=${position.slotName}`)).body).toMatchObject([
      { id: position.id },
    ]);
    expect((await call('GET', `/inventory/position?publicationId=${location['publicationId']}`)).body).toHaveLength(2);
  });

  test('is renamed when a code of its location or format changes, with a new version and an audit entry', async () => {
    const n = nextNumber();
    const location = await make('location', { code: `_old${n}_` });
    const format = await make('format', { code: `fmt${n}` });
    const position = await make('position', { locationId: location.id, formatId: format.id, code: '' });
    const named = await make('position', {
      locationId: location.id,
      formatId: format.id,
      code: '_b',
      name: 'Beside the news',
    });
    const recoded = await call('PATCH', `/inventory/location/${location.id}`, {
      body: { code: `_new${n}_` },
      headers: any,
    });
    expect(await call('GET', `/inventory/position/${position.id}`)).toMatchObject({
      body: { slotName: `_new${n}_-fmt${n}`, name: `_new${n}_-fmt${n}`, version: 2 },
    });
    expect(await call('GET', `/inventory/position/${named.id}`)).toMatchObject({
      body: { slotName: `_new${n}__b-fmt${n}`, name: 'Beside the news', version: 2 },
    });
    await call('PATCH', `/inventory/format/${format.id}`, { body: { code: `wide${n}` }, headers: any });
    expect(await call('GET', `/inventory/position/${position.id}`)).toMatchObject({
      body: { slotName: `_new${n}_-wide${n}`, version: 3 },
    });
    const audit = await management.database
      .selectFrom('auditEntry')
      .select(['after', 'requestId'])
      .where('kind', '=', 'inventory/position')
      .where('objectId', '=', position.id)
      .where('action', '=', 'update')
      .orderBy('id')
      .execute();
    expect(audit.map((entry) => entry.after)).toEqual([
      { slotName: `_new${n}_-fmt${n}` },
      { slotName: `_new${n}_-wide${n}` },
    ]);
    expect(audit[0]?.requestId).toBe(recoded.headers['request-id']);
  });

  test('refuses a code that would make two slot names equal, and renames none of them', async () => {
    const n = nextNumber();
    const format = await make('format', { code: `f${n}` });
    const one = await make('location', { code: `_one${n}` });
    const other = await make('location', { code: `_other${n}` });
    const first = await make('position', { locationId: one.id, formatId: format.id, code: '_x' });
    const second = await make('position', { locationId: other.id, formatId: format.id, code: '_x' });
    const refused = await call('PATCH', `/inventory/location/${other.id}`, {
      body: { code: `_one${n}` },
      headers: any,
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ pointer: '/code', in: 'body' }] },
    });
    expect(await call('GET', `/inventory/location/${other.id}`)).toMatchObject({
      body: { code: `_other${n}`, version: 1 },
    });
    for (const position of [first, second])
      expect(await call('GET', `/inventory/position/${position.id}`)).toMatchObject({
        body: { slotName: position['slotName'], version: 1 },
      });
  });

  test('gets the correct slot name during a concurrent code change of its location', async () => {
    const n = nextNumber();
    const location = await make('location', { code: `_a${n}` });
    const format = await make('format', { code: `r${n}` });
    const writes = Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? call('PATCH', `/inventory/location/${location.id}`, { body: { code: `_a${n}v${index}` }, headers: any })
        : call('POST', '/inventory/position', {
            body: { locationId: location.id, formatId: format.id, code: `_${index}` },
          }),
    );
    for (const answer of await Promise.all(writes)) expect([200, 201]).toContain(answer.status);
    const { code } = (await call('GET', `/inventory/location/${location.id}`)).body;
    const positions = (await call('GET', `/inventory/position?locationId=${location.id}`)).body;
    expect(positions).toHaveLength(8);
    for (const position of positions) expect(position.slotName).toBe(`${code}${position.code}-r${n}`);
  });

  test('refuses codes outside the slot grammar and missing references', async () => {
    const { id } = await make('location');
    for (const code of ['a b', 'a/b', 'ä', 'a;b', '', 'a\n', 'x'.repeat(101), null, 7]) {
      expect(
        await call('PATCH', `/inventory/location/${id}`, { body: { code }, headers: any }),
        String(code),
      ).toMatchObject({ status: 400, body: { errors: [{ pointer: '/code' }] } });
    }
    const format = await make('format');
    expect(
      await call('POST', '/inventory/position', { body: { locationId: 987_654, formatId: format.id } }),
    ).toMatchObject({ status: 400, body: { errors: [{ pointer: '/locationId', code: 'reference_not_found' }] } });
    expect(await call('POST', '/inventory/position', { body: { locationId: id, formatId: 987_654 } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/formatId', code: 'reference_not_found' }] },
    });
    expect(await call('POST', '/inventory/format', { body: { code: format['code'] } })).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ pointer: '/code' }] },
    });
  });

  test('cannot be archived while an active booking names it', async () => {
    const booking = await makeObject(management, 'bookings');
    const [id] = booking['positionIds'] as number[];
    expect(await call('DELETE', `/inventory/position/${id}`, { headers: any })).toMatchObject({
      status: 409,
      body: { code: 'in_use', inUseBy: [{ kind: 'bookings', id: booking.id }] },
    });
    await call('DELETE', `/bookings/${booking.id}`, { headers: any });
    expect(await call('DELETE', `/inventory/position/${id}`, { headers: any })).toMatchObject({ status: 200 });
  });
});

describe('a parent', () => {
  test('cannot be archived while an active object is below it, at every level', async () => {
    const position = await make('position');
    const location = (await call('GET', `/inventory/location/${position['locationId']}`)).body;
    const publication = (await call('GET', `/inventory/publication/${location.publicationId}`)).body;
    const path = [
      `position/${position.id}`,
      `location/${location.id}`,
      `publication/${publication.id}`,
      `publisher/${publication.publisherId}`,
    ];
    for (const one of path.slice(1).concat(`format/${position['formatId']}`)) {
      expect(await call('DELETE', `/inventory/${one}`, { headers: any }), one).toMatchObject({
        status: 409,
        body: { code: 'in_use' },
      });
    }
    for (const one of path.concat(`format/${position['formatId']}`)) {
      expect(await call('DELETE', `/inventory/${one}`, { headers: any }), one).toMatchObject({ status: 200 });
    }
  });

  test('cannot be archived while a child is created concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const publication = await make('publication');
      const n = nextNumber();
      const [archived, created] = await Promise.all([
        call('DELETE', `/inventory/publication/${publication.id}`, { headers: any }),
        call('POST', '/inventory/location', { body: { publicationId: publication.id, code: `_race${n}_` } }),
      ]);
      expect([archived.status, created.status].sort()).toEqual(archived.status === 200 ? [200, 400] : [201, 409]);
    }
  });
});

test('releases slot names and codes of archived objects, and never allows two active objects with the same one', async () => {
  const position = await makeObject(management, 'inventory/position');
  const { locationId, formatId, code, slotName } = position;
  const again = () => call('POST', '/inventory/position', { body: { locationId, formatId, code } });
  expect(await again()).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  const headers = { 'if-match': '*' };
  expect((await call('DELETE', `/inventory/position/${position.id}`, { headers })).status).toBe(200);
  const second = await again();
  expect(second).toMatchObject({ status: 201, body: { slotName } });
  const listed = await call('GET', `/inventory/position?slotName=${slotName}&includeArchived=true`);
  expect(listed.body.map(({ id }: { id: number }) => id)).toEqual([position.id, second.body.id]);
  expect(await again()).toMatchObject({ status: 409 });
  const format = await makeObject(management, 'inventory/format');
  expect((await call('DELETE', `/inventory/format/${format.id}`, { headers })).status).toBe(200);
  expect(await call('POST', '/inventory/format', { body: { name: 'Again', code: format['code'] } })).toMatchObject({
    status: 201,
  });
});
