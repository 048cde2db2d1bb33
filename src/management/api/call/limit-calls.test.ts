import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import {
  startTestManagement,
  type TestAnswer,
  type TestManagement,
} from '../../../../test/support/server/test-management.ts';
import { CallWindows } from './call-windows.ts';

const limit = 60;
let nowMs = Date.parse('2026-11-21T12:00:00Z');
let management: TestManagement;
let account: number;
beforeAll(async () => {
  management = await startTestManagement({ callsPerMinute: limit, nowMs: () => nowMs });
  account = (await makeObject(management, 'service-accounts')).id;
});
afterAll(() => management?.close());

const read = (by: Record<string, unknown> = { account }) => management.call('GET', '/limits', by);
const leftIn = (answer: TestAnswer) => Number(/^"caller";r=(\d+);t=\d+$/.exec(answer.headers['ratelimit'] ?? '')?.[1]);

test('every answer says what is left, refused ones too, and one too many is 429 until the minute is over', async () => {
  const first = await read();
  expect(first).toMatchObject({
    status: 200,
    headers: { 'ratelimit-policy': `"caller";q=${limit};w=60`, ratelimit: `"caller";r=${limit - 1};t=60` },
    body: { calls: { limit, windowSeconds: 60, remaining: limit - 1, resetSeconds: 60 } },
  });
  nowMs += 20_500;
  const wrong = await management.call('GET', '/campaigns/x', { account });
  expect([wrong.status, wrong.headers['ratelimit']]).toEqual([400, `"caller";r=${limit - 2};t=40`]);
  const created = await management.call('POST', '/inventory/publisher', { account, body: { companyName: 'One' } });
  expect([created.status, leftIn(created)]).toEqual([201, limit - 3]);
  for (let call = 4; call <= limit; call += 1) expect((await read()).status).toBe(200);
  const before = await management.call('GET', '/inventory/publisher');
  for (const refused of [
    await read(),
    await management.call('POST', '/inventory/publisher', { account, body: { companyName: 'Too many' } }),
  ]) {
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '40', ratelimit: '"caller";r=0;t=40', 'content-type': 'application/problem+json' },
      body: { code: 'too_many_requests', type: '/problems/too_many_requests' },
    });
  }
  expect((await management.call('GET', '/inventory/publisher')).body).toEqual(before.body);
  nowMs += 39_500;
  expect([(await read()).status, leftIn(await read())]).toEqual([200, limit - 2]);
});

test('callers do not take from each other, and who is not known has no count', async () => {
  const user = (await makeObject(management, 'users', { role: 'viewer', email: 'rates@limits.example' })).id;
  for (let call = 0; call < limit; call += 1) await read({ user });
  expect((await read({ user })).status).toBe(429);
  const other = (await makeObject(management, 'service-accounts')).id;
  expect(leftIn(await read({ account: other }))).toBe(limit - 1);
  const anonymous = await read({ scopes: null });
  expect(anonymous.status).toBe(401);
  expect(anonymous.headers).not.toHaveProperty('ratelimit');
});

test('a call without the scope counts: 403 and what is left', async () => {
  const one = (await makeObject(management, 'service-accounts')).id;
  const refused = await management.call('GET', '/campaigns', { account: one, scopes: ['reports:read'] });
  expect([refused.status, leftIn(refused)]).toEqual([403, limit - 1]);
  expect(leftIn(await read({ account: one }))).toBe(limit - 2);
});

describe('windows', () => {
  test('never let more through than the limit, and are forgotten when they have ended', () => {
    let clockMs = 0;
    const windows = new CallWindows(3, () => clockMs);
    const results = Array.from({ length: 12 }, (_, call) => {
      clockMs = call * 10_000;
      return windows.count('a').isRefused;
    });
    expect(results).toEqual([false, false, false, true, true, true, false, false, false, true, true, true]);
    for (let caller = 0; caller < 20_000; caller += 1) windows.count(`caller ${caller}`);
    expect(windows.count('caller 19999').remaining).toBe(1);
    expect(windows.count('caller 1').remaining).toBe(2);
  });
});

test('everybody who calls reads their own limits, whatever they may do besides', async () => {
  const answer = await management.call('GET', '/limits', { account: 77, scopes: [] });
  expect(answer).toMatchObject({ status: 200, body: { calls: { limit: expect.any(Number) } } });
  expect((await management.call('GET', '/limits', { scopes: null })).status).toBe(401);
});
