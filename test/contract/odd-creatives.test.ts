import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readByAndroid, readByIos, readByLegacyPage, readByNodeModule, runInAmp } from './clients/apps-and-pages.ts';
import { readByPrebid } from './clients/prebid-js.ts';
import { readByServerInGo, readByServerInJava } from './clients/prebid-server.ts';
import { readBySdk, readByStackPlugin } from './clients/typescript-sdk.ts';
import { bookedSlots } from './contract-account.ts';
import { type ContractDelivery, startContractDelivery } from './contract-delivery.ts';

/** The nightly run takes more. */
const runs = Number(process.env['PLACARD_TEST_CREATIVES'] ?? 60);

let delivery: ContractDelivery;
beforeAll(async () => {
  delivery = await startContractDelivery();
});
afterAll(() => delivery.close());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    "it's",
    '"',
    '</script>',
    '<!--',
    ']]>',
    '\u2028',
    '\ud800',
    '[clickUrl]',
    '$&',
    '{"a":1}',
    'null',
    '7',
  ),
);
const size = fc.oneof(
  fc.constantFrom(null, 0, 1, 728, -1, 1e9, 12.5, Number.MAX_SAFE_INTEGER),
  fc.constantFrom('300px', true),
);
const address = fc.oneof(
  fc.constantFrom(
    null,
    '',
    'https://shop.example/?a="b"&c=\'d\'',
    'javascript:alert(1)',
    '//shop.example',
    'https://shöp.example/ü?q= ',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
);
const kind = fc.constantFrom(
  {},
  { kind: 'html', file: null },
  { kind: 'image', file: null },
  { kind: 'video', file: null },
);
const creative = fc
  .tuple(
    kind,
    fc.record(
      {
        name: fc.oneof(text, fc.constant(null)),
        html: text,
        altText: fc.option(text),
        clickUrl: address,
        width: size,
        height: size,
        domains: fc.oneof(fc.array(text, { maxLength: 3 }), fc.constant(null)),
        file: fc.record({ path: text, mime: text }),
        updatedAtMs: fc.constantFrom(0, -1, null, 1e20),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([kinds, fields]) => ({ ...fields, ...kinds }));
const booking = fc.record(
  {
    externalId: fc.option(text),
    name: text,
    cpm: fc.record({
      micros: fc.oneof(fc.maxSafeNat(), fc.constant(-1)),
      currency: fc.constantFrom('EUR', 'eur', '', 'EURO'),
    }),
    campaign: fc.record({
      name: fc.oneof(text, fc.constant(null)),
      type: fc.constant('campaign'),
      delivering: fc.constant(true),
      advertiserId: fc.constantFrom(3, null),
    }),
  },
  { requiredKeys: [] },
);

test('whatever a creative and its booking hold, every client can read the answer, and the other ads are in it', async () => {
  await fc.assert(
    fc.asyncProperty(creative, booking, (change, booked) => delivery.withFirst(change, booked, expectReadable)),
    { numRuns: runs },
  );
}, 1_800_000);

async function expectReadable(): Promise<void> {
  const answer = await delivery.post(bookedSlots);
  for (const version of ['current', '1.7.0', '1.6.0'] as const) {
    expect([...readBySdk(answer.body, version).keys()].slice(-bookedSlots.length + 1)).toEqual(bookedSlots.slice(1));
  }
  expect(readByLegacyPage(answer).size).toBeGreaterThan(3);
  expect(readByNodeModule(answer.body).length).toBeGreaterThanOrEqual(bookedSlots.length - 1);
  readByPrebid(
    answer.body,
    bookedSlots.map((slotName) => ({ slotName, mediaType: 'banner', sizes: [[1, 1]] })),
  );
  const app = await delivery.text(`/json/${bookedSlots.map((slot) => `sl${slot}`).join('/')}/tlnone/deAndroid`);
  expect(readByAndroid(app.body).length).toBeGreaterThanOrEqual(bookedSlots.length - 1);
  expect(readByIos(app.body)).toHaveLength(readByAndroid(app.body).length);
  await expectOneReadable();
}

/** The ad itself, in the forms that ask for one position. */
async function expectOneReadable(): Promise<void> {
  readByStackPlugin((await delivery.text('/m/stack/sl_home_-lb')).body);
  runInAmp((await delivery.text('/ad/sl_home_-lb')).body);
  let called: unknown;
  runInNewContext((await delivery.text('/jsonp/cb/sl_home_-lb')).body, {
    cb: (ads: unknown) => {
      called = ads;
    },
  });
  expect(called).toHaveLength(1);
  const imp = [{ id: 'i1', banner: {}, ext: { adhese: { SL: ['_home_-lb'] } } }];
  const request = { id: 'r1', imp, cur: ['EUR'] };
  const bid = await delivery.text('/openrtb2', { method: 'POST', body: JSON.stringify(request) });
  if (bid.status === 204) return;
  expect(readByServerInGo(bid, request)).toMatchObject({ impId: 'i1' });
  expect(readByServerInJava(bid, request)).toMatchObject({ impId: 'i1' });
}
