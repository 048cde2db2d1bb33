import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installLighthouse, type LighthouseReport, runLighthouse } from '../support/browser/lighthouse.ts';
import { startWebWorld, type WebWorld } from '../support/browser/web-world.ts';

const least = { accessibility: 1, performance: 0.95 };
const runsPerPage = 3;

/** Pages with their path. */
const pages: readonly { readonly name: string; readonly path: (world: WebWorld) => string }[] = [
  { name: 'home', path: () => '/' },
  { name: 'campaigns', path: () => '/campaigns' },
  { name: 'campaign', path: ({ booked }) => `/campaigns/${booked.campaignId}` },
  { name: 'bookings', path: () => '/bookings' },
  { name: 'timeline', path: () => '/bookings?view=timeline' },
  { name: 'booking', path: ({ booked }) => `/bookings/${booked.bookingId}` },
  { name: 'booking-edit', path: ({ booked }) => `/bookings/${booked.bookingId}/edit` },
  { name: 'creatives', path: () => '/creatives' },
  { name: 'inventory', path: () => '/inventory' },
  { name: 'reports', path: () => '/reports' },
  { name: 'settings', path: () => '/administration/settings' },
];

describe('Lighthouse on a desktop', () => {
  let world: WebWorld;
  let cookie: string;

  beforeAll(async () => {
    await installLighthouse();
    world = await startWebWorld();
    const { context } = await world.open('admin');
    cookie = (await context.cookies()).map((one) => `${one.name}=${one.value}`).join('; ');
  });
  afterAll(async () => {
    await world?.close();
  });

  /** Measures a page several times. Returns the accessibility of the first run and the median of the performance. */
  async function scoresOf(path: string, name: string, isSignedIn: boolean) {
    const reports: LighthouseReport[] = [];
    const options = isSignedIn ? { cookie } : {};
    for (let run = 0; run < runsPerPage; run += 1) reports.push(await runLighthouse(world.url + path, name, options));
    const performances = reports.map(({ categories }) => categories.performance.score).sort((a, b) => a - b);
    const [first] = reports;
    const failed = Object.values(first?.audits ?? {}).filter(({ score }) => score === 0);
    const accessibility = first?.categories.accessibility.score ?? 0;
    console.log(
      `${name}: accessibility ${accessibility}, performance ${performances.join(', ')}; ` +
        `failed audits: ${failed.map(({ id }) => id).join(', ')}`,
    );
    return { accessibility, performance: performances[Math.floor(runsPerPage / 2)] ?? 0 };
  }

  test.each(pages)('$name has accessibility 100 and performance of at least 95', async ({ name, path }) => {
    const scores = await scoresOf(path(world), name, true);
    expect(scores.accessibility).toBe(least.accessibility);
    expect(scores.performance).toBeGreaterThanOrEqual(least.performance);
  });

  test('the sign-in page has accessibility 100 and performance of at least 95', async () => {
    const scores = await scoresOf('/', 'sign-in', false);
    expect(scores.accessibility).toBe(least.accessibility);
    expect(scores.performance).toBeGreaterThanOrEqual(least.performance);
  });
});
