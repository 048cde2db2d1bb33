import { deviceCodes } from '../vocabulary/codes/device-codes.ts';
import { screenSizes } from '../vocabulary/codes/screen-sizes.ts';
import { storeZones } from '../vocabulary/codes/store-zones.ts';

/** Declaration of a targeting fact. */
type Declared = {
  /** Number in stored snapshots. Never change or reuse a number. */
  readonly number: number;
  /** Property of the request context that contains its values. Omitted: requests have no values of it. */
  readonly member?: string;
  /** Description in the API. */
  readonly description: string;
  /** A typical value. */
  readonly example: string;
  /** Values that the interface offers. Users can enter others. Omitted: none. */
  readonly offered?: readonly string[];
};

/**
 * Targeting facts: properties of a request and of its position that a tree can target, besides parameters, page URL,
 * coordinates and time. This is the only list of them. The API, the interface, traces and stored files derive theirs
 * from it. The compiler reports the code that must read a new fact (`delivery/request/read-context.ts` and
 * `screen-facts.ts`). Source: product decisions 6.
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
  venueType: {
    number: 13,
    member: 'venueTypes',
    description: 'Venue types of the screen, by their OpenOOH codes',
    example: 'retail.grocery',
  },
  chain: { number: 14, description: 'Retail chain or network of the screen', example: 'FreshMart' },
  store: { number: 15, description: 'Store of the screen', example: 'FreshMart Gent-Zuid' },
  zone: { number: 16, description: 'Zone of the store', example: 'checkout', offered: storeZones },
  orientation: {
    number: 17,
    description: 'Orientation of the screen',
    example: 'portrait',
    offered: ['landscape', 'portrait'],
  },
  resolution: {
    number: 18,
    description: 'Width and height of the screen in pixels',
    example: '1920x1080',
    offered: ['1920x1080', '1080x1920', '3840x2160', '2160x3840', '1366x768', '1280x720'],
  },
  screenSize: { number: 19, description: 'Size of the screen', example: 'large', offered: screenSizes },
  audio: { number: 20, description: 'Whether the screen plays sound', example: 'yes', offered: ['yes', 'no'] },
} as const satisfies Readonly<Record<string, Declared>>;

/** Name of a targeting fact. */
export type ValueFact = keyof typeof declared;
/** Targeting facts by name. */
export const valueFacts: Readonly<Record<ValueFact, Declared>> = declared;
/** Names of all targeting facts. */
export const valueFactNames = Object.keys(declared) as unknown as readonly [ValueFact, ...ValueFact[]];

/** Property of the request context that contains the values of a fact. */
export type FactMember = Extract<(typeof declared)[ValueFact], { readonly member: string }>['member'];

/** Property of the request context by fact. Facts that only positions have are missing. */
export const memberOfFact = Object.fromEntries(
  Object.entries(valueFacts).flatMap(([fact, { member }]) => (member === undefined ? [] : [[fact, member]])),
) as Readonly<Partial<Record<ValueFact, FactMember>>>;

/** Facts of the position, from the screen of its location. */
export const screenFactNames = [
  'venueType',
  'chain',
  'store',
  'zone',
  'orientation',
  'resolution',
  'screenSize',
  'audio',
] as const satisfies readonly ValueFact[];
/** One of `screenFactNames`. */
export type ScreenFact = (typeof screenFactNames)[number];
/** Values of a position by fact. Unknown facts are missing. */
export type ScreenFacts = Readonly<Partial<Record<ScreenFact, readonly string[]>>>;
/** A position without known facts, such as every position of a page. */
export const noScreenFacts: ScreenFacts = {};
