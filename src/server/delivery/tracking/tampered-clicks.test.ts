import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest, startTestDelivery, type TestDelivery } from '../../../../test/support/test-delivery.ts';

const own = 'https://shop.example/offer?a=1&b=2';
const tampered = 10_000;
const atOnce = 50;
let delivery: TestDelivery;
/** Path of a genuine click, and its parts. */
let genuine: string;
let parts: { readonly position: string; readonly token: string; readonly ad: string; readonly creative: string };

beforeAll(async () => {
  delivery = await startTestDelivery();
  const [ad] = (await (await delivery.fetch('/json/sl_home_-lb')).json()) as { url: string }[];
  genuine = (ad?.url ?? '').replace('http://ads.example', '') + own;
  const [, position = '', token = '', adId = '', creative = ''] =
    /^\/raylene\/sl(\d+)\/II([\w-]+)\/ad(\d+)-(\d+)\//.exec(genuine) ?? [];
  parts = { position, token, ad: adId, creative };
});
afterAll(() => delivery.close());

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Text that differs from the given one in some places. */
function changed(text: string, characters: string): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(text.length - 1),
    by: fc.constantFrom(...Array.from(characters)),
    how: fc.constantFrom('replace', 'insert', 'remove'),
  });
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => {
      let result = text;
      for (const { at, by, how } of changes) {
        const rest = result.slice(how === 'insert' ? at : at + 1);
        result = result.slice(0, at) + (how === 'remove' ? '' : by) + rest;
      }
      return result;
    })
    .filter((result) => result !== text);
}

const otherId = (id: string) =>
  fc
    .integer({ min: 0, max: 2 ** 53 })
    .map(String)
    .filter((other) => other !== id);

/** Where somebody might want to send people; none is on a domain of the brand. */
const strangeTarget: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      'https://',
      'http://',
      '//',
      '/',
      'HTTPS://',
      'https:',
      'javascript:',
      'data:',
      'ftp://',
      '\\\\',
      '',
    ),
    fc.constantFrom(
      'evil.example',
      'shop.example.evil.example',
      'shop.example@evil.example',
      'evil.example#@shop.example',
      'evil.example\\@shop.example',
      'evil.example%2f@shop.example',
      'notshop.example',
      'shop-example.evil',
      'shop.example%2eevil.example',
      'shop.example.',
      'shop。example.evil.example',
      'xn--shp-1na.example',
      '[::1]',
      '127.0.0.1',
      '2130706433',
      'user:pw@shop.example',
    ),
    fc.constantFrom('', '/', '/?x=https://shop.example/', ':443/', '/#https://shop.example', '/../..', '%0d%0a'),
    fc.constantFrom(
      (text: string) => text,
      encodeURIComponent,
      (text: string) => encodeURIComponent(encodeURIComponent(text)),
      (text: string) => `/${text}`,
    ),
  )
  .map(([scheme, host, rest, encode]) => encode(scheme + host + rest))
  .filter((target) => target !== '' && target !== '/');

function clickPath(change: Partial<typeof parts> & { readonly target?: string }): string {
  const { position, token, ad, creative, target = own } = { ...parts, ...change };
  return `/raylene/sl${position}/II${token}/ad${ad}-${creative}/UR${target}`;
}

/** Each is a click address that we did not make: of another ad, with another token, or to somewhere else. */
function tamperedPath(): fc.Arbitrary<string> {
  return fc.oneof(
    changed(parts.token, alphabet).map((token) => clickPath({ token })),
    otherId(parts.position).map((position) => clickPath({ position })),
    otherId(parts.ad).map((ad) => clickPath({ ad })),
    otherId(parts.creative).map((creative) => clickPath({ creative })),
    { arbitrary: strangeTarget.map((target) => clickPath({ target })), weight: 3 },
    // Anything before the target: a target that is no longer recognised as one must not count as a click without.
    changed(genuine.slice(0, genuine.indexOf(own)), `${alphabet}/%.;`)
      .map((before) => before + own)
      .filter((path) => path.replace(/\/+/g, '/') !== genuine.replace(/\/+/g, '/')),
  );
}

const printable = (path: string) => path.replace(/[^\u0021-\u007e]/g, encodeURIComponent);

test('10,000 tampered click addresses: none redirects, none counts', async () => {
  const paths = fc.sample(tamperedPath(), { numRuns: tampered, seed: 20_261_121 }).map(printable);
  expect(new Set(paths).size).toBeGreaterThan(tampered / 2);
  const answers = new Map<number, number>();
  for (let from = 0; from < paths.length; from += atOnce) {
    const batch = paths.slice(from, from + atOnce);
    const results = await Promise.all(batch.map((path) => rawRequest(delivery.base, path)));
    for (const [index, { status, headers }] of results.entries()) {
      answers.set(status, (answers.get(status) ?? 0) + 1);
      expect([batch[index], status === 400 || status === 404, headers['location']]).toEqual([
        batch[index],
        true,
        undefined,
      ]);
    }
  }
  console.info(`tampered clicks: ${[...answers].map(([status, count]) => `${count} answered ${status}`).join(', ')}`);
  expect(await delivery.events()).toEqual([]);
  const answer = await rawRequest(delivery.base, genuine);
  expect([answer.status, answer.headers['location']]).toEqual([302, own]);
  expect(await delivery.events()).toMatchObject([{ kind: 'click', filtered: null }]);
});
