import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWebBrowser } from '../../../../test/support/browser/web-browser.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

const email = 'maya.peeters@aurora.example';
const password = 'correct horse battery';
let management: TestManagement;
let id: number;
beforeAll(async () => {
  management = await startTestManagement();
  ({ id } = await makeObject(management, 'users', { email, name: 'Maya Peeters' }));
});
afterAll(() => management?.close());

const set = (wanted: string) => management.call('POST', `/users/${id}/password`, { body: { password: wanted } });

test.each(['password1234', 'maya.peeters1', 'mayapeeters1'])(
  'refuses a password that is easy to guess, set by an administrator and by the user: %s',
  async (weak) => {
    expect((await set(password)).status).toBe(200);
    expect(await set(weak)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/password', code: 'weak_password' }] },
    });
    const browser = openWebBrowser(management.app);
    expect((await browser.submit('/sign-in', { email, password })).status).toBe(303);
    const changed = await browser.submit('/account/password', { current: password, password: weak });
    expect([changed.status, changed.text.includes('The new password is too easy to guess')]).toEqual([422, true]);
    // The previous password still works.
    expect((await openWebBrowser(management.app).submit('/sign-in', { email, password })).status).toBe(303);
  },
);

test('refuses a weak password for an invitation, and accepts a strong one, without a mail server', async () => {
  const body = { email: 'otto@aurora.example', name: 'Otto Katzenbach', role: 'viewer' };
  const answer = await management.call('POST', '/users/actions/invite', { body });
  expect(answer).toMatchObject({ status: 201, body: { invitationEmail: 'not_configured' } });
  const invitation = new URL(answer.body.invitationLink).searchParams.get('token') ?? '';
  const form = { invitation, name: 'Otto Katzenbach' };
  for (const weak of ['password1234', 'ottokatzenbach']) {
    expect((await openWebBrowser(management.app).submit('/invitation', { ...form, password: weak })).status).toBe(422);
  }
  expect((await openWebBrowser(management.app).submit('/invitation', { ...form, password })).status).toBe(303);
});
