import { stat } from 'node:fs/promises';
import { open, type Reader, type Response } from 'maxmind';
import type { Logger } from 'pino';
import { ownText } from '../../answer/text/own-text.ts';
import { createRecentMap } from '../../recent-map.ts';

/** Location of an address, with all names that targeting may use. Missing fields are unknown. */
export type GeoLocation = {
  /** ISO 3166-1 code, two letters. */
  readonly country?: string;
  /** ISO 3166-2 code with and without the country, and the name. */
  readonly region?: readonly string[];
  /** Name in each language of the database. */
  readonly city?: readonly string[];
  readonly postalCode?: string;
};

export type GeoDatabase = {
  readonly locationOf: (address: string) => GeoLocation;
  /** Loads a newer file now. */
  readonly look: () => Promise<void>;
  readonly close: () => void;
};

/** Interval in milliseconds of checking for a newer file. */
const lookMs = 60_000;
/** Most cached addresses. Viewers return, and a lookup takes about 10 us. */
const maxCachedLocations = 10_000;
const nowhere: GeoLocation = {};

/**
 * Opens the operator's MMDB file: GeoLite2 and GeoIP2 of MaxMind, DB-IP, IPinfo, and others with the same formats. A
 * newer file is loaded within a minute. If it cannot be read, the previous one remains in use, or ads are served
 * without locations if there was none. Source: issue 4, item 8; MaxMind DB file format 2.0.
 */
export async function openGeoDatabase(path: string, log: Logger): Promise<GeoDatabase> {
  let reader: Reader<Response> | null = null;
  let remembered = createRecentMap<string, GeoLocation>(maxCachedLocations);
  let readAt = '';

  async function look(): Promise<void> {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (version === readAt) return;
      reader = await open<Response>(path);
      readAt = version;
      remembered = createRecentMap(maxCachedLocations);
      log.info({ path }, 'Geo database loaded');
    } catch (error) {
      log.error({ err: error, path }, 'PLACARD_GEO_DATABASE cannot be read, the previous data remains in use');
    }
  }

  await look();
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return {
    locationOf: (address) => {
      if (reader === null) return nowhere;
      const known = remembered.get(address);
      if (known !== undefined) return known;
      const location = lookUp(reader, address);
      remembered.set(ownText(address), location);
      return location;
    },
    look,
    close: () => clearInterval(timer),
  };
}

function lookUp(reader: Reader<Response>, address: string): GeoLocation {
  try {
    return locationIn(reader.get(address));
  } catch {
    // A damaged record, or an IPv6 address in an IPv4 database: the location is unknown.
    return nowhere;
  }
}

/** Reads both formats: nested with names by language (MaxMind, DB-IP), and flat (IPinfo, ip-location-db). */
function locationIn(record: unknown): GeoLocation {
  const { country, country_code, subdivisions, region, state1, city, postal, postal_code, postcode } = fieldsOf(record);
  const code = [fieldsOf(country)['iso_code'], country_code, country].map(textOf).find((text) => text?.length === 2);
  const [subdivision] = Array.isArray(subdivisions) ? subdivisions : [];
  const regionCode = textOf(fieldsOf(subdivision)['iso_code']);
  const regions = [
    ...(regionCode === undefined ? [] : [regionCode, `${code}-${regionCode}`]),
    ...namesOf(subdivision),
    ...namesOf(region ?? state1),
  ];
  const cities = namesOf(city);
  const postalCode = textOf(fieldsOf(postal)['code']) ?? textOf(postal_code) ?? textOf(postcode);
  return {
    ...(code === undefined ? {} : { country: code.toUpperCase() }),
    ...(regions.length === 0 ? {} : { region: regions }),
    ...(cities.length === 0 ? {} : { city: cities }),
    ...(postalCode === undefined ? {} : { postalCode }),
  };
}

/** Returns a name, or the distinct names in `names`. */
function namesOf(value: unknown): readonly string[] {
  const name = textOf(value);
  if (name !== undefined) return [name];
  return [...new Set(Object.values(fieldsOf(fieldsOf(value)['names'])).flatMap((text) => textOf(text) ?? []))];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
