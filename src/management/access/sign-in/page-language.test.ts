import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

test('uses the language of the browser, then the default of the account', async () => {
  const read = async (language: string) => {
    const headers = { 'accept-language': language };
    return (await management.app.inject({ method: 'GET', url: '/sign-in', headers })).payload;
  };
  expect(await read('nl-BE')).toContain('<html lang="nl">');
  expect(await read('fr, en;q=0.5')).toContain('Adresse e-mail');
  expect(await read('sv')).toContain('Email address');
  const settings = { body: { defaultLanguage: 'de' }, headers: { 'if-match': '*' } };
  expect((await management.call('PATCH', '/settings', settings)).status).toBe(200);
  expect(await read('sv')).toContain('E-Mail-Adresse');
});
