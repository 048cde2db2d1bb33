import { deviceCodes } from '../vocabulary/codes/device-codes.ts';

/** Declaration of a targeting fact. */
type Declared = {
  /** Number in stored snapshots. Never change or reuse a number. */
  readonly number: number;
  /** Property of the request context that contains its values. */
  readonly member: string;
  /** Description in the API. */
  readonly description: string;
  /** A typical value. */
  readonly example: string;
  /** Values that the interface offers. Users can enter others. Omitted: none. */
  readonly offered?: readonly string[];
};

/**
 * Targeting facts: properties of a request that a tree can target, besides parameters, page URL, coordinates and time.
 * This is the only list of them. The API, the interface, traces and stored files derive theirs from it. The compiler
 * reports the code that must read a new fact (`delivery/request/read-context.ts`). Source: product decisions 6.
 */
const declared = {
  country: { number: 0, member: 'country', description: 'Country', example: 'BE' },
  region: { number: 1, member: 'region', description: 'Region', example: 'BE-VOV' },
  city: { number: 2, member: 'city', description: 'City', example: 'Gent' },
  postalCode: {
    number: 3,
    member: 'postalCode',
    description: 'Postal code',
    example: '9000',
  },
  device: {
    number: 4,
    member: 'device',
    description: 'Device type',
    example: 'phone',
    offered: deviceCodes,
  },
  os: {
    number: 5,
    member: 'os',
    description: 'Operating system',
    example: 'android',
    offered: ['Android', 'iOS', 'Windows', 'macOS', 'Linux', 'Chrome OS', 'Tizen', 'WebOS', 'Roku', 'tvOS'],
  },
  browser: {
    number: 6,
    member: 'browser',
    description: 'Browser',
    example: 'firefox',
    offered: [
      'Chrome',
      'Safari',
      'Firefox',
      'Edge',
      'Samsung Internet',
      'Opera',
      'Brave',
      'DuckDuckGo',
      'Vivaldi',
      'Silk',
      'UC Browser',
      'IE',
    ],
  },
  language: { number: 7, member: 'language', description: 'Languages', example: 'nl' },
  segment: {
    number: 8,
    member: 'segments',
    description: 'Audience segments. They require consent',
    example: 'sports-fans',
  },
  consent: {
    number: 9,
    member: 'consent',
    description: 'Consent',
    example: 'granted',
    offered: ['granted', 'denied', 'unknown'],
  },
  category: {
    number: 10,
    member: 'categories',
    description: 'Product categories',
    example: 'shoes',
  },
  keyword: { number: 11, member: 'keywords', description: 'Keywords', example: 'running' },
  product: {
    number: 12,
    member: 'products',
    description: 'Product of the page, by its ID in the shop',
    example: 'sku-4711',
  },
} as const satisfies Readonly<Record<string, Declared>>;

/** Name of a targeting fact. */
export type ValueFact = keyof typeof declared;
/** Targeting facts by name. */
export const valueFacts: Readonly<Record<ValueFact, Declared>> = declared;
/** Names of all targeting facts. */
export const valueFactNames = Object.keys(declared) as unknown as readonly [ValueFact, ...ValueFact[]];

/** Property of the request context that contains the values of a fact. */
export type FactMember = (typeof declared)[ValueFact]['member'];

/** Property of the request context by fact. */
export const memberOfFact = Object.fromEntries(
  Object.entries(declared).map(([fact, { member }]) => [fact, member]),
) as Readonly<Record<ValueFact, FactMember>>;
