import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vastVersions } from '../../src/core/vast/vast-version.ts';
import { vastFaults } from '../proof/vast/validate-vast.ts';
import { videoCreative } from '../support/database/video-rows.ts';
import { readByAndroid, readByIos, readByLegacyPage, readByNodeModule, runInAmp } from './clients/apps-and-pages.ts';
import { readByPrebid } from './clients/prebid-js.ts';
import { readByServerInGo, readByServerInJava } from './clients/prebid-server.ts';
import { readBySdk, readByStackPlugin } from './clients/typescript-sdk.ts';
import { bookedSlots } from './contract-account.ts';
import { adsIn, type ContractDelivery, startContractDelivery } from './contract-delivery.ts';

/** The nightly run uses more. */
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

test('every client reads the response and the other ads, with arbitrary creatives and bookings', async () => {
  await fc.assert(
    fc.asyncProperty(creative, booking, (change, booked) => delivery.withFirst(change, booked, expectReadable)),
    { numRuns: runs },
  );
}, 1_800_000);

const url = fc.oneof(text, fc.constantFrom('https://a.example/?b=c&d', 'https://a.example/[CACHEBUSTING]', 'http://'));
const odd = fc.oneof(text, size, fc.constant([]), fc.constant({}));
const file = fc.record({
  url,
  mime: fc.oneof(text, fc.constant('video/mp4')),
  width: fc.oneof(size, fc.constant(640)),
  height: fc.oneof(size, fc.constant(360)),
  delivery: fc.constantFrom('progressive', 'streaming', ''),
  bitrate: fc.oneof(odd, fc.constant({ min: 1, max: 2 })),
  codec: fc.option(text),
  bytes: fc.option(fc.nat()),
  id: fc.option(text),
});
const media = fc.record(
  {
    title: fc.option(text),
    description: fc.option(text),
    durationMs: fc.oneof(size, fc.constant(15_000)),
    skipAfterMs: size,
    files: fc.oneof(fc.array(file, { maxLength: 3 }), odd),
    categories: odd,
    advertiser: odd,
    universalAdId: fc.oneof(odd, fc.record({ registry: text, value: text })),
  },
  { requiredKeys: [] },
);
const trackers = fc.dictionary(
  fc.constantFrom('impression', 'error', 'start', 'click', 'progress', 'viewable', 'x'),
  fc.array(url, { maxLength: 2 }),
);
const parts = fc.record({ trackers, companions: odd, icons: odd, verifications: odd }, { requiredKeys: [] });
const videoFile = bookedSlots.indexOf('_film_-preroll');

test('every VAST version of an arbitrary video is readable or omitted, and the other ads are present', async () => {
  await fc.assert(
    fc.asyncProperty(media, parts, fc.constantFrom(...vastVersions), async (changed, more, version) => {
      const video = { ...videoCreative({}, changed as never), ...more };
      await delivery.withRow(videoFile, { video }, {}, () => expectVideoReadable(version));
    }),
    { numRuns: runs },
  );
}, 1_800_000);

async function expectVideoReadable(vastVersion: string): Promise<void> {
  for (const vastContentAsUrl of [false, true]) {
    const { body } = await delivery.post(bookedSlots, { vastVersion, vastContentAsUrl });
    const others = [...readBySdk(body).keys()].filter((name) => name !== '_film_-preroll');
    expect(others).toEqual(bookedSlots.filter((name) => name !== '_film_-preroll'));
    for (const ad of adsIn({ body })) {
      if (ad['slotName'] === '_film_-preroll' && !vastContentAsUrl) requireXml(String(ad['tag']));
      if (ad['cachedBodyUrl'] !== undefined) requireXml((await delivery.text(String(ad['cachedBodyUrl']))).body);
    }
  }
  const { status, body } = await delivery.text(`/ad/sl_film_-preroll/?vastVersion=${vastVersion}`);
  expect(status).toBe(200);
  requireXml(body);
}

/** Throws like a standard-compliant parser. */
function requireXml(document: string): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(document).close();
  expect(document).toMatch(/<VAST version="[234]\.\d"/);
  expect(vastFaults(document)).toEqual([]);
}

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

/** Checks the ad in the forms that request one position. */
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
