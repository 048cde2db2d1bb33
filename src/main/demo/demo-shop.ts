/** The shop of the demo account: a catalog with two brands, and the bookings on the shop's shelves. */
export const demoShop = {
  publisher: { externalId: 'publisher-corner-shop', companyName: 'The Corner Shop' },
  publication: {
    externalId: 'publication-corner-shop',
    companyName: 'The Corner Shop',
    timeZone: 'Europe/Brussels',
    domains: ['cornershop.example'],
  },
  format: { code: 'shelf', name: 'Product shelf', mediaType: 'stack' },
  locations: [
    { code: '_cornershop_search_', name: 'The Corner Shop, search', kind: 'shelf' },
    { code: '_cornershop_category_', name: 'The Corner Shop, categories', kind: 'shelf' },
  ],
  campaign: {
    externalId: 'campaign-brasshill-shelves',
    name: 'Brasshill on the shelves',
    partner: 'partner-brasshill',
    brands: ['brand-brasshill-coffee', 'brand-oat-and-ember'],
  },
} as const;

/** A product. `picture` is a file of examples/shop/pictures. */
export type DemoProduct = {
  readonly sku: string;
  readonly brand: (typeof demoShop.campaign.brands)[number];
  readonly name: string;
  readonly category: string;
  readonly price: string;
  readonly salePrice?: string;
  readonly picture: 'bag' | 'tin' | 'capsules' | 'bottle' | 'box' | 'bar';
  readonly isSoldOut?: true;
};

const coffee = 'brand-brasshill-coffee';
const oats = 'brand-oat-and-ember';

export const demoProducts: readonly DemoProduct[] = [
  {
    sku: 'bh-house',
    brand: coffee,
    name: 'Brasshill house blend, whole bean 500 g',
    category: 'Drinks > Coffee > Beans',
    price: '11.50',
    picture: 'bag',
  },
  {
    sku: 'bh-dark',
    brand: coffee,
    name: 'Brasshill dark roast, whole bean 500 g',
    category: 'Drinks > Coffee > Beans',
    price: '12.50',
    salePrice: '9.95',
    picture: 'bag',
  },
  {
    sku: 'bh-filter',
    brand: coffee,
    name: 'Brasshill filter coffee, ground 250 g',
    category: 'Drinks > Coffee > Filter coffee',
    price: '6.75',
    picture: 'tin',
  },
  {
    sku: 'bh-espresso',
    brand: coffee,
    name: 'Brasshill espresso, ground 250 g',
    category: 'Drinks > Coffee > Espresso',
    price: '7.25',
    picture: 'tin',
  },
  {
    sku: 'bh-capsules',
    brand: coffee,
    name: 'Brasshill espresso capsules, 20',
    category: 'Drinks > Coffee > Espresso',
    price: '8.40',
    picture: 'capsules',
  },
  {
    sku: 'bh-decaf',
    brand: coffee,
    name: 'Brasshill decaf, ground 250 g',
    category: 'Drinks > Coffee > Filter coffee',
    price: '7.10',
    picture: 'tin',
    isSoldOut: true,
  },
  {
    sku: 'bh-cold',
    brand: coffee,
    name: 'Brasshill cold brew, 1 l',
    category: 'Drinks > Coffee > Cold brew',
    price: '5.60',
    picture: 'bottle',
  },
  {
    sku: 'oe-honey',
    brand: oats,
    name: 'Oat & Ember granola, honey 400 g',
    category: 'Food > Snacks > Granola',
    price: '5.90',
    picture: 'box',
  },
  {
    sku: 'oe-cocoa',
    brand: oats,
    name: 'Oat & Ember granola, cocoa 400 g',
    category: 'Food > Snacks > Granola',
    price: '6.20',
    salePrice: '4.95',
    picture: 'box',
  },
  {
    sku: 'oe-bar',
    brand: oats,
    name: 'Oat & Ember bars, box of 12',
    category: 'Food > Snacks > Bars',
    price: '9.80',
    picture: 'bar',
  },
];

/** A sponsored product booking. It appears once in a list, with one of its products. */
export type DemoShelfBooking = {
  readonly externalId: string;
  readonly name: string;
  readonly products: readonly string[];
  readonly keywords: readonly { readonly text: string; readonly match: 'exact' | 'phrase' | 'broad' }[];
  readonly negativeKeywords: readonly { readonly text: string; readonly match: 'phrase' }[];
  readonly categories: readonly string[];
};

export const demoShelfBookings: readonly DemoShelfBooking[] = [
  {
    externalId: 'booking-shelf-beans',
    name: 'Beans, on coffee searches',
    products: ['bh-house', 'bh-dark'],
    keywords: [
      { text: 'coffee', match: 'broad' },
      { text: 'coffee beans', match: 'broad' },
      { text: 'dark roast', match: 'phrase' },
    ],
    negativeKeywords: [{ text: 'machine', match: 'phrase' }],
    categories: ['Drinks > Coffee'],
  },
  {
    externalId: 'booking-shelf-ground',
    name: 'Ground and capsules, on coffee searches',
    products: ['bh-filter', 'bh-espresso', 'bh-capsules', 'bh-decaf', 'bh-cold'],
    keywords: [
      { text: 'coffee', match: 'phrase' },
      { text: 'espresso', match: 'phrase' },
      { text: 'decaf', match: 'exact' },
      { text: 'cold brew', match: 'phrase' },
    ],
    negativeKeywords: [
      { text: 'machine', match: 'phrase' },
      { text: 'instant', match: 'phrase' },
    ],
    categories: ['Drinks > Coffee'],
  },
  {
    externalId: 'booking-shelf-granola',
    name: 'Granola, on breakfast searches and snacks',
    products: ['oe-honey', 'oe-cocoa', 'oe-bar'],
    keywords: [
      { text: 'granola', match: 'phrase' },
      { text: 'breakfast', match: 'broad' },
      { text: 'oat bar', match: 'broad' },
    ],
    negativeKeywords: [],
    categories: ['Food > Snacks'],
  },
];
