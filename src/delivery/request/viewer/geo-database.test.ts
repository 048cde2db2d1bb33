import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeMmdb } from '../../../../test/support/media-files/write-mmdb.ts';
import { createLog } from '../../../platform/log/log.ts';
import { type GeoDatabase, openGeoDatabase } from './geo-database.ts';

const log = createLog({ level: 'silent', name: 'test' });
const ghent = {
  country: { iso_code: 'BE', names: { en: 'Belgium' } },
  subdivisions: [{ iso_code: 'VOV', names: { en: 'East Flanders', nl: 'Oost-Vlaanderen' } }],
  city: { names: { en: 'Ghent', nl: 'Gent', fr: 'Gand' } },
  postal: { code: '9000' },
};

let folder: string;
let path: string;
let geo: GeoDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-geo-'));
  path = join(folder, 'geo.mmdb');
  await writeFile(
    path,
    writeMmdb({
      '203.0.113.0/24': ghent,
      '198.51.100.0/25': { country: 'NL', region: 'Zeeland', city: 'Goes', postal_code: '4461' },
      '198.51.100.128/25': { country_code: 'fr', state1: 'Bretagne' },
      '192.0.2.0/24': { continent: { code: 'EU' } },
    }),
  );
  geo = await openGeoDatabase(path, log);
});
afterAll(async () => {
  geo.close();
  await rm(folder, { recursive: true });
});

describe('geo database', () => {
  test.each([
    [
      'in the MaxMind format, with names in each language',
      '203.0.113.77',
      {
        country: 'BE',
        region: ['VOV', 'BE-VOV', 'East Flanders', 'Oost-Vlaanderen'],
        city: ['Ghent', 'Gent', 'Gand'],
        postalCode: '9000',
      },
    ],
    [
      'in the flat IPinfo format',
      '198.51.100.1',
      { country: 'NL', region: ['Zeeland'], city: ['Goes'], postalCode: '4461' },
    ],
    ['in the flat ip-location-db format', '198.51.100.200', { country: 'FR', region: ['Bretagne'] }],
    ['a network without a country', '192.0.2.1', {}],
    ['an address without a record', '8.8.8.8', {}],
    ['an IPv6 address without a record', '2001:db8::1', {}],
    ['an invalid address', 'unknown', {}],
  ])('%s', (_, address, location) => {
    expect(geo.locationOf(address)).toEqual(location);
  });

  test('without a database, locations are unknown', async () => {
    const missing = await openGeoDatabase(join(folder, 'missing.mmdb'), log);
    const broken = join(folder, 'broken.mmdb');
    await writeFile(broken, 'not a database');
    const damaged = await openGeoDatabase(broken, log);
    for (const database of [missing, damaged]) {
      expect(database.locationOf('203.0.113.77')).toEqual({});
      database.close();
    }
  });

  test('a newer file is loaded, and a damaged one is not', async () => {
    const location = async (content: Buffer | string) => {
      await writeFile(join(folder, 'next.mmdb'), content);
      await rename(join(folder, 'next.mmdb'), path);
      await geo.look();
      return geo.locationOf('203.0.113.77').country;
    };
    expect(await location(writeMmdb({ '203.0.113.0/24': { country: 'LU' } }))).toBe('LU');
    expect(await location('cut off')).toBe('LU');
    expect(await location(writeMmdb({ '203.0.113.0/24': ghent }))).toBe('BE');
  });
});
