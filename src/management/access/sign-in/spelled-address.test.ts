import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWebBrowser } from '../../../../test/support/browser/web-browser.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

const password = 'correct horse battery';
let management: TestManagement;

beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

async function signIn(email: string, address: string, tried = password): Promise<number> {
  return (await openWebBrowser(management.app, address).submit('/sign-in', { email, password: tried })).status;
}

// Which letters are equal in lower case depends on the locale of the database. Its lookup determines the account.
test.each([
  ['in capitals', '192.0.2.1', (email: string) => email.toUpperCase()],
  ['with the sign of the kelvin', '192.0.2.2', (email: string) => email.replace('K', '\u212a')],
  ['with a dotted capital I', '192.0.2.3', (email: string) => email.replace('i', '\u0130')],
])('counts an address %s for the account that it signs in to', async (_how, address, spell) => {
  const email = `Kim.${address}@spelled.example`;
  const { id } = await makeObject(management, 'users', { email });
  await management.call('POST', `/users/${id}/password`, { body: { password } });
  const isTheirs = (await signIn(spell(email), address)) === 303;
  for (let round = 0; round < 10; round += 1) {
    expect([401, 429]).toContain(await signIn(spell(email), address, 'wrong horse battery'));
  }
  expect(await signIn(email, address)).toBe(isTheirs ? 429 : 303);
});
