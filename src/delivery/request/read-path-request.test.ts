import { describe, expect, test } from 'vitest';
import { exchangeWith, sourcesWith } from '../../../test/support/server/context-of.ts';
import { readContext } from './read-context.ts';
import { readPathRequest } from './read-path-request.ts';
import { RequestError } from './request-error.ts';

const noHeaders = exchangeWith();
const sources = sourcesWith();

/** Returns slot names and common parameters. */
function read(path: string) {
  const { slots, parameters } = readPathRequest(path);
  return { slots: slots.map(({ slotName }) => slotName), parameters: Object.fromEntries(parameters) };
}

const page = 'https://news.example/?~~>>a';

describe('wire-protocol 2.2: the GET path', () => {
  test.each([
    ['repeated sl are several slots in order', '/sla-lb/slb-sky', ['a-lb', 'b-sky'], {}],
    ['values are separated by ;', '/sla/brChrome;OSX', ['a'], { br: ['Chrome', 'OSX'] }],
    ['and by , (TypeScript plugins)', '/sla/kwred,white', ['a'], { kw: ['red', 'white'] }],
    ['a prefix alone is an empty value', '/sla/re/ur/', ['a'], {}],
    ['empty segments are ignored', '//sla///tlall//', ['a'], { tl: ['all'] }],
    ['a trailing slash is ignored', '/sla/', ['a'], {}],
    ['spaces are sent encoded', '/sla/brSamsung%20Galaxy', ['a'], { br: ['Samsung Galaxy'] }],
    ['padding stays', '/sla/urabc==', ['a'], { ur: ['abc=='] }],
    ['an encoded separator belongs to its value', '/sla/kwa%3Bb;c', ['a'], { kw: ['a;b', 'c'] }],
    ['a slot name is decoded once', '/sl%5Fhome%5F-lb%2541', ['_home_-lb%41'], {}],
    ['invalid encoding is left unchanged', '/sla%ZZ/kw%', ['a%ZZ'], { kw: ['%'] }],
    ['segments without a prefix are ignored', '/sla/!!x/-/é1/x', ['a'], {}],
    ['values of a repeated key are combined', '/sla/kwx/kwy;z', ['a'], { kw: ['x', 'y', 'z'] }],
    ['zero is a value', '/sla/rn0', ['a'], { rn: ['0'] }],
    ['a repeated slot is one slot', '/sla/slb/sla', ['a', 'b'], {}],
    [
      'format and location may contain dots, dashes and underscores',
      '/sla.b-c_d-300x250_728x90',
      ['a.b-c_d-300x250_728x90'],
      {},
    ],
  ])('%s', (_, path, slots, parameters) => {
    expect(read(path)).toEqual({ slots, parameters });
  });

  test('standard base64 that is split at its slashes results in unused segments', () => {
    const encoded = Buffer.from('https://news.example/????').toString('base64');
    expect(encoded).toContain('/');
    const { slots, parameters } = readPathRequest(`/sla-lb/ur${encoded}/tlall/`);
    expect(slots).toHaveLength(1);
    expect(parameters.get('tl')).toEqual(['all']);
    expect(readContext({ parameters }, noHeaders, sources)).toMatchObject({ consent: 'granted' });
  });

  test('accepts one to fifty slots', () => {
    const path = (count: number) => Array.from({ length: count }, (_, index) => `/slslot${index}`).join('');
    expect(read(path(50)).slots).toHaveLength(50);
    for (const refused of [path(51), '', '/', '/sl', '/tlall']) {
      expect(() => readPathRequest(refused)).toThrow(RequestError);
    }
  });
});

describe('wire-protocol 2.4: prefixes of the path', () => {
  test.each([
    ['xf', Buffer.from(page).toString('base64url')],
    ['ur', Buffer.from(page).toString('base64').replaceAll('/', '_')],
    ['ur', `${Buffer.from(page).toString('base64url')}=`],
    ['xf', encodeURIComponent(page)],
  ])('page URL as %s%s', (prefix, value) => {
    expect(readContext(readPathRequest(`/sla/${prefix}${value}`), noHeaders, sources).pageUrl).toBe(page);
  });

  test('device, operating system, browser, coordinates and consent', () => {
    const { parameters } = readPathRequest('/sla/dtphone/deAndroid/brSM_G960F/xc51.05;3.72/tlall');
    expect(readContext({ parameters }, noHeaders, sources)).toMatchObject({
      device: ['phone'],
      os: ['Android'],
      browser: ['SM_G960F'],
      coordinates: { latitude: 51.05, longitude: 3.72 },
      consent: 'granted',
    });
  });
});
