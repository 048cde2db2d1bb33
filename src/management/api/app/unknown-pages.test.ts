import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('a browser gets a page for an unknown address, and programs get a problem document', async () => {
  const page = await management.app.inject({ url: '/nosuch?a=<b>', headers: browser });
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.body).toMatch(/<h1>Page not found<\/h1>.*<a href="\/">/s);
  for (const [url, headers] of [
    ['/nosuch', {}],
    ['/nosuch', { accept: 'application/json' }],
    ['/api/v1/nosuch', browser],
    ['/oauth2/nosuch', browser],
  ] as const) {
    const answer = await management.app.inject({ url, headers });
    expect([url, answer.statusCode, answer.headers['content-type'], answer.json().code]).toEqual([
      url,
      404,
      'application/problem+json',
      'not_found',
    ]);
  }
  const posted = await management.app.inject({ method: 'POST', url: '/nosuch', headers: browser });
  expect([posted.statusCode, posted.headers['content-type']]).toEqual([404, 'application/problem+json']);
});
