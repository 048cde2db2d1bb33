import { expect, test } from 'vitest';
import { launchChromium } from '../../support/browser/browser.ts';
import { settle, watchTraffic } from '../../support/browser/web-page-checks.ts';

test('a page settles even if the browser reports no idle time', { timeout: 30_000 }, async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    watchTraffic(page);
    await page.setContent('<main>All is here</main>');
    // Chromium behaves like this on a page without movement: callbacks without a timeout are never called.
    await page.evaluate(() => {
      window.requestIdleCallback = (call, { timeout } = {}) => {
        if (timeout === undefined) return 0;
        return window.setTimeout(() => call({ didTimeout: true, timeRemaining: () => 0 }), timeout);
      };
    });
    await settle(page);
    expect(await page.locator('main').textContent()).toBe('All is here');
  } finally {
    await browser.close();
  }
});
