/** What is declared of a targeting fact. */
type Declared = {
  /** In stored snapshots: never change or reuse one. */
  readonly number: number;
  /** Member of a request's context that has its values. */
  readonly member: string;
  /** In the API. */
  readonly description: string;
  /** A usual value. */
  readonly example: string;
  /** Values that the interface offers; others can be typed. Left out: none. */
  readonly offered?: readonly string[];
};

/**
 * Targeting facts: what a tree can require of a request besides its parameters, page address, coordinates and time. This is
 * the only list of them. The API, the interface, explanations and stored files derive theirs from it; the compiler names
 * what has to read a new one (`delivery/request/read-context.ts`). Source: product decisions 6.
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
    description: 'Kind of device',
    example: 'phone',
    offered: ['phone', 'tablet', 'desktop', 'tv'],
  },
  os: { number: 5, member: 'os', description: 'Operating system', example: 'android' },
  browser: { number: 6, member: 'browser', description: 'Browser', example: 'firefox' },
  language: { number: 7, member: 'language', description: 'Languages', example: 'nl' },
  segment: {
    number: 8,
    member: 'segments',
    description: 'Audience segments; they count with consent only',
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
    description: 'Product of the page, by its id in the shop',
    example: 'sku-4711',
  },
} as const satisfies Readonly<Record<string, Declared>>;

/** A targeting fact. */
export type ValueFact = keyof typeof declared;
/** Every targeting fact by its name. */
export const valueFacts: Readonly<Record<ValueFact, Declared>> = declared;
/** Names of all targeting facts. */
export const valueFactNames = Object.keys(declared) as unknown as readonly [ValueFact, ...ValueFact[]];

/** Member of a request's context that has the values of a fact. */
export type FactMember = (typeof declared)[ValueFact]['member'];

/** The member of each fact. */
export const memberOfFact = Object.fromEntries(
  Object.entries(declared).map(([fact, { member }]) => [fact, member]),
) as Readonly<Record<ValueFact, FactMember>>;
