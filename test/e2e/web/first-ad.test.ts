import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artefactPath, collectFaults, launchChromium } from '../../support/browser/browser.ts';
import { type CountingHand, countingHand, focused } from '../../support/browser/counting-hand.ts';
import {
  isThorough,
  resize,
  settle,
  showBy,
  violationsOn,
  watchTraffic,
} from '../../support/browser/web-page-checks.ts';
import { type RunningPlacard, startPlacard } from '../../support/process/running-placard.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const most = { clicks: 15, keystrokes: 60 };
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const site = 'news.example';

/** An empty installation with the administrator that its first start has created. */
type Installation = { readonly placard: RunningPlacard; readonly email: string; readonly password: string };

/** Starts it as `PLACARD_DEMO=off npm start` does, and reads the printed credentials. */
async function startEmpty(): Promise<Installation> {
  const placard = await startPlacard({
    PLACARD_DEMO: 'off',
    PLACARD_CLIENT_ID: undefined,
    PLACARD_CLIENT_SECRET: undefined,
  });
  const [, email = '', password = ''] = await waitUntil('the credentials of the administrator', () =>
    /e-mail\s+(\S+)\s+password\s+(\S+)/.exec(placard.output()),
  );
  return { placard, email, password };
}

type Desk = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly hand: CountingHand;
  readonly faults: string[];
};

async function openDesk(browser: Browser): Promise<Desk> {
  const context = await browser.newContext({
    viewport: sizes.wide,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const faults: string[] = [];
  context.on('page', (opened) => {
    watchTraffic(opened);
    collectFaults(opened, faults);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return { page, context, hand: countingHand(page), faults };
}

/** Signs in. The field of the e-mail address has the focus when the page opens. */
async function signIn({ page, hand }: Desk, { placard, email, password }: Installation): Promise<void> {
  await page.goto(`${placard.managementUrl}/`);
  await page.locator('#email:focus').waitFor();
  await hand.type(email);
  await hand.press('Tab');
  await hand.type(password);
  await hand.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Set up your account' }).waitFor();
}

/** Waits until the server has counted the impression of the test page. */
async function expectServed({ page, context }: Desk): Promise<void> {
  const shown = await waitUntil('the test page', () =>
    context.pages().find((one) => one.url().includes('/examples/test-page/')),
  );
  await shown.locator('#ad img, #ad iframe').first().waitFor();
  for (const step of ['Booking live', 'Request received', 'Ad shown', 'Impression counted'])
    await page.getByText(step, { exact: true }).waitFor();
  // Chromium renders a page in the background once a second.
  await page.bringToFront();
}

/** axe in both themes, and no horizontal scrolling on a phone. */
async function problemsOn(page: Page, name: string): Promise<readonly string[]> {
  await settle(page);
  const problems: string[] = [];
  for (const [size, box] of Object.entries(sizes)) {
    await resize(page, box);
    for (const scheme of ['light', 'dark'] as const) {
      await showBy(page, scheme);
      // The other rules find the same in both themes.
      const rules = scheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : [];
      problems.push(...(await violationsOn(page, rules)).map((violation) => `${size}, ${scheme}: ${violation}`));
      if (isThorough)
        await page.screenshot({ path: await artefactPath(`web-${name}-${size}-${scheme}.png`), fullPage: true });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) problems.push(`${size}: ${overflow} px too wide`);
  }
  await resize(page, sizes.wide);
  await showBy(page, 'light');
  return problems;
}

describe('from an empty installation to a counted impression', () => {
  let installations: readonly Installation[];
  let browser: Browser;

  beforeAll(async () => {
    [installations, browser] = await Promise.all([Promise.all([startEmpty(), startEmpty()]), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all((installations ?? []).map(({ placard }) => placard.close()));
  });

  test('needs at most 15 clicks and 60 keystrokes with the mouse', async () => {
    const installation = installations[0] as Installation;
    const desk = await openDesk(browser);
    const { page, hand } = desk;
    await signIn(desk, installation);
    expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('GBP');
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/London');
    expect(await problemsOn(page, 'setup')).toEqual([]);
    await hand.click(page.getByRole('button', { name: 'Save and continue' }));
    await focused(page.getByLabel('Domain or name'));
    expect(await problemsOn(page, 'first-ad')).toEqual([]);
    await hand.click(page.getByLabel('Domain or name'));
    await hand.type(site);
    await hand.click(page.getByRole('radio', { name: 'Half page' }));
    await hand.click(page.getByRole('button', { name: 'Create ad' }));
    await hand.click(page.getByRole('button', { name: 'Copy tag' }));
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await hand.click(page.getByRole('link', { name: 'Open test page' }));
    await expectServed(desk);
    expect(await page.locator('pre').first().textContent()).toContain('/ad/sl_news_example_all_-halfpage/');
    expect(await problemsOn(page, 'first-ad-created')).toEqual([]);
    console.log(`first ad with the mouse: ${hand.counts.clicks} clicks, ${hand.counts.keystrokes} keystrokes`);
    expect(hand.counts.clicks).toBeLessThanOrEqual(most.clicks);
    expect(hand.counts.keystrokes).toBeLessThanOrEqual(most.keystrokes);
    await page.goto(`${installation.placard.managementUrl}/`);
    await page.getByText('5 of 6 steps done.').waitFor();
    expect(await problemsOn(page, 'home-checklist')).toEqual([]);
    await page.getByRole('button', { name: 'Hide checklist' }).click();
    await page.getByRole('region', { name: 'First steps' }).waitFor({ state: 'detached' });
    expect(desk.faults).toEqual([]);
    await desk.context.close();
  });

  test('needs at most 60 keystrokes with the keyboard only', async () => {
    const desk = await openDesk(browser);
    const { page, hand } = desk;
    await signIn(desk, installations[1] as Installation);
    await focused(page.getByLabel('Account name'));
    await hand.press('Enter');
    await focused(page.getByLabel('Domain or name'));
    await hand.type(site);
    await hand.press('Enter');
    await focused(page.getByRole('radio', { name: 'Medium rectangle' }));
    await hand.press('Enter');
    await focused(page.getByRole('textbox', { name: /^Name/ }));
    await hand.press('Enter');
    await focused(page.getByRole('radio', { name: 'Use test image' }));
    await hand.press('Enter');
    await focused(page.getByRole('button', { name: 'Copy tag' }));
    await hand.press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await hand.press('Tab');
    await hand.press('Enter');
    await expectServed(desk);
    console.log(`first ad with the keyboard: ${hand.counts.keystrokes} keystrokes`);
    expect(hand.counts.clicks).toBe(0);
    expect(hand.counts.keystrokes).toBeLessThanOrEqual(most.keystrokes);
    expect(desk.faults).toEqual([]);
    await desk.context.close();
  });
});
