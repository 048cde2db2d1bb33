import { standardFormats } from '../../core/vocabulary/standard-formats.ts';

/**
 * The demo account as data: a fictitious publisher group, its inventory and its campaigns. Days count from the group's
 * local midnight of today, so that the account looks active whenever it is created.
 */
export const demoTimeZone = 'Europe/Brussels';

export const demoPublishers = [
  { externalId: 'publisher-lowland', companyName: 'Lowland Media', parent: null },
  { externalId: 'publisher-lowland-news', companyName: 'Lowland News', parent: 'publisher-lowland' },
  { externalId: 'publisher-lowland-leisure', companyName: 'Lowland Leisure', parent: 'publisher-lowland' },
] as const;

export const demoPublications = [
  {
    externalId: 'publication-thecourier',
    companyName: 'The Courier',
    publisher: 'publisher-lowland-news',
    timeZone: 'Europe/Brussels',
    domains: ['thecourier.example'],
  },
  {
    externalId: 'publication-saltgrass',
    companyName: 'Saltgrass Magazine',
    publisher: 'publisher-lowland-leisure',
    timeZone: 'Europe/Lisbon',
    domains: ['saltgrass.example'],
  },
  {
    externalId: 'publication-radio-meridian',
    companyName: 'Radio Meridian',
    publisher: 'publisher-lowland-leisure',
    timeZone: 'Europe/Helsinki',
    domains: ['radiomeridian.example'],
  },
] as const;

export const demoLocations = [
  { code: '_thecourier_home_', name: 'The Courier, home page', publication: 'publication-thecourier' },
  { code: '_thecourier_article_', name: 'The Courier, articles', publication: 'publication-thecourier' },
  { code: '_thecourier_culture_', name: 'The Courier, culture section', publication: 'publication-thecourier' },
  { code: '_saltgrass_home_', name: 'Saltgrass, home page', publication: 'publication-saltgrass' },
  { code: '_saltgrass_story_', name: 'Saltgrass, stories', publication: 'publication-saltgrass' },
  { code: '_meridian_home_', name: 'Radio Meridian, home page', publication: 'publication-radio-meridian' },
  { code: '_meridian_search_', name: 'Radio Meridian, search', publication: 'publication-radio-meridian' },
] as const;

export const demoFormats = standardFormats;
export type DemoFormatCode = (typeof demoFormats)[number]['code'];

/** Slot names are location + code + `-` + format: `_thecourier_home_-billboard`, `_thecourier_home_bottom-leaderboard`. */
export const demoPositions: readonly {
  readonly location: string;
  readonly format: DemoFormatCode;
  readonly code: string;
}[] = [
  { location: '_thecourier_home_', format: 'billboard', code: '' },
  { location: '_thecourier_home_', format: 'rectangle', code: '' },
  { location: '_thecourier_home_', format: 'halfpage', code: '' },
  { location: '_thecourier_home_', format: 'mobile', code: '' },
  { location: '_thecourier_home_', format: 'leaderboard', code: 'bottom' },
  { location: '_thecourier_home_', format: 'mobile', code: 'bottom' },
  { location: '_thecourier_article_', format: 'leaderboard', code: '' },
  { location: '_thecourier_article_', format: 'rectangle', code: '' },
  { location: '_thecourier_article_', format: 'skyscraper', code: '' },
  { location: '_thecourier_culture_', format: 'leaderboard', code: '' },
  { location: '_saltgrass_home_', format: 'billboard', code: '' },
  { location: '_saltgrass_home_', format: 'halfpage', code: '' },
  { location: '_saltgrass_story_', format: 'rectangle', code: '' },
  { location: '_meridian_home_', format: 'leaderboard', code: '' },
  { location: '_meridian_home_', format: 'rectangle', code: '' },
  { location: '_meridian_search_', format: 'mobile', code: '' },
];
