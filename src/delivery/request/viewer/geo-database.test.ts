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
  path = join(folder, 'places.mmdb');
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

describe('the database of places', () => {
  test.each([
    [
      'as MaxMind has it, each name in each language',
      '203.0.113.77',
      {
        country: 'BE',
        region: ['VOV', 'BE-VOV', 'East Flanders', 'Oost-Vlaanderen'],
        city: ['Ghent', 'Gent', 'Gand'],
        postalCode: '9000',
      },
    ],
    [
      'flat, as IPinfo has it',
      '198.51.100.1',
      { country: 'NL', region: ['Zeeland'], city: ['Goes'], postalCode: '4461' },
    ],
    ['flat, as ip-location-db has it', '198.51.100.200', { country: 'FR', region: ['Bretagne'] }],
    ['of a network without a country', '192.0.2.1', {}],
    ['of an address that is not in it', '8.8.8.8', {}],
    ['of an address of IPv6 that is not in it', '2001:db8::1', {}],
    ['of what is no address', 'unknown', {}],
  ])('%s', (_, address, location) => {
    expect(geo.locationOf(address)).toEqual(location);
  });

  test('where there is none, places are not known', async () => {
    const missing = await openGeoDatabase(join(folder, 'missing.mmdb'), log);
    const broken = join(folder, 'broken.mmdb');
    await writeFile(broken, 'not a database');
    const damaged = await openGeoDatabase(broken, log);
    for (const database of [missing, damaged]) {
      expect(database.locationOf('203.0.113.77')).toEqual({});
      database.close();
    }
  });

  test('a newer file is taken, and a broken one is not', async () => {
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
