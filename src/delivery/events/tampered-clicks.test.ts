import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  bookingRow,
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../test/support/server/test-delivery.ts';
import { PlainExchange } from '../listener/fast-path/plain-exchange.ts';

const tampered = 10_000;
const atOnce = 50;
/**
 * Batches after which keep-alive connections are renewed, because an unusual request moves a connection off the fast
 * path permanently.
 */
const batchesPerLine = 4;

/** Click of an ad. */
type Click = {
  /** Target of the creative with its macros filled in. */
  readonly own: string;
  /** Path of the genuine click URL. */
  readonly genuine: string;
  readonly position: string;
  readonly token: string;
  readonly ad: string;
  readonly creative: string;
};

let delivery: TestDelivery;
/** The brand has a domain, and every URL on it is allowed. */
let plain: Click;
/** The target has macros and the brand has no domain: only the values of the macros may differ. */
let filled: Click;

const sky = { positionIds: [11], locationIds: [], publicationIds: [], publisherIds: [] };
const clickUrl = 'https://offers.example/go?from=[adheseReplace:SL]&ct=[adheseReplace:ct]&end=1';

beforeAll(async () => {
  delivery = await startTestDelivery(
    snapshotRows({
      bookings: [bookingRow(), bookingRow({ id: 16, inventory: sky }, { id: 1001, creativeId: 8 })],
      creatives: [creativeRow(), creativeRow({ id: 8, formatId: 2, clickUrl, domains: [] })],
    }),
  );
  const answer = await delivery.fetch('/json/sl_home_-lb/sl_home_-sky/ctgent');
  const [first, second] = (await answer.json()) as { url: string }[];
  plain = clickOf(first?.url, 'https://shop.example/offer?a=1&b=2');
  filled = clickOf(second?.url, 'https://offers.example/go?from=_home_-sky&ct=gent&end=1');
});
afterAll(() => delivery.close());

function clickOf(url = '', own: string): Click {
  const genuine = url.replace('http://ads.example', '') + own;
  const [, position = '', token = '', ad = '', creative = ''] =
    /^\/raylene\/sl(\d+)\/II([\w-]+)\/ad(\d+)-(\d+)\//.exec(genuine) ?? [];
  return { own, genuine, position, token, ad, creative };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns an arbitrary of texts with some modified characters. */
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

/** Targets of an attacker. None is on a domain of the brand. */
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

/** Continuations of a filled-in value that are not part of the value. */
const beyondValue = fc.constantFrom(
  '&to=https://evil.example/',
  '&end=1#',
  '#',
  '/../..',
  '?x=1',
  '@evil.example',
  '\\evil.example',
  ';a',
  '"',
  "'",
  '+a',
);

const filledForm = /^https:\/\/offers\.example\/go\?from=[\w.~!*()%-]*&ct=[\w.~!*()%-]*&end=1$/;

/** Returns an arbitrary of the target with macros, modified in more than the values, as a browser would read it. */
function changedFilled(): fc.Arbitrary<string> {
  return fc
    .oneof(
      changed(filled.own, `${alphabet}:/?#@%&=.;`),
      beyondValue.map((text) => filled.own.replace('ct=gent', `ct=gent${text}`)),
      beyondValue.map((text) => filled.own.replace('from=_home_-sky', `from=${text}`)),
      beyondValue.map((text) => filled.own + text),
      fc.constantFrom(filled.own.replace('ct=gent&', ''), filled.own.slice(0, -6), filled.own.repeat(2)),
    )
    .filter((target) => !filledForm.test(URL.parse(target.replace(/^\/+/, ''))?.href ?? ''));
}

function clickPath(click: Click, change: Partial<Click> & { readonly target?: string }): string {
  const { position, token, ad, creative, target = click.own } = { ...click, ...change };
  return `/raylene/sl${position}/II${token}/ad${ad}-${creative}/UR${target}`;
}

/** Returns an arbitrary of click URLs that Placard did not create: with another ad, another token or another target. */
function tamperedPath(click: Click): fc.Arbitrary<string> {
  const { own, genuine } = click;
  const host = new URL(own).host;
  const strange = strangeTarget.map((target) => target.replaceAll('shop.example', host));
  return fc.oneof(
    changed(click.token, alphabet).map((token) => clickPath(click, { token })),
    otherId(click.position).map((position) => clickPath(click, { position })),
    otherId(click.ad).map((ad) => clickPath(click, { ad })),
    otherId(click.creative).map((creative) => clickPath(click, { creative })),
    { arbitrary: strange.map((target) => clickPath(click, { target })), weight: 3 },
    ...(click === filled ? [changedFilled().map((target) => clickPath(click, { target }))] : []),
    // Modifications before the target: an unrecognized target must not count as a click without one.
    changed(genuine.slice(0, genuine.indexOf(own)), `${alphabet}/%.;`)
      .map((before) => before + own)
      .filter((path) => path.replace(/\/+/g, '/') !== genuine.replace(/\/+/g, '/')),
  );
}

const printable = (path: string) => path.replace(/[^\u0021-\u007e]/g, encodeURIComponent);

/** Sends all requests concurrently, every second one on a keep-alive connection. */
function sendAll(paths: readonly string[], kept: Agent) {
  return Promise.all(
    paths.map((path, index) => rawRequest(delivery.base, path, { agent: index % 2 === 0 ? false : kept })),
  );
}

test('10,000 tampered click URLs do not redirect and do not count', async () => {
  const either = fc.oneof(tamperedPath(plain), tamperedPath(filled));
  const paths = fc.sample(either, { numRuns: tampered, seed: 20_261_121 }).map(printable);
  expect(new Set(paths).size).toBeGreaterThan(tampered / 2);
  const plainSend = vi.spyOn(PlainExchange.prototype, 'send');
  const answers = new Map<number, number>();
  let kept = new Agent({ keepAlive: true });
  for (let from = 0; from < paths.length; from += atOnce) {
    const batch = paths.slice(from, from + atOnce);
    for (const [index, { status, headers }] of (await sendAll(batch, kept)).entries()) {
      answers.set(status, (answers.get(status) ?? 0) + 1);
      expect([batch[index], status === 400 || status === 404, headers['location']]).toEqual([
        batch[index],
        true,
        undefined,
      ]);
    }
    if ((from / atOnce) % batchesPerLine !== batchesPerLine - 1) continue;
    kept.destroy();
    kept = new Agent({ keepAlive: true });
  }
  kept.destroy();
  const fast = plainSend.mock.calls.length;
  plainSend.mockRestore();
  const told = [...answers].map(([status, count]) => `${count} returned ${status}`).join(', ');
  console.info(`tampered clicks: ${told}; ${fast} on the fast path`);
  expect(fast).toBeGreaterThan(tampered / 4);
  expect(await delivery.events()).toEqual([]);
  // The genuine URLs still redirect, and so does another value of a macro.
  const other = filled.own.replace('gent', 'brugge');
  for (const [click, target] of [
    [plain, plain.own],
    [filled, filled.own],
    [filled, other],
  ] as const) {
    const answer = await rawRequest(delivery.base, clickPath(click, { target }));
    expect([answer.status, answer.headers['location']]).toEqual([302, target]);
  }
  expect(await delivery.events()).toMatchObject([
    { kind: 'click', filtered: null, adId: 1000 },
    { kind: 'click', filtered: null, adId: 1001 },
    { kind: 'click', filtered: null, adId: 1001 },
  ]);
});
