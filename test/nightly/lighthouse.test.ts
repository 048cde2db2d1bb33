import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumFlags, findChromium } from '../support/browser/browser.ts';
import { startWebWorld, type WebWorld } from '../support/browser/web-world.ts';
import { runTool } from '../support/process/debian-tools.ts';

/** Not a dependency of the project: the tool and its packages have 176 MB. */
const lighthouse = { name: 'lighthouse', version: '13.5.0' };
const folder = fileURLToPath(new URL('../../.cache/lighthouse', import.meta.url));
const least = { accessibility: 1, performance: 0.95 };
const runsPerPage = 3;

type Report = {
  readonly categories: Readonly<Record<keyof typeof least, { readonly score: number }>>;
  readonly audits: Readonly<
    Record<string, { readonly id: string; readonly title: string; readonly score: number | null }>
  >;
};

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
    await mkdir(folder, { recursive: true });
    const { name, version } = lighthouse;
    if (!existsSync(join(folder, `node_modules/${name}`))) {
      runTool('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`], { cwd: folder });
    }
    world = await startWebWorld();
    const { context } = await world.open('admin');
    cookie = (await context.cookies()).map((one) => `${one.name}=${one.value}`).join('; ');
  });
  afterAll(async () => {
    await world?.close();
  });

  async function measure(url: string, name: string, isSignedIn: boolean): Promise<Report> {
    const file = join(folder, `${name}.json`);
    const program = join(folder, 'node_modules/lighthouse/cli/index.js');
    const headers = isSignedIn ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
    const flags = ['--preset=desktop', '--only-categories=accessibility,performance', '--quiet', ...headers];
    const chrome = `--chrome-flags=${['--headless', ...chromiumFlags].join(' ')}`;
    const run = () =>
      runTool(process.execPath, [program, url, '--output=json', `--output-path=${file}`, chrome, ...flags], {
        cwd: folder,
        env: { ...process.env, CHROME_PATH: findChromium() },
      });
    try {
      run();
    } catch (error) {
      // The tool sometimes ends without a report. A second failure fails the test.
      console.log(`${name}: repeated, because Lighthouse failed: ${String(error).slice(0, 300)}`);
      run();
    }
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  }

  /** Measures a page several times. Returns the accessibility of the first run and the median of the performance. */
  async function scoresOf(path: string, name: string, isSignedIn: boolean) {
    const reports: Report[] = [];
    for (let run = 0; run < runsPerPage; run += 1) reports.push(await measure(world.url + path, name, isSignedIn));
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
