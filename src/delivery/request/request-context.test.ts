import { describe, expect, test } from 'vitest';
import { writeTcfString } from '../../../test/support/media-files/write-tcf-string.ts';
import { exchangeWith, sourcesWith } from '../../../test/support/server/context-of.ts';
import { readFacts } from '../../core/targeting/request-facts.ts';
import type { RequestContext } from '../../core/targeting/targeting.ts';
import { createTargetingCompiler } from '../../core/targeting/targeting-index.ts';
import { readContext } from './read-context.ts';
import { withContext } from './request-context.ts';
import { parametersOf } from './request-parameters.ts';

const page = 'https://courier.example/sport/?a=1~é';
const base64 = Buffer.from(page).toString('base64');
const base64url = Buffer.from(page).toString('base64url');

const sources = sourcesWith();

function read(parameters: Readonly<Record<string, unknown>>, acceptLanguage?: string): RequestContext {
  return readContext(
    { parameters: parametersOf(parameters) },
    exchangeWith({ 'accept-language': acceptLanguage }),
    sources,
  );
}

describe('context of a request', () => {
  test.each([
    [{}, undefined],
    [{ tl: 'all' }, 'granted'],
    [{ tl: ['ALL'] }, 'granted'],
    [{ tl: 'none' }, 'denied'],
    [{ tl: ['all', 'none'] }, 'denied'],
    [{ tl: '' }, undefined],
    [{ tl: 'yes' }, undefined],
    [{ xt: 'CPxyz_abc' }, undefined],
    [{ tl: 'all', xt: 'cpxyz_mangled' }, undefined],
    [{ tl: 'none', xt: 'CPxyz_abc' }, 'denied'],
  ] as const)('consent of %j is %s', (parameters, consent) => {
    expect(read(parameters).consent).toBe(consent);
  });

  test.each([
    ['base64url without padding', { xf: base64url }],
    [
      'base64url with padding',
      { ur: Buffer.from(`${page}1`).toString('base64').replace(/\+/g, '-').replace(/\//g, '_') },
    ],
    ['base64', { ur: base64 }],
    ['base64 whose + became a space', { ur: base64.replaceAll('+', ' ') }],
    ['unencoded', { xf: page }],
    ['the second if the first is malformed', { xf: base64.toLowerCase(), ur: [base64] }],
  ])('the page URL as %s', (_, parameters) => {
    expect(read(parameters).pageUrl).toMatch(/^https:\/\/courier\.example\/sport\/\?a=1~é1?$/);
  });

  test.each([
    base64.toLowerCase(),
    base64url.toLowerCase().replaceAll('-', '_'),
    'a',
    '%%%',
    'javascript:alert(1)',
    Buffer.from('file:///etc/passwd').toString('base64'),
    Buffer.from('https://a.example/\u0000').toString('base64'),
    Buffer.concat([Buffer.from('https://a.example/'), Buffer.from([0xff, 0xfe])]).toString('base64'),
    'A'.repeat(20_000),
    7,
  ])('an invalid page URL is unknown: %s', (xf) => {
    expect(read({ xf })).toHaveProperty('pageUrl', undefined);
  });

  test.each([
    [['51.05', '3.72'], { latitude: 51.05, longitude: 3.72 }],
    ['-33.9;151', { latitude: -33.9, longitude: 151 }],
    ['51.05,3.72', { latitude: 51.05, longitude: 3.72 }],
    [[51.05, 3.72], { latitude: 51.05, longitude: 3.72 }],
    ['51_05_3_72', undefined],
    ['91;0', undefined],
    ['0;181', undefined],
    ['51', undefined],
    ['1;2;3', undefined],
    [';', undefined],
    ['0x1;1e1', undefined],
  ])('coordinates %j are %j', (xc, coordinates) => {
    expect(read({ xc }).coordinates).toEqual(coordinates);
  });

  test.each([
    ['are exact if no consent is required', {}, { latitude: 51.0512, longitude: -3.7268 }],
    ['are exact with consent', { tl: 'all' }, { latitude: 51.0512, longitude: -3.7268 }],
    ['are exact with special feature 1', { xt: writeTcfString([1], [1]) }, { latitude: 51.0512, longitude: -3.7268 }],
    ['are rounded without it', { xt: writeTcfString([1, 2, 3, 4]) }, { latitude: 51.05, longitude: -3.73 }],
    ['are rounded if consent is denied', { tl: 'none' }, { latitude: 51.05, longitude: -3.73 }],
    ['are rounded if consent is unreadable', { xt: 'mangled' }, { latitude: 51.05, longitude: -3.73 }],
  ])('coordinates, %s', (_, parameters, coordinates) => {
    expect(read({ xc: '51.0512;-3.7268', ...parameters }).coordinates).toEqual(coordinates);
  });

  test.each([
    [{ 'cf-country': 'BE', 'cf-region': 'VOV' }, '127.0.0.1', 'BE', ['VOV', 'BE-VOV']],
    [{ 'cf-region': 'VOV' }, '::1', undefined, 'VOV'],
    [{ 'cf-country': 'XX', 'cf-region': '' }, '127.0.0.1', undefined, undefined],
    [{ 'cf-country': 'BE', 'cf-region': 'VOV' }, '192.0.2.1', undefined, undefined],
  ])('a CDN with %j from %s', (headers, peer, country, region) => {
    const cdn = sourcesWith({ countryHeader: 'cf-country', regionHeader: 'cf-region' });
    const context = readContext({ parameters: new Map() }, exchangeWith(headers, { peer }), cdn);
    expect([context.country, context.region]).toEqual([country, region]);
  });

  test('device, operating system, browser, country and region are those of the parameters', () => {
    const said = read({ dt: 'phone', de: 'Android', br: ['Chrome', 'Chrome120'], co: 'BE', rg: ['VOV'] });
    expect(said).toMatchObject({
      device: ['phone'],
      os: ['Android'],
      browser: ['Chrome', 'Chrome120'],
      country: 'BE',
      region: 'VOV',
    });
    expect(read({ dt: 'Unknown' }).device).toEqual([]);
  });

  test.each([
    [undefined, []],
    ['nl-BE,nl;q=0.9,en;q=0.8', ['nl-BE', 'nl']],
    ['en;q=0.3, fr ; q=0.7', ['fr']],
    ['de', ['de']],
    ['*', []],
    ['', []],
    ['nl;q=0', []],
    ['<script>,fr;q=0.1', ['fr']],
    [`${'x-'.repeat(1000)}a`, []],
  ])('languages of %j are %j', (header, language) => {
    expect(read({}, header).language).toEqual(language);
  });
});

/** Returns the names of the parameters and headers that are read for these facts, one entry per access. */
function looksOf(ask: (context: RequestContext) => void): readonly string[] {
  const looks: string[] = [];
  const parameters = new Map([['tl', ['all']]]);
  parameters.get = (key) => {
    looks.push(key);
    return undefined;
  };
  const header = (name: string) => {
    looks.push(name);
    return undefined;
  };
  ask(readContext({ parameters }, exchangeWith({}, { header, fields: header }), sources));
  return looks;
}

describe('unused facts are not read', () => {
  test('a context alone reads nothing', () => {
    expect(looksOf(() => undefined)).toEqual([]);
  });

  test.each([
    ['country', { fact: 'country', values: ['BE'] }, ['co']],
    ['language', { fact: 'language', values: ['nl'] }, ['accept-language']],
    ['page', { urlParts: ['/sport'] }, ['xf', 'ur']],
    ['coordinates', { near: { latitude: 1, longitude: 1, metres: 1 } }, ['xc']],
  ] as const)('a tree with the %s', (_, tree, looks) => {
    const compiler = createTargetingCompiler();
    compiler.replace(-1, tree);
    const none = new Map<string, readonly string[]>();
    expect(looksOf((context) => readFacts(compiler.index, { parameters: none, context }))).toEqual(looks);
  });
});

describe('a request with its context', () => {
  const request = { slots: [{ slotName: '_home_-lb', parameters: new Map() }], parameters: new Map() };

  test('is read once, on demand', () => {
    let reads = 0;
    const header = () => {
      reads += 1;
      return 'nl';
    };
    const inContext = withContext(request, exchangeWith({}, { header }), sources);
    expect(inContext.slots).toBe(request.slots);
    expect(reads).toBe(0);
    expect(inContext.context?.language).toEqual(['nl']);
    expect(inContext.context).toBe(inContext.context);
    expect(reads).toBe(1);
  });
});
