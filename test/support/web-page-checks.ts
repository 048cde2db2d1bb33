import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { artefactPath } from './browser.ts';

/** Until a page shows what it has: nothing is on its way, and no placeholder stands in for it. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/** Leaves a picture of the whole page for people to look at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: await artefactPath(`web-${name}.png`), fullPage: true });
}

/** What axe finds against its rules and WCAG 2.2 AA, as lines to read. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  // The frames of previews are strangers' pages.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/** By how many pixels a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
