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

/** What axe finds against all its rules, or some, as lines to read. */
export async function violationsOn(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  // The frames of previews are strangers' pages.
  const axe = new AxeBuilder({ page }).exclude('iframe');
  const { violations } = await (rules.length === 0 ? axe : axe.withRules([...rules])).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/** By how many pixels a page is wider than its window; a part of one, which browsers round up, is none. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth - 1));
}
