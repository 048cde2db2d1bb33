import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { maxWrongTokensOfAddress } from '../../../core/vocabulary/limits/access-limits.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());
// Only the clock is fake: timers of connections must run.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-01T00:00:00Z') }));
afterEach(() => vi.useRealTimers());
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

const from = (address: string, headers: Record<string, string>) =>
  management.call('GET', '/limits', { scopes: null, headers: { 'x-forwarded-for': address, ...headers } });
const right = { authorization: 'Bearer 1~inventory.read' };
const wrong: readonly (readonly [string, Record<string, string>])[] = [
  ['token', { authorization: 'Bearer made.up.token' }],
  ['scheme', { authorization: 'Basic abc' }],
  ['session', { cookie: `placard-session=${'x'.repeat(43)}` }],
];

test.each(wrong)('limits wrong %s per address for a time, and never refuses valid ones', async (what, headers) => {
  const address = `203.0.113.${wrong.findIndex(([name]) => name === what)}`;
  const statuses = new Set<number>();
  for (let call = 0; call < maxWrongTokensOfAddress; call += 1) statuses.add((await from(address, headers)).status);
  expect([...statuses]).toEqual([401]);
  wait(20_000);
  expect(await from(address, headers)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '40' },
    body: { code: 'too_many_requests' },
  });
  expect((await from(address, right)).status, 'a valid token from there').toBe(200);
  expect((await from(address, {})).status, 'no token at all').toBe(401);
  expect((await from('198.51.100.7', headers)).status, 'from elsewhere').toBe(401);
  wait(40_000);
  expect((await from(address, headers)).status, 'a minute later').toBe(401);
});

test('counts IPv6 clients by network and ignores addresses that the client itself sends', async () => {
  const [, headers] = wrong[0] as (typeof wrong)[number];
  for (let call = 0; call < maxWrongTokensOfAddress; call += 1) await from(`2001:db8::${call.toString(16)}`, headers);
  expect((await from('2001:db8::ffff', headers)).status).toBe(429);
  expect((await from('198.51.100.9, 2001:db8::1', headers)).status, 'the nearest counts').toBe(429);
  expect((await from('2001:db8:0:1::1', headers)).status).toBe(401);
});
