import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management.close());

async function create(body: Record<string, unknown>) {
  const answer = await management.call('POST', '/inventory/publisher', { body });
  expect(answer.status).toBe(201);
  return answer;
}

describe('a publisher', () => {
  test('is returned as a whole object with Location, ETag and revision when it is created', async () => {
    const answer = await create({ companyName: 'Northern Press', externalId: 'np' });
    expect(answer.body).toMatchObject({
      companyName: 'Northern Press',
      name: 'Northern Press',
      parentId: null,
      externalId: 'np',
      version: 1,
      archivedAt: null,
    });
    expect(answer.headers).toMatchObject({
      location: `/api/v1/inventory/publisher/${answer.body.id}`,
      etag: expect.stringMatching(/^"1-/),
    });
    expect(Number(answer.headers['placard-revision'])).toBeGreaterThan(0);
    const read = await management.call('GET', `/inventory/publisher/${answer.body.id}`);
    expect(read).toMatchObject({ status: 200, body: answer.body });
    expect(read.headers['etag']).toBe(answer.headers['etag']);
  });

  test('changes by merge patch; a name derived from the company name follows it', async () => {
    const { body, headers } = await create({ companyName: 'Old', externalId: 'x' });
    const changed = await management.call('PATCH', `/inventory/publisher/${body.id}`, {
      body: { companyName: 'New', externalId: null },
      headers: { 'if-match': headers['etag'] ?? '' },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { companyName: 'New', name: 'New', externalId: null, version: 2 },
    });
  });

  test('cannot belong to itself, directly or indirectly', async () => {
    const top = (await create({ companyName: 'Top' })).body;
    const middle = (await create({ companyName: 'Middle', parentId: top.id })).body;
    const low = (await create({ companyName: 'Low', parentId: middle.id })).body;
    for (const parentId of [top.id, middle.id, low.id]) {
      const answer = await management.call('PATCH', `/inventory/publisher/${top.id}`, {
        body: { parentId },
        headers: { 'if-match': '*' },
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ pointer: '/parentId', in: 'body', code: 'cycle' }] },
      });
    }
  });

  test('moves with its descendants unless the nesting limit is exceeded', async () => {
    const chain = async (length: number) => {
      const ids: number[] = [];
      for (let level = 0; level < length; level += 1) {
        ids.push((await create({ companyName: `Level ${level}`, parentId: ids.at(-1) ?? null })).body.id);
      }
      return ids;
    };
    const [upper, lower] = [await chain(12), await chain(9)];
    const move = (parentId: number | undefined) =>
      management.call('PATCH', `/inventory/publisher/${lower[0]}`, {
        body: { parentId },
        headers: { 'if-match': '*' },
      });
    const tooDeep = await move(upper[11]);
    expect([tooDeep.status, tooDeep.body.errors]).toMatchObject([400, [{ pointer: '/parentId', code: 'too_deep' }]]);
    expect((await move(upper[10])).status).toBe(200);
  });

  test('cannot become part of a cycle by two concurrent moves', async () => {
    const one = (await create({ companyName: 'One' })).body;
    const other = (await create({ companyName: 'Other' })).body;
    const answers = await Promise.all([
      management.call('PATCH', `/inventory/publisher/${one.id}`, {
        body: { parentId: other.id },
        headers: { 'if-match': '*' },
      }),
      management.call('PATCH', `/inventory/publisher/${other.id}`, {
        body: { parentId: one.id },
        headers: { 'if-match': '*' },
      }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  test('refuses a missing or archived parent', async () => {
    const gone = (await create({ companyName: 'Gone' })).body;
    await management.call('DELETE', `/inventory/publisher/${gone.id}`, { headers: { 'if-match': '*' } });
    const absent = await management.call('POST', '/inventory/publisher', {
      body: { companyName: 'A', parentId: 999_999 },
    });
    expect(absent).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/parentId', code: 'reference_not_found' }] },
    });
    const archived = await management.call('POST', '/inventory/publisher', {
      body: { companyName: 'A', parentId: gone.id },
    });
    expect(archived).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/parentId', code: 'reference_archived' }] },
    });
  });

  test('cannot be archived while an active publisher belongs to it; the error names it', async () => {
    const parent = (await create({ companyName: 'Parent' })).body;
    const child = (await create({ companyName: 'Child', parentId: parent.id })).body;
    const refused = await management.call('DELETE', `/inventory/publisher/${parent.id}`, {
      headers: { 'if-match': '*' },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'in_use', inUseBy: [{ kind: 'inventory/publisher', id: child.id, name: 'Child' }] },
    });
    await management.call('DELETE', `/inventory/publisher/${child.id}`, { headers: { 'if-match': '*' } });
    const archived = await management.call('DELETE', `/inventory/publisher/${parent.id}`, {
      headers: { 'if-match': '*' },
    });
    expect(archived.status).toBe(200);
    expect(archived.body.archivedAt).toEqual(expect.any(String));
  });
});
