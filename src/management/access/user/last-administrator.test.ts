import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

const makeAdministrator = async (name: string) =>
  (await makeObject(management, 'users', { role: 'admin', name, email: `${name}@last.example` })).id;
const headers = { 'if-match': '*' };
const archive = (id: number) => management.call('DELETE', `/users/${id}`, { headers });
const makeViewer = (id: number) => management.call('PATCH', `/users/${id}`, { headers, body: { role: 'viewer' } });
const refused = { status: 403, body: { type: expect.stringMatching(/not_permitted$/) } };

test('refuses to archive or demote the last administrator', async () => {
  const ada = await makeAdministrator('ada');
  expect(await archive(ada)).toMatchObject({
    ...refused,
    body: { ...refused.body, detail: expect.stringMatching(/^ada@last\.example is the last administrator/) },
  });
  expect(await makeViewer(ada)).toMatchObject(refused);
  expect(
    await management.call('PATCH', `/users/${ada}`, { headers, body: { name: 'Ada', role: 'admin' } }),
  ).toMatchObject({ status: 200, body: { name: 'Ada' } });

  const bea = await makeAdministrator('bea');
  expect(await makeViewer(ada)).toMatchObject({ status: 200, body: { role: 'viewer' } });
  expect(await archive(ada)).toMatchObject({ status: 200 });
  expect(await archive(bea)).toMatchObject(refused);
});

test('keeps one administrator when the last two are archived concurrently', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { body } = await management.call('GET', '/users?role=admin');
    const last: number = body[0].id;
    const other = await makeAdministrator(`other${round}`);
    const answers = await Promise.all([archive(last), makeViewer(other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  }
});
