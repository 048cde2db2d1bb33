import type { DemoFormatCode } from './demo-account.ts';

/** Inventory of a booking: external IDs of publishers and publications, location codes, or slot names. */
export type DemoInventoryIds = {
  readonly publishers?: readonly string[];
  readonly publications?: readonly string[];
  readonly locations?: readonly string[];
  readonly slots?: readonly string[];
};

export type DemoBooking = {
  readonly externalId: string;
  readonly name: string;
  readonly inventory: DemoInventoryIds;
  /** Whole days from today. The end is exclusive. null: no end. */
  readonly startDay: number;
  readonly endDay: number | null;
  readonly activeDays?: readonly string[];
  readonly priority: number;
  /** Euros per thousand impressions. */
  readonly cpm: string;
  readonly formats: readonly DemoFormatCode[];
  /** Impressions to deliver evenly; omitted: the booking shares what is left. */
  readonly goal?: number;
  /** Devices to which the booking is restricted; omitted: all. */
  readonly devices?: readonly string[];
  /** Actions in this order after the booking is created. */
  readonly actions: readonly ('submit' | 'pause' | 'cancel')[];
};

export type DemoCampaign = {
  readonly externalId: string;
  readonly name: string;
  readonly brand: string;
  readonly poNumber?: string;
  readonly type: 'campaign' | 'option' | 'offer';
  /** For offers only: whole days from today. */
  readonly validUntilDay?: number;
  /** Expected status in the account, by the rules of product decisions 4. */
  readonly status: 'draft' | 'planned' | 'running' | 'paused' | 'finished' | 'cancelled' | 'not_ready';
  readonly bookings: readonly DemoBooking[];
};

const everyFormat: readonly DemoFormatCode[] = [
  'leaderboard',
  'billboard',
  'rectangle',
  'skyscraper',
  'halfpage',
  'mobile',
];

