import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  bookingRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { writeDebugKey } from '../../../platform/keys/signed-debug-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';

const secret = randomBytes(32).toString('hex');
const signer = createTextSigner(deriveKey(secret, 'debug-key'));
const many = Array.from({ length: 400 }, (_, n) => bookingRow({ id: 1_000 + n, paused: true, ads: [] }));
let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(snapshotRows({ bookings: [bookingRow(), ...many] }), { secret });
});
afterAll(() => delivery.close());
afterEach(() => delivery.setNow(null));

const key = (seconds = 60) =>
  writeDebugKey(signer, { actor: 'service-account:7', expiresAt: Math.floor(Date.now() / 1000) + seconds });

function ask(path: string, cookie: string | null, body?: unknown) {
  const headers = { ...(cookie !== null && { cookie }), origin: 'https://page.example' };
  return delivery.fetch(path, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
}

const headerOf = (answer: Response) => JSON.parse(answer.headers.get('placard-trace') ?? 'null');

describe('wire-protocol 4: the cookie debugKey', () => {
  const slots = [{ slotname: '_home_-lb' }, { slotname: '_home_-sky' }, { slotname: 'unknown' }];

  test('of an authorized user adds a trace header and returns the same ads as without it', async () => {
    const answer = await ask('/json', `a=b; debugKey=${key()}; c=d`, { slots });
    expect(answer.headers.get('access-control-expose-headers')).toBeNull();
    const [ad, ...others] = (await answer.json()) as { impressionCounter: string; adspaceId: string }[];
    expect([ad?.adspaceId, others]).toEqual(['6', []]);
    const [trace, ...more] = headerOf(answer);
    expect(more).toEqual([]);
    expect(trace).toMatchObject({ revision: 1, decisionId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(trace.slots.map(({ slotName, known }: never) => [slotName, known])).toEqual([
      ['_home_-lb', true],
      ['_home_-sky', true],
      ['unknown', false],
    ]);
    const [lb] = trace.slots;
    expect(lb.candidates[0]).toMatchObject({ bookingId: 6, eligible: true, share: 1, won: true });
    expect(lb.candidates[1]).toMatchObject({ eligible: false, reason: 'BOOKING_PAUSED' });
    expect(lb.candidates.length + lb.candidatesLeftOut).toBe(401);
    expect(answer.headers.get('placard-trace')?.length).toBeLessThan(6_001);
    await delivery.fetch(ad?.impressionCounter ?? '');
    expect((await delivery.events()).at(-1)?.eventId).toBe(`${trace.decisionId}.0.impression`);
  });

  test('adds the complete trace to the body if the query requests it', async () => {
    const answer = await delivery.fetch('/json/sl_home_-lb?trace=1', { headers: { cookie: `debugKey=${key()}` } });
    const { answer: ads, traces } = (await answer.json()) as {
      answer: unknown[];
      traces: { slots: { candidates: unknown[] }[] }[];
    };
    expect(ads).toMatchObject([{ adspaceId: '6' }]);
    expect(traces[0]?.slots[0]?.candidates).toHaveLength(401);
  });

  test.each<[string, Record<string, string>, string]>([
    ['a page of another site', { origin: 'https://page.example' }, 'header'],
    ['a script of another site', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' }, 'header'],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }, 'header'],
    ['a creative on the delivery origin', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }, 'nothing'],
    ['a person', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }, 'body'],
    ['a program', {}, 'body'],
  ])('%s receives only the part of the trace that it may read', async (_who, headers, gets) => {
    const answer = await rawRequest(delivery.base, '/json/sl_home_-lb?trace=1', {
      headers: { cookie: `debugKey=${key()}`, ...headers },
    });
    expect(answer.headers).not.toHaveProperty('access-control-expose-headers');
    expect('placard-trace' in answer.headers).toBe(gets !== 'nothing');
    expect('traces' in JSON.parse(answer.body)).toBe(gets === 'body');
  });

  test.each(['/jsonp/show/sl_home_-lb', '/ad/sl_home_-lb', '/m/stack/sl_home_-lb'])('works on %s', async (path) => {
    const answer = await ask(path, `debugKey=${key()}`);
    expect([answer.status, headerOf(answer)?.[0]?.slots[0].slotName]).toEqual([200, '_home_-lb']);
    const plain = await ask(`${path}?trace=1`, null);
    expect([plain.headers.get('content-type'), plain.headers.get('placard-trace')]).toEqual([
      answer.headers.get('content-type'),
      null,
    ]);
  });

  test('works on bids', async () => {
    const imp = [{ id: 'i1', banner: { w: 728, h: 90 }, ext: { adhese: { SL: ['_home_-lb'] } } }];
    const answer = await ask('/openrtb2', `debugKey=${key()}`, { id: 'r1', imp, cur: ['EUR'] });
    expect(headerOf(answer)).toMatchObject([{ slots: [{ slotName: '_home_-lb' }] }]);
  });

  test.each([
    ['none', () => null],
    ['of others', () => 'debugKey=npm_module'],
    ['without a value', () => 'debugKey='],
    ['that has expired', () => `debugKey=${key(-1)}`],
    ['that was modified', () => `debugKey=A${key().slice(1)}`],
    ['with another name', () => `xdebugKey=${key()}`],
    [
      'with a preview link token',
      () => `debugKey=${createTextSigner(deriveKey(secret, 'preview-link')).sign('9999999999 x')}`,
    ],
  ])('a cookie %s is ignored', async (_what, cookie) => {
    const answer = await ask('/json/sl_home_-lb?trace=1', cookie());
    expect([answer.status, answer.headers.get('placard-trace')]).toEqual([200, null]);
    expect(await answer.json()).toMatchObject([{ adspaceId: '6' }]);
  });
});

test('the debug link sets the cookie and removes it again', async () => {
  const on = await delivery.fetch(`/debug?key=${key(60)}`);
  expect([on.status, await on.text()]).toEqual([200, expect.stringContaining('Debugging is enabled')]);
  expect(on.headers.getSetCookie()[0]).toMatch(
    /^debugKey=[\w-]+\.[\w-]{22}; Max-Age=(?:59|60); Path=\/; HttpOnly; SameSite=Lax$/,
  );
  for (const query of ['', '?key=', '?key=abc', `?key=${key(-1)}`, '?key=%0d%0aset-cookie:a=b']) {
    const off = await delivery.fetch(`/debug${query}`);
    expect([off.status, off.headers.getSetCookie()]).toEqual([
      200,
      ['debugKey=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
    ]);
  }
});
