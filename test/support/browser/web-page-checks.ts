import axe, { type RunOptions } from 'axe-core';
import type { Page, Request } from 'playwright-core';
import { waitUntil } from '../process/wait-until.ts';
import { artefactPath } from './browser.ts';

/** Milliseconds without requests after which a page is considered loaded. Follow-up requests start immediately. */
const quietMs = 150;
const settleMs = 20_000;
/** Most milliseconds for which a page may render. */
const idleMs = 150;

/** Pending requests of a page since it was watched. */
type Traffic = { underWay: number; lastMs: number };

const watched = new WeakMap<Page, Traffic>();

/** Counts the requests of a page for `settle`. Call it before the first navigation. */
export function watchTraffic(page: Page): void {
  const traffic: Traffic = { underWay: 0, lastMs: Date.now() };
  const note = (change: number) => (request: Request) => {
    // A stream of server-sent events stays open.
    if (request.resourceType() === 'eventsource') return;
    traffic.underWay += change;
    traffic.lastMs = Date.now();
  };
  page.on('request', note(1)).on('requestfinished', note(-1)).on('requestfailed', note(-1));
  watched.set(page, traffic);
}

/** Waits until a watched page is complete: no pending requests and no placeholders. */
export async function settle(page: Page): Promise<void> {
  const traffic = watched.get(page);
  if (traffic === undefined) throw new Error('watchTraffic must be called before settle');
  await page.waitForLoadState();
  await page.locator('main').first().waitFor();
  let seenMs: number;
  do {
    await waitUntil(
      'a page to have all it asked for',
      () => traffic.underWay === 0 && Date.now() - traffic.lastMs >= quietMs,
      { withinMs: settleMs },
    );
    seenMs = traffic.lastMs;
    // The received data is being rendered, which may cause further requests.
    await page.evaluate(
      // On a static page, Chromium may have no idle period until an event wakes it up.
      (timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })),
      idleMs,
    );
  } while (traffic.lastMs !== seenMs);
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/** The nightly run also checks the dark theme on all pages and stores screenshots: `PLACARD_TEST_WEB=all`. */
export const isThorough = process.env['PLACARD_TEST_WEB'] === 'all';

export const desktop = { width: 1440, height: 900 };
/** Narrower than the 390 px of common phones. */
export const phone = { width: 360, height: 740 };

/** Stores a screenshot of the whole page in a thorough run. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!isThorough) return;
  await page.screenshot({ path: await artefactPath(`web-${name}.png`), fullPage: true });
}

/** Returns the violations that axe finds with all or some rules on a settled page, as lines. */
export async function violationsOn(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  await rest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules.length > 0 && { runOnly: [...rules] }),
  };
  const { violations } = await page.evaluate(
    // Frames of previews contain third-party pages.
    (asked) => (window as unknown as { axe: typeof axe }).axe.run({ exclude: ['iframe'] }, asked),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/**
 * Checks a page in the light theme and on a phone. A thorough run also checks both themes and densities in both sizes,
 * with a screenshot of each theme and size.
 * @returns one line per violation. The window has the light theme and its previous size again
 */
export async function problemsOf(page: Page, name: string): Promise<readonly string[]> {
  const size = page.viewportSize() ?? desktop;
  await page.mouse.move(0, 0);
  const problems = isThorough ? await problemsInEachLook(page, name) : [];
  await resize(page, size);
  await showBy(page, 'light');
  problems.push(...(await violationsOn(page)));
  await resize(page, phone);
  problems.push(...(await tooWide(page)));
  await resize(page, size);
  return problems.map((problem) => `${name}: ${problem}`);
}

async function problemsInEachLook(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [sizeName, box] of Object.entries({ desktop, phone })) {
    await resize(page, box);
    for (const scheme of ['dark', 'light'] as const) {
      await showBy(page, scheme);
      await keepPicture(page, `${name}-${sizeName}-${scheme}`);
      // The other rules find the same in both themes.
      const rules = scheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : [];
      problems.push(...prefixed(`${sizeName}, ${scheme}`, await violationsOn(page, rules)));
    }
    await setDensity(page, 'compact');
    problems.push(...prefixed(`${sizeName}, compact`, [...(await violationsOn(page)), ...(await tooWide(page))]));
    await setDensity(page, 'comfortable');
  }
  return problems;
}

function prefixed(look: string, problems: readonly string[]): readonly string[] {
  return problems.map((problem) => `${look}: ${problem}`);
}

/** Sets the density as the account menu does. */
async function setDensity(page: Page, density: 'comfortable' | 'compact'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset['density'] = name;
  }, density);
  await rest(page);
}

async function tooWide(page: Page): Promise<readonly string[]> {
  const overflow = await overflowOf(page);
  return overflow > 0 ? [`${overflow} px too wide`] : [];
}

/** Resizes the window and waits until all resulting transitions have ended. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await rest(page);
}

/** Switches to the light or dark theme and waits until it is applied. */
export async function showBy(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  await rest(page);
}

/** Waits until all finite animations have ended. */
function rest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A change is rendered in the first frame, and its transition starts in the second.
    await nextFrame();
    await nextFrame();
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    );
    await nextFrame();
  });
}

/**
 * Returns by how many pixels a page is wider than its window. A fraction of a pixel, which browsers round up, does not
 * count.
 */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth - 1));
}
