import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { artefactPath } from './browser.ts';

/** Until a page shows what it has: nothing is on its way, and no placeholder stands in for it. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/** What axe finds against WCAG 2.2 AA, as lines to read; and a picture that is kept. */
export async function lookAt(page: Page, name: string): Promise<readonly string[]> {
  await page.screenshot({ path: await artefactPath(`web-${name}.png`), fullPage: true });
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
