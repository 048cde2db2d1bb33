import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestManagement, type TestManagement } from '../support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management.close());

/** Headers of integrators in addition to the token. Source: wire-protocol 10.1. */
const headers = { 'use-keycloak-auth': 'true', 'api-version': '1', 'content-type': 'application/json' };

test('wire-protocol 12(c), trap 40: accepts extra headers; lists return their total with and without limit and offset', async () => {
  for (const name of ['Northern', 'Southern', 'Western']) {
    const body = { name, roles: ['ADVERTISER', 'INVOICE'], subsystemExternalIds: { erp: '7' } };
    const created = await management.call('POST', '/media-partners', { body, headers });
    expect([created.status, created.body.name]).toEqual([201, name]);
  }
  const { 'content-type': _type, ...reading } = headers;
  for (const [query, count] of [
    ['', 3],
    ['?limit=2&offset=0', 2],
    ['?limit=2&offset=2', 1],
    ['?limit=100&offset=0&search=SOUTH&roles=INVOICE&includeInactive=true', 1],
  ] as const) {
    const list = await management.call('GET', `/media-partners${query}`, { headers: reading });
    const total = query.includes('search') ? '1' : '3';
    expect([query, list.status, list.body.length, list.headers['record-count']]).toEqual([query, 200, count, total]);
  }
});
