import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookingRow, snapshotRows, startTestDelivery } from '../../../../test/support/server/test-delivery.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { writeDebugKey } from '../../../platform/keys/signed-debug-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';

type Change = Readonly<Record<string, unknown>>;

/** A banner position with a booking at a CPM of 2.50 EUR. */
const rows = snapshotRows({ bookings: [bookingRow({ cpm: { micros: 2_500_000, currency: 'EUR' } })] });

function bidRequest(change: Change, imp: Change) {
  const first = { id: 'i1', banner: { w: 728, h: 90 }, ext: { adhese: { SL: ['_home_-lb'], tl: ['all'] } }, ...imp };
  return { id: 'r1', imp: [first], site: { page: 'https://example.org/' }, cur: ['EUR'], ...change };
}

describe('exchange rates', () => {
  const secret = 'a secret of at least thirty-two characters';
  const rates = new Map([
    [
      'EUR',
      new Map([
        ['USD', 1.25],
        ['GBP', 0.8],
      ]),
    ],
  ]);
  let dollars: Awaited<ReturnType<typeof startTestDelivery>>;
  beforeAll(async () => {
    dollars = await startTestDelivery(rows, { secret, exchangeRates: { kind: 'list', table: rates } });
  });
  afterAll(() => dollars.close());
  const ask = (change: Change, imp: Change = {}, cookie?: string) =>
    dollars.fetch('/openrtb2', {
      method: 'POST',
      body: JSON.stringify(bidRequest(change, imp)),
      ...(cookie !== undefined && { headers: { cookie } }),
    });

  test.each([
    [['USD'], 'USD', 3.125],
    [['SEK', 'GBP', 'USD'], 'GBP', 2],
    [['USD', 'EUR'], 'EUR', 2.5],
    [undefined, 'EUR', 2.5],
  ])('a booking of 2.50 EUR bids in %j', async (cur, currency, price) => {
    expect(await (await ask({ cur })).json()).toMatchObject({ cur: currency, seatbid: [{ bid: [{ price }] }] });
  });

  test('apply to floors', async () => {
    const statusOf = async (bidfloor: number, bidfloorcur?: string) =>
      (await ask({ cur: ['USD'] }, { bidfloor, ...(bidfloorcur !== undefined && { bidfloorcur }) })).status;
    expect([await statusOf(0.01), await statusOf(3.12), await statusOf(3.13)]).toEqual([200, 200, 204]);
    expect([await statusOf(2, 'GBP'), await statusOf(2.01, 'GBP')]).toEqual([200, 204]);
  });

  test('a request with a debug key gets the reason for no bid, and others do not', async () => {
    const signer = createTextSigner(deriveKey(secret, 'debug-key'));
    const key = writeDebugKey(signer, { actor: 'user:1', expiresAt: Math.floor(Date.now() / 1000) + 60 });
    const explained = async (change: Change, imp: Change = {}) => {
      const answer = await ask(change, imp, `debugKey=${key}`);
      const [trace] = JSON.parse(answer.headers.get('placard-trace') ?? '[]') as [
        { slots: { candidates: { reason?: string; actual?: string }[] }[] },
      ];
      const [candidate] = trace.slots[0]?.candidates ?? [];
      return [answer.status, answer.headers.get('placard-no-bid'), candidate?.reason, candidate?.actual];
    };
    const refused = 'no booking can bid; the header placard-trace has the reason of each';
    expect(await explained({ cur: ['SEK'] })).toEqual([
      204,
      refused,
      'REQUEST_TERMS_NOT_MET',
      'CPM 2.5 EUR has no exchange rate to SEK',
    ]);
    expect(await explained({}, { bidfloor: 4 })).toMatchObject([204, refused, /TERMS/, /floor of 4 USD/].map(matching));
    expect(await explained({ badv: ['shop.example'] })).toMatchObject(
      [204, refused, /TERMS/, /shop.example is blocked/].map(matching),
    );
    expect(await explained({}, { banner: undefined, video: {} })).toMatchObject(
      [204, refused, /TERMS/, /for banner.*for video/].map(matching),
    );
    const noSlot = { ext: {}, tagid: undefined };
    expect((await explained({}, noSlot)).slice(0, 2)).toEqual([204, 'imp[0] has neither ext.adhese.SL nor tagid']);
    expect((await explained({}, { ext: {}, tagid: 'x' })).slice(0, 2)).toEqual([
      204,
      'no position has the slot name of imp[0]',
    ]);
    const plain = await ask({ cur: ['SEK'] });
    expect([plain.status, plain.headers.get('placard-no-bid')]).toEqual([204, null]);
  });
});

function matching(expected: unknown): unknown {
  return expected instanceof RegExp ? expect.stringMatching(expected) : expected;
}
