import { demoPositions, demoPublications } from '../demo-account.ts';
import { demoShop } from '../demo-shop.ts';

export type DemoDevice = 'phone' | 'desktop' | 'tablet';

/** A page of the demo account with its traffic. */
export type DemoPage = {
  readonly timeZone: string;
  /** Page views of an average weekday. */
  readonly viewsPerDay: number;
  /** Factor of the page views on Saturdays and Sundays. */
  readonly weekend: number;
  /** Slots that the page requests on a device. */
  readonly slotNames: (device: DemoDevice) => readonly string[];
  /** Searches and categories of the shop, of which each page view has one; omitted: none. */
  readonly subjects?: readonly DemoSubject[];
};

/** What a visitor of the shop looks at. */
export type DemoSubject = { readonly search: string } | { readonly category: string };

/** Page views per day and weekend factor by location code. Small, so that a first start stays fast. */
const traffic: Readonly<Record<string, readonly [viewsPerDay: number, weekend: number]>> = {
  _thecourier_home_: [120, 0.8],
  _thecourier_article_: [190, 0.75],
  _thecourier_culture_: [45, 1.3],
  _saltgrass_home_: [60, 1.4],
  _saltgrass_story_: [85, 1.5],
  _meridian_home_: [50, 0.9],
  _meridian_search_: [35, 0.7],
};

const largeFormats = ['leaderboard', 'billboard', 'skyscraper', 'halfpage'];

export const demoPages: readonly DemoPage[] = [
  ...Object.entries(traffic).map(([location, [viewsPerDay, weekend]]): DemoPage => {
    const positions = demoPositions.filter((position) => position.location === location);
    return {
      timeZone: zoneOf(location),
      viewsPerDay,
      weekend,
      slotNames: (device) =>
        positions
          .filter(({ format }) => (device === 'phone' ? !largeFormats.includes(format) : format !== 'mobile'))
          .map(({ code, format }) => `${location}${code}-${format}`),
    };
  }),
  shopPage(0, 70, [
    { search: 'coffee' },
    { search: 'coffee beans' },
    { search: 'dark roast coffee' },
    { search: 'espresso' },
    { search: 'granola' },
    { search: 'breakfast' },
    { search: 'tea' },
  ]),
  shopPage(1, 55, [{ category: 'Drinks > Coffee' }, { category: 'Food > Snacks' }, { category: 'Drinks > Tea' }]),
];

function shopPage(location: 0 | 1, viewsPerDay: number, subjects: readonly DemoSubject[]): DemoPage {
  const slotName = `${demoShop.locations[location].code}-${demoShop.format.code}`;
  return {
    timeZone: demoShop.publication.timeZone,
    viewsPerDay,
    weekend: 1.2,
    // A shelf with three products.
    slotNames: () => [slotName, slotName, slotName],
    subjects,
  };
}

/** The publications are in the order of the prefixes of their location codes. */
function zoneOf(location: string): string {
  const prefixes = ['_thecourier_', '_saltgrass_', '_meridian_'];
  const index = prefixes.findIndex((prefix) => location.startsWith(prefix));
  return demoPublications[index]?.timeZone ?? 'UTC';
}
