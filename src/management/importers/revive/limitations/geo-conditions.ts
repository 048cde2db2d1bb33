import { countryCodes, isCountryCode } from '../../../../core/vocabulary/country-codes.ts';
import {
  allOf,
  anyOf,
  commaListOf,
  type DeliveryLimitation,
  type LimitationTree,
  leaf,
  notOf,
  type Translation,
} from './condition.ts';
import { countriesOfContinent } from './continents.ts';

const remedy =
  'Remove the limitation in Revive, or let your pages send a parameter with this information and target it.';

/** Codes that older geo databases use instead of a country. Requests never have them. */
const notCountries = new Set(['A1', 'A2', 'O1', 'AP', 'EU', 'AN', 'FX']);

/** Countries whose regions have the same codes in FIPS 10-4 data of Revive and in ISO 3166-2. */
const countriesWithIsoRegions = new Set(['US', 'CA']);

const notTargeted: Readonly<Record<string, string>> = {
  'Geo:Dma': 'DMA regions',
  'Geo:UsMetro': 'metro codes',
  'Geo:Areacode': 'area codes',
  'Geo:Isp': 'internet providers',
  'Geo:Organisation': 'organizations',
  'Geo:Organization': 'organizations',
  'Geo:Netspeed': 'connection speeds',
  'Geo:ConnectionType': 'connection types',
  'Geo:UserType': 'user types',
  'Geo:Latlong': 'rectangles of coordinates, only circles',
};

/** Translates the limitations of the group Geo. */
export function geoCondition({ type, comparison, data }: DeliveryLimitation): Translation {
  const isNegative = comparison.startsWith('!');
  switch (type) {
    case 'Geo:Country':
      return country(commaListOf(data), isNegative);
    case 'Geo:Continent':
      return continent(commaListOf(data), isNegative);
    case 'Geo:Subdivision1':
      return region(data, isNegative);
    case 'Geo:Region':
      return legacyRegion(data, isNegative);
    case 'Geo:City':
      return city(data, isNegative);
    case 'Geo:Postalcode':
      return postalCode(comparison, data);
    case 'Geo:Unknown':
    case 'Geo:UnknownLocation':
      return {
        tree: notOf(leaf('country', countryCodes)),
        note: 'Translated to: the country of the viewer is none of all countries.',
      };
    case 'Geo:Subdivision2':
      return { unsupported: 'Placard targets the first level of subdivisions only.', remedy };
    default:
      return { unsupported: `Placard does not target ${notTargeted[type] ?? `the limitation ${type}`}.`, remedy };
  }
}

/** Revive shows no ad with a condition on the country to viewers whose country is unknown, also if it is negative. */
function country(given: readonly string[], isNegative: boolean): Translation {
  const codes = given.map((code) => code.toUpperCase());
  if (codes.length === 0) return { tree: true };
  const unknown = codes.filter((code) => !isCountryCode(code) && !notCountries.has(code));
  if (unknown.length > 0) return { unsupported: `"${unknown.join('", "')}" is not a country code.`, remedy };
  const pseudo = codes.filter((code) => !isCountryCode(code));
  const note =
    pseudo.length === 0 ? {} : { note: `The codes ${pseudo.join(', ')} stand for no country and were omitted.` };
  const countries = codes.filter(isCountryCode);
  return { tree: leaf('country', isNegative ? othersThan(countries) : countries), ...note };
}

function othersThan(countries: readonly string[]): readonly string[] {
  return countryCodes.filter((code) => !countries.includes(code));
}

function continent(codes: readonly string[], isNegative: boolean): Translation {
  if (codes.length === 0) return { tree: true };
  const unknown = codes.filter((code) => countriesOfContinent(code) === null);
  if (unknown.length > 0) return { unsupported: `"${unknown.join('", "')}" is not the code of a continent.`, remedy };
  const countries = codes.flatMap((code) => countriesOfContinent(code) ?? []);
  return {
    tree: leaf('country', isNegative ? othersThan(countries) : countries),
    note: 'Placard has no continents. The countries are listed.',
  };
}

/** Data of the form `GB|ENG,SCT`. A negative condition matches other known subdivisions of the same country. */
function region(data: string, isNegative: boolean): Translation {
  const { country: code, rest } = splitCountry(data);
  const values = commaListOf(rest).map((part) => `${code}-${part.toUpperCase()}`);
  if (!isCountryCode(code)) return { unsupported: `"${code}" is not a country code.`, remedy };
  if (values.length === 0) return { tree: true };
  return inCountry(code, { tree: leaf('region', values), isNegative, what: 'region' });
}

function legacyRegion(data: string, isNegative: boolean): Translation {
  const { country: code } = splitCountry(data);
  if (countriesWithIsoRegions.has(code)) return region(data, isNegative);
  return {
    unsupported: `The regions of ${code === '' ? 'the limitation' : code} are FIPS codes of a discontinued geo database.`,
    remedy: 'Use the limitation Subdivision 1 in Revive, and import again.',
  };
}

/** Data of the form `GB|London,Leeds`. The country may be empty. */
function city(data: string, isNegative: boolean): Translation {
  const { country: code, rest } = splitCountry(data);
  const values = commaListOf(rest);
  if (values.length === 0) return { tree: true };
  if (code !== '' && !isCountryCode(code)) return { unsupported: `"${code}" is not a country code.`, remedy };
  return inCountry(code, { tree: leaf('city', values), isNegative, what: 'city' });
}

function inCountry(
  code: string,
  { tree, isNegative, what }: { readonly tree: LimitationTree; readonly isNegative: boolean; readonly what: string },
): Translation {
  const ofCountry = code === '' ? true : leaf('country', [code]);
  if (!isNegative) return { tree: allOf([ofCountry, tree]) };
  return {
    tree: allOf([ofCountry, notOf(tree)]),
    note: `Viewers whose ${what} is unknown also match. Revive excludes them.`,
  };
}

function postalCode(comparison: string, data: string): Translation {
  const values = commaListOf(data);
  if (values.length === 0) return { tree: true };
  if (comparison === '==') return { tree: leaf('postalCode', values) };
  if (comparison === '!=') return { tree: notOf(anyOf([leaf('postalCode', values)])) };
  return {
    unsupported: 'Placard compares whole postal codes.',
    remedy: 'List the postal codes with the operator "is equal to" in Revive, and import again.',
  };
}

function splitCountry(data: string): { readonly country: string; readonly rest: string } {
  const at = data.indexOf('|');
  if (at === -1) return { country: '', rest: data };
  return { country: data.slice(0, at).trim().toUpperCase(), rest: data.slice(at + 1) };
}