export const demoCampaigns: readonly DemoCampaign[] = [
  {
    externalId: 'campaign-velmora-test-rides',
    name: 'Velmora test rides',
    brand: 'brand-velmora',
    poNumber: 'VM-2210',
    type: 'campaign',
    status: 'running',
    bookings: [
      {
        externalId: 'booking-velmora-news',
        name: 'Test rides, The Courier',
        inventory: { publications: ['publication-thecourier'] },
        startDay: -9,
        endDay: 12,
        priority: 4,
        cpm: '9.50',
        formats: everyFormat,
        actions: ['submit'],
      },
    ],
  },
  {
    externalId: 'campaign-brasshill-mornings',
    name: 'Brasshill slow mornings',
    brand: 'brand-brasshill-coffee',
    poNumber: 'BH-0417',
    type: 'campaign',
    status: 'running',
    bookings: [
      {
        externalId: 'booking-brasshill-home',
        name: 'Slow mornings, home pages',
        inventory: { locations: ['_thecourier_home_', '_saltgrass_home_', '_meridian_home_'] },
        startDay: -20,
        endDay: 30,
        priority: 5,
        cpm: '6.25',
        formats: everyFormat,
        actions: ['submit'],
      },
      {
        externalId: 'booking-brasshill-weekend',
        name: 'Slow weekends, Saltgrass',
        inventory: { slots: ['_saltgrass_story_-rectangle', '_saltgrass_home_-halfpage'] },
        startDay: -6,
        endDay: 45,
        activeDays: ['sat', 'sun'],
        priority: 3,
        cpm: '7.80',
        formats: ['rectangle', 'halfpage'],
        actions: ['submit'],
      },
    ],
  },
  {
    externalId: 'campaign-skerry-night-ferries',
    name: 'Skerry Lines night ferries',
    brand: 'brand-skerry-lines',
    poNumber: 'SK-7731',
    type: 'campaign',
    status: 'running',
    bookings: [
      {
        externalId: 'booking-skerry-everywhere',
        name: 'Night ferries, whole group',
        inventory: { publishers: ['publisher-lowland'] },
        startDay: -30,
        endDay: null,
        priority: 5,
        cpm: '4.00',
        formats: everyFormat,
        actions: ['submit'],
      },
    ],
  },
  {
    externalId: 'campaign-fernhollow-autumn',
    name: 'Fernhollow autumn collection',
    brand: 'brand-fernhollow',
    type: 'campaign',
    status: 'running',
    bookings: [
      {
        externalId: 'booking-fernhollow-autumn',
        name: 'Autumn collection, news and magazine',
        inventory: { publications: ['publication-thecourier', 'publication-saltgrass'] },
        startDay: -14,
        endDay: 5,
        priority: 5,
        cpm: '8.10',
        formats: everyFormat,
        goal: 5_000,
        actions: ['submit'],
      },
    ],
  },
  {
    externalId: 'campaign-skerry-cabins-stars',
    name: 'Skerry Cabins northern lights',
    brand: 'brand-skerry-cabins',
    poNumber: 'SK-7802',
    type: 'campaign',
    status: 'planned',
    bookings: [
      {
        externalId: 'booking-skerry-cabins-stars',
        name: 'Northern lights, home pages',
        inventory: { locations: ['_thecourier_home_', '_saltgrass_home_'] },
        startDay: 10,
        endDay: 40,
        priority: 4,
        cpm: '11.00',
        formats: ['billboard', 'halfpage', 'rectangle'],
        actions: ['submit'],
      },
    ],
  },
  {
    externalId: 'campaign-oat-and-ember-launch',
    name: 'Oat & Ember launch',
    brand: 'brand-oat-and-ember',
    type: 'campaign',
    status: 'paused',
    bookings: [
      {
        externalId: 'booking-oat-and-ember-launch',
        name: 'Launch, Radio Meridian',
        inventory: { publications: ['publication-radio-meridian'] },
        startDay: -4,
        endDay: 24,
        priority: 5,
        cpm: '5.40',
        formats: ['leaderboard', 'rectangle', 'mobile'],
        actions: ['submit', 'pause'],
      },
    ],
  },
  {
    externalId: 'campaign-nookling-playrooms',
    name: 'Nookling playrooms',
    brand: 'brand-nookling',
    poNumber: 'FH-1180',
    type: 'campaign',
    status: 'finished',
    bookings: [
      {
        externalId: 'booking-nookling-playrooms',
        name: 'Playrooms, Saltgrass stories',
        inventory: { slots: ['_saltgrass_story_-rectangle', '_saltgrass_home_-billboard'] },
        startDay: -45,
        endDay: -9,
        priority: 5,
        cpm: '6.00',
        formats: ['rectangle', 'billboard'],
        goal: 1_400,
        actions: ['submit'],
      },
    ],
  },
  {
    // Falls behind its goal: few visitors use a tablet.
    externalId: 'campaign-tideglass-print-fair',
    name: 'Tideglass print fair',
    brand: 'brand-tideglass',
    poNumber: 'TG-0093',
    type: 'campaign',
    status: 'running',
    bookings: [
      {
        externalId: 'booking-tideglass-print-fair',
        name: 'Print fair, The Courier',
        inventory: { locations: ['_thecourier_article_', '_thecourier_culture_'] },
        startDay: -12,
        endDay: 10,
        priority: 4,
        cpm: '8.40',
        formats: ['leaderboard', 'rectangle', 'skyscraper'],
        goal: 4_000,
        devices: ['tablet'],
        actions: ['submit'],
      },
    ],
  },
  {
    externalId: 'campaign-nookling-advent',
    name: 'Nookling advent calendar',
    brand: 'brand-nookling',
    poNumber: 'FH-1204',
    type: 'campaign',
    status: 'running',
    bookings: [
      {
        externalId: 'booking-nookling-advent',
        name: 'Advent calendar, home pages',
        inventory: { locations: ['_thecourier_home_', '_saltgrass_home_', '_meridian_home_'] },
        startDay: -11,
        endDay: 22,
        priority: 5,
        cpm: '5.90',
        formats: ['billboard', 'leaderboard', 'halfpage', 'rectangle', 'mobile'],
        actions: ['submit'],
      },
    ],
  },
  {
    externalId: 'campaign-tideglass-studio',
    name: 'Tideglass open studio',
    brand: 'brand-tideglass',
    type: 'campaign',
    status: 'cancelled',
    bookings: [
      {
        externalId: 'booking-tideglass-studio',
        name: 'Open studio, culture pages',
        inventory: { locations: ['_thecourier_culture_'] },
        startDay: 3,
        endDay: 17,
        priority: 6,
        cpm: '3.75',
        formats: ['leaderboard'],
        actions: ['submit', 'cancel'],
      },
    ],
  },
  {
    externalId: 'campaign-brasshill-spring-blend',
    name: 'Brasshill spring blend',
    brand: 'brand-brasshill-coffee',
    type: 'campaign',
    status: 'not_ready',
    bookings: [
      {
        // Approved, but without a creative.
        externalId: 'booking-brasshill-spring-blend',
        name: 'Spring blend, articles',
        inventory: { locations: ['_thecourier_article_'] },
        startDay: -1,
        endDay: 28,
        priority: 2,
        cpm: '7.00',
        formats: [],
        actions: ['submit'],
      },
    ],
  },
  {
    externalId: 'campaign-skerry-winter-offer',
    name: 'Skerry winter crossings',
    brand: 'brand-skerry-lines',
    type: 'offer',
    validUntilDay: 14,
    status: 'draft',
    bookings: [
      {
        externalId: 'booking-skerry-winter-offer',
        name: 'Winter crossings, whole group',
        inventory: { publishers: ['publisher-lowland'] },
        startDay: 21,
        endDay: 80,
        priority: 5,
        cpm: '4.60',
        formats: ['billboard', 'halfpage'],
        actions: [],
      },
    ],
  },
];
