import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeMmdb } from '../../../../test/support/media-files/write-mmdb.ts';
import {
  bookingRow,
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import type { Targeting } from '../../../core/targeting/targeting.ts';
import { readConfig } from '../../../platform/config/config.ts';

const wanted: Readonly<Record<string, Targeting>> = {
  'country-be': { fact: 'country', values: ['BE'] },
  'country-nl': { fact: 'country', values: ['NL'] },
  'region-vov': { fact: 'region', values: ['BE-VOV'] },
  'city-gent': { fact: 'city', values: ['gent'] },
  phone: { fact: 'device', values: ['phone'] },
  desktop: { fact: 'device', values: ['desktop'] },
  android: { fact: 'os', values: ['Android'] },
  'chrome-140': { fact: 'browser', values: ['chrome140'] },
  dutch: { fact: 'language', values: ['nl'] },
};
const names = Object.keys(wanted);

/** A position for each tree, with its own ad. */
const rows = snapshotRows({
  positions: names.map((name, index) => ({ id: 10 + index, locationId: 1, formatId: 1, slotName: name })),
  bookings: names.map((name, index) =>
    bookingRow(
      {
        id: 20 + index,
        inventory: { positionIds: [10 + index], locationIds: [], publicationIds: [], publisherIds: [] },
        targeting: wanted[name],
      },
      { id: 100 + index },
    ),
  ),
  creatives: [creativeRow()],
});
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const desktop = phone.replace('Linux; Android 10; K', 'Windows NT 10.0; Win64; x64').replace('Mobile ', '');

let folder: string;
let geoDatabase: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-viewer-'));
  geoDatabase = join(folder, 'geo.mmdb');
  const record = {
    country: { iso_code: 'BE' },
    subdivisions: [{ iso_code: 'VOV' }],
    city: { names: { en: 'Ghent', nl: 'Gent' } },
  };
  await writeFile(geoDatabase, writeMmdb({ '203.0.113.0/24': record }));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each([
  ['on the fast path', true],
  ['by node:http', false],
])('facts about a viewer, %s', (_, fastPath) => {
  let behindProxy: TestDelivery;
  let alone: TestDelivery;
  beforeAll(async () => {
    const settings = { PLACARD_GEO_DATABASE: geoDatabase, PLACARD_COUNTRY_HEADER: 'CF-IPCountry' };
    const context = readConfig(settings, 'all').context;
    behindProxy = await startTestDelivery(rows, { fastPath, context });
    const untrusting = readConfig({ ...settings, PLACARD_TRUSTED_PROXIES: '10.0.0.0/8' }, 'all').context;
    alone = await startTestDelivery(rows, { fastPath, context: untrusting });
  });
  afterAll(async () => {
    await behindProxy?.close();
    await alone?.close();
  });

  async function ask(delivery: TestDelivery, headers: Readonly<Record<string, string>>, path = '') {
    const answer = await delivery.fetch(`/json/${names.map((name) => `sl${name}`).join('/')}/${path}`, { headers });
    const ads = (await answer.json()) as readonly { readonly slotName: string }[];
    return ads.map(({ slotName }) => slotName).toSorted();
  }

  const ofGhent = ['city-gent', 'country-be', 'region-vov'];

  test.each([
    ['nothing', {}, '', []],
    ['the location of the address in the header of the proxy', { 'x-forwarded-for': '203.0.113.7' }, '', ofGhent],
    ['not the location of an address that the client made up', { 'x-forwarded-for': '203.0.113.7, 192.0.2.1' }, '', []],
    [
      'the country of the CDN before the geo database',
      { 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': 'NL' },
      '',
      ['city-gent', 'country-nl', 'region-vov'],
    ],
    ['not an unknown country of the CDN', { 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': 'XX' }, '', ofGhent],
    ['the country of the parameters before all others', { 'cf-ipcountry': 'NL' }, 'coBE', ['country-be']],
    [
      'device, operating system and browser of the user agent',
      { 'user-agent': phone },
      '',
      ['android', 'chrome-140', 'phone'],
    ],
    [
      'the device of the parameters before the user agent',
      { 'user-agent': phone },
      'dtdesktop',
      ['android', 'chrome-140', 'desktop'],
    ],
    [
      'not an unknown device of the client',
      { 'user-agent': phone },
      'dtunknown/brdesktop',
      ['android', 'chrome-140', 'phone'],
    ],
    [
      'client hints before the user agent',
      { 'user-agent': desktop, 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-mobile': '?1' },
      '',
      ['android', 'chrome-140', 'phone'],
    ],
    ['the language', { 'accept-language': 'nl-BE,en;q=0.5' }, '', ['dutch']],
  ])('%s', async (__, headers, path, slots) => {
    expect(await ask(behindProxy, { 'user-agent': 'app', ...headers }, path)).toEqual(slots);
  });

  test('no values that only a trusted proxy may state', async () => {
    const headers = { 'user-agent': 'app', 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': 'NL' };
    expect(await ask(alone, headers)).toEqual([]);
  });

  test('the address of the nearest proxy line when each proxy adds one', async () => {
    const slots = async (lines: string[]) => {
      const path = `/json/${names.map((name) => `sl${name}`).join('/')}`;
      const { body } = await rawRequest(behindProxy.base, path, { headers: { 'x-forwarded-for': lines } });
      return (JSON.parse(body) as readonly { readonly slotName: string }[]).map(({ slotName }) => slotName).toSorted();
    };
    expect(await slots(['192.0.2.1', '203.0.113.7', '127.0.0.1'])).toEqual(ofGhent);
    expect(await slots(['203.0.113.7', '192.0.2.1'])).toEqual([]);
  });

  test('nothing, and never a server error, for any header values', async () => {
    const read = ['user-agent', 'sec-ch-ua', 'sec-ch-ua-platform', 'sec-ch-ua-mobile', 'sec-gpc', 'accept-language'];
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('203.0.113.7', ',,,', '[::1]:', '"Android"', '?1', 'nl;q=', '%00'),
    );
    const headers = fc.dictionary(fc.constantFrom(...read, 'x-forwarded-for', 'cf-ipcountry', 'cookie'), value);
    await fc.assert(
      fc.asyncProperty(headers, async (given) => {
        const path = `/json/${names.map((name) => `sl${name}`).join('/')}`;
        expect(await rawRequest(behindProxy.base, path, { headers: given })).toMatchObject({ status: 200 });
      }),
      { numRuns: 200 },
    );
  });

  test('of a bid request: those of its body, and not of the headers of the back end', async () => {
    const bid = async (name: string, device: object) => {
      const body = { id: 'r', imp: [{ id: 'i', banner: {}, ext: { adhese: { SL: [name] } } }], device };
      const headers = { 'user-agent': desktop, 'accept-language': 'fr', 'x-forwarded-for': '192.0.2.1' };
      const answer = await behindProxy.fetch('/openrtb2', { method: 'POST', body: JSON.stringify(body), headers });
      return answer.status;
    };
    const device = {
      ua: phone,
      ip: '203.0.113.9',
      language: 'nl',
      sua: { platform: { brand: 'Android' }, mobile: 1 },
    };
    for (const name of [...ofGhent, 'android', 'chrome-140', 'dutch', 'phone'])
      expect(await bid(name, device)).toBe(200);
    for (const name of ['desktop', 'country-nl']) expect(await bid(name, device)).toBe(204);
    expect(await bid('country-nl', { geo: { country: 'NLD' } })).toBe(200);
    expect(await bid('city-gent', { geo: { city: 'Gent' } })).toBe(200);
    expect(await bid('city-gent', { ip: '203.0.113.9', geo: { city: 'Brugge' } })).toBe(204);
    expect(await bid('desktop', {})).toBe(204);
  });
});
