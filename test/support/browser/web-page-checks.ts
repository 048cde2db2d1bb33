import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { waitUntil } from '../process/wait-until.ts';
import { artefactPath } from './browser.ts';

/** So long nothing is asked for when a page has all it needs; what follows an answer is asked for at once. */
const quietMs = 150;
const settleMs = 20_000;
/** So long a page may be drawing. */
const idleMs = 1000;

/** What a page is waiting for, since it was watched. */
type Traffic = { underWay: number; lastMs: number };

const watched = new WeakMap<Page, Traffic>();

/** Counts what a page asks for, so that `settle` knows when it has it; before its first address. */
export function watchTraffic(page: Page): void {
  const traffic: Traffic = { underWay: 0, lastMs: Date.now() };
  const note = (change: number) => () => {
    traffic.underWay += change;
    traffic.lastMs = Date.now();
  };
  page.on('request', note(1)).on('requestfinished', note(-1)).on('requestfailed', note(-1));
  watched.set(page, traffic);
}

/** Until a watched page shows what it has: nothing is on its way, and no placeholder stands in for it. */
export async function settle(page: Page): Promise<void> {
  const traffic = watched.get(page);
  if (traffic === undefined) throw new Error('Watch the traffic of a page before it is to settle');
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
    // What has arrived is drawn, and may ask for more.
    await page.evaluate(
      // Of a page on which nothing moves Chromium may begin no idle time at all until something wakes it up.
      (timeout) => new Promise((resolve) => requestIdleCallback(resolve, { timeout })),
      idleMs,
    );
  } while (traffic.lastMs !== seenMs);
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/** The nightly run also checks the dark theme everywhere and keeps screenshots: `PLACARD_TEST_WEB=all`. */
export const isThorough = process.env['PLACARD_TEST_WEB'] === 'all';

export const desktop = { width: 1360, height: 860 };
export const phone = { width: 360, height: 740 };

/** Keeps a screenshot of the whole page in a thorough run. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!isThorough) return;
  await page.screenshot({ path: await artefactPath(`web-${name}.png`), fullPage: true });
}

/** What axe finds against all its rules, or some, on a page that has come to rest, as lines to read. */
export async function violationsOn(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  await rest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules.length > 0 && { runOnly: [...rules] }),
  };
  const { violations } = await page.evaluate(
    // The frames of previews are strangers' pages.
    (asked) => (window as unknown as { axe: typeof axe }).axe.run({ exclude: ['iframe'] }, asked),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/**
 * Checks a page in the light theme and on a phone; in a thorough run also in the dark theme, with a screenshot of each.
 * @returns one line per violation; the window is in the light theme and of its earlier size again
 */
export async function problemsOf(page: Page, name: string): Promise<readonly string[]> {
  const size = page.viewportSize() ?? desktop;
  await page.mouse.move(0, 0);
  const problems: string[] = [];
  if (isThorough) {
    await showBy(page, 'dark');
    await keepPicture(page, `${name}-dark`);
    // The other rules find the same in both themes.
    problems.push(...(await violationsOn(page, ['color-contrast', 'link-in-text-block'])));
  }
  await showBy(page, 'light');
  await keepPicture(page, `${name}-light`);
  problems.push(...(await violationsOn(page)));
  await resize(page, phone);
  await keepPicture(page, `${name}-phone`);
  const overflow = await overflowOf(page);
  if (overflow > 0) problems.push(`${overflow} px too wide on a phone`);
  await resize(page, size);
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Makes the window of another size, and waits until what moves because of it has come to rest. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await rest(page);
}

/** Shows a page by day or by night, and waits until it does. */
export async function showBy(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  await rest(page);
}

/** Until nothing moves that ends. */
function rest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // What answers a change is drawn in the first frame, and begins to move in the second.
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

/** By how many pixels a page is wider than its window; a part of one, which browsers round up, is none. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth - 1));
}
