import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artefactPath, collectFaults, launchChromium } from '../support/browser/browser.ts';
import { isThorough } from '../support/browser/web-page-checks.ts';
import { currentTotals, type ReportTotals } from '../support/fixtures/report-of.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';

const allLooks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
] as const;
/** The nightly run also checks the dark theme. */
const looks = allLooks.filter(({ name }) => isThorough || name !== 'dark');
const slotCount = 4;

describe('the example page of the demo account', () => {
  let placard: RunningPlacard;
  let browser: Browser;

  beforeAll(async () => {
    placard = await startPlacard({ PLACARD_DEMO_DAYS: '30' });
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await placard?.close();
  });

  test('contains the traffic of 30 days, and one booking that falls behind because of its targeting', async () => {
    let counted = 0;
    const isCounted = async () => {
      const before = counted;
      counted = (await currentTotals(placard.call, 'groupBy=day')).impressions;
      return counted > 10_000 && counted === before;
    };
    await waitUntil('the traffic of the past days to be counted', isCounted, { withinMs: 120_000, everyMs: 500 });
    const days = await get<{ rows: readonly { impressions: number }[] }>(placard, '/reports?groupBy=day');
    expect(days.rows.filter(({ impressions }) => impressions > 100).length).toBeGreaterThanOrEqual(29);
    const bookings = await get<readonly DemoBooking[]>(placard, '/bookings?limit=100&status=running');
    expect(bookings.length).toBeGreaterThan(5);
    const late = bookings.filter(({ health }) => health !== 'ok');
    expect(late.map(({ name, limitingReasons }) => ({ name, limitingReasons }))).toEqual([
      { name: 'Print fair, The Courier', limitingReasons: ['BEHIND_GOAL'] },
    ]);
    const { totals } = await get<DemoFunnel>(placard, `/bookings/${late[0]?.id}/funnel`);
    expect(totals.refused['TARGETING_NOT_MET']).toBeGreaterThan(0.8 * totals.matched);
  }, 180_000);

  test.each(looks)('fills, renders and counts every slot ($name)', async ({ name, ...look }) => {
    const before = await currentTotals(placard.call, 'groupBy=booking');
    const page = await browser.newPage(look);
    const faults = collectFaults(page);
    await page.goto(`${placard.deliveryUrl}/examples/publisher/`);
    await waitUntil('all slots to be rendered', async () =>
      (await states(page)).every((state) => state !== null && state !== 'loading'),
    );
    expect(await states(page)).not.toContain('empty');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await visitEachContext(page);
    expect(await picturesShown(page)).toBe(slotCount);
    expect(await sameAdTwice(page)).toBe(false);
    expect(await page.locator('[data-ad-report] summary').textContent()).toBe(
      `Ads: ${slotCount} of ${slotCount} slots filled`,
    );
    expect(faults).toEqual([]);
    await photograph(page, name);
    const after = await currentTotals(placard.call, 'groupBy=booking');
    expect(difference(before, after)).toEqual({ impressions: slotCount, viewables: slotCount, clicks: 0 });
    await page.close();
  });

  test('collapses a slot without an ad, and works while the ad server is unreachable', async () => {
    const page = await browser.newPage();
    await page.route('**/json', (route) => route.abort());
    await page.goto(`${placard.deliveryUrl}/examples/publisher/`);
    await waitUntil('the slots to collapse', async () => (await states(page)).every((state) => state === 'empty'));
    expect(await page.locator('.ad:visible').count()).toBe(0);
    expect(await page.locator('h1').isVisible()).toBe(true);
    await page.close();
  });
});

type DemoBooking = {
  readonly id: number;
  readonly name: string;
  readonly health: string;
  readonly limitingReasons: readonly string[];
};
type DemoFunnel = { readonly totals: { readonly matched: number; readonly refused: Readonly<Record<string, number>> } };

async function get<Body>({ call }: RunningPlacard, path: string): Promise<Body> {
  const { status, body } = await call('GET', `/api/v1${path}`);
  expect(status).toBe(200);
  return body as Body;
}

async function states(page: Page): Promise<readonly (string | null)[]> {
  return page
    .locator('[data-slot]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-state')));
}

/** Scrolls to one slot after another until each is viewed, like a reader. */
async function visitEachContext(page: Page): Promise<void> {
  for (const slot of await page.locator('[data-slot]').all()) {
    await slot.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await waitUntil('the slot to be viewed', async () => (await slot.getAttribute('data-state')) === 'viewed');
  }
}

/** Returns the number of images in frames that are decoded and have exactly the size of their frame. */
async function picturesShown(page: Page): Promise<number> {
  let shown = 0;
  for (const slot of await page.locator('[data-slot] iframe').all()) {
    const image = slot.contentFrame().locator('a img');
    const fits = await image.evaluate((element: HTMLImageElement) => {
      const { naturalWidth, naturalHeight, complete } = element;
      return complete && naturalWidth === window.innerWidth && naturalHeight === window.innerHeight;
    });
    if (fits) shown += 1;
  }
  return shown;
}

async function sameAdTwice(page: Page): Promise<boolean> {
  const frames = await page
    .locator('[data-slot] iframe')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('srcdoc')));
  const pictures = frames.map((markup) => /src="([^"]+)"/.exec(markup ?? '')?.[1]);
  return new Set(pictures).size < pictures.length;
}

/** Resizes the window to the height of the page, because frames outside the viewport are not painted. */
async function photograph(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: viewport?.width ?? 1280, height });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.screenshot({ path: await artefactPath(`example-page-${name}.png`) });
}

function difference(before: ReportTotals, after: ReportTotals): Omit<ReportTotals, 'events' | 'filtered'> {
  return {
    impressions: after.impressions - before.impressions,
    viewables: after.viewables - before.viewables,
    clicks: after.clicks - before.clicks,
  };
}
