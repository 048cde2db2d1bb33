import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeTcfString } from '../../../../test/support/media-files/write-tcf-string.ts';
import {
  bookingRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import { loadGppDecoder } from './gpp-string.ts';

const everything = writeTcfString([1, 2, 3, 4], [1]);
const nothing = writeTcfString([]);
const optedOut = 'DBABLA~BVVVVVVVVWA.AA';
const notOptedOut = 'DBABLA~BVQqAAAAAgA';

/** One ad for viewers with consent, and one for all others. */
const rows = snapshotRows({
  bookings: [
    bookingRow({ id: 1, targeting: { fact: 'consent', values: ['granted'] } }, { id: 1001 }),
    bookingRow({ id: 2, cpm: { micros: 1_000_000, currency: 'USD' }, delivery: { method: 'fill' } }, { id: 1002 }),
  ].map((row) => ({ ...row, cpm: { micros: 1_000_000, currency: 'USD' } })),
});

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(rows);
  await loadGppDecoder();
});
afterAll(() => delivery.close());

/** Returns the ad of a response in any format: the number in its tracking URL. */
async function shown(path: string, body?: object): Promise<number> {
  const answer = await delivery.fetch(path, body && { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return Number(/track\/(\d+)/.exec(await answer.text())?.[1]);
}

const json = (more: object) => shown('/json', { slots: [{ slotname: '_home_-lb' }], ...more });
const bid = (more: object) =>
  shown('/openrtb2', { id: 'r', imp: [{ id: 'i', banner: {}, ext: { adhese: { SL: ['_home_-lb'] } } }], ...more });

describe('consent in every form of request', () => {
  test.each<[string, () => Promise<number>, boolean]>([
    ['POST /json, parameters', () => json({ parameters: { xt: [everything] } }), true],
    ['POST /json, denied in parameters', () => json({ parameters: { xt: [nothing] } }), false],
    ['POST /json, user', () => json({ user: { consent: everything, ext: {} } }), true],
    ['POST /json, GPP', () => json({ parameters: { gpp: [notOptedOut], gpp_sid: ['7'] } }), true],
    ['POST /json, GPP with opt-out', () => json({ regs: { gpp: optedOut, gpp_sid: [7] } }), false],
    ['POST /json, the TypeScript SDK’s folding', () => json({ parameters: { xt: everything.toLowerCase() } }), false],
    ['GET /json', () => shown(`/json/sl_home_-lb/xt${everything}/?t=1`), true],
    ['GET /json, all', () => shown('/json/sl_home_-lb/tlall/'), true],
    ['GET /json, an empty string', () => shown('/json/sl_home_-lb/xt/'), false],
    ['GET /jsonp', () => shown(`/jsonp/cb/sl_home_-lb/xt${everything}`), true],
    ['GET /ad, query', () => shown(`/ad/sl_home_-lb/?gdpr=1&gdpr_consent=${everything}`), true],
    ['GET /ad, denied in the query', () => shown(`/ad/sl_home_-lb/tlall?gdpr=1&gdpr_consent=${nothing}`), false],
    ['GET /m/stack', () => shown(`/m/stack/sl_home_-lb/xt${everything}?max_ads=1`), true],
    ['POST /openrtb2, user', () => bid({ user: { consent: everything } }), true],
    ['POST /openrtb2, user.ext', () => bid({ user: { ext: { consent: everything } } }), true],
    ['POST /openrtb2, regs.gpp', () => bid({ regs: { gpp: notOptedOut, gpp_sid: [7] } }), true],
    ['POST /openrtb2, children', () => bid({ user: { consent: everything }, regs: { coppa: 1 } }), false],
    ['POST /openrtb2, Do Not Track', () => bid({ regs: { us_privacy: '1YNN' }, device: { dnt: 1 } }), false],
    ['POST /openrtb2, nothing', () => bid({}), false],
  ])('%s', async (_, ask, isGranted) => {
    expect(await ask()).toBe(isGranted ? 1001 : 1002);
  });

  test('is read equally on both paths, also for Global Privacy Control', async () => {
    const byNode = await startTestDelivery(rows, { fastPath: false });
    for (const base of [delivery.base, byNode.base]) {
      const answers = await Promise.all(
        [{}, { 'sec-gpc': '1' }].map(async (headers) => {
          const answer = await fetch(`${base}/json/sl_home_-lb/tlall`, { headers: { ...headers } });
          const [ad] = (await answer.json()) as readonly { readonly id: string }[];
          return ad?.id;
        }),
      );
      expect(answers).toEqual(['1001', '1002']);
    }
    await byNode.close();
  });
});
