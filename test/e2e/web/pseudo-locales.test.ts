import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artefactPath } from '../../support/browser/browser.ts';
import { layoutFaults } from '../../support/browser/layout-faults.ts';
import { isThorough, resize, settle } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

const large = { width: 1440, height: 900 };
const small = { width: 390, height: 844 };
const sizes = [large, small];

const mainPages: readonly ((world: WebWorld) => string)[] = [
  () => '/',
  () => '/campaigns',
  ({ booked }) => `/campaigns/${booked.campaignId}`,
  () => '/campaigns/new',
  () => '/bookings',
  ({ booked }) => `/bookings/${booked.bookingId}`,
  ({ booked }) => `/bookings/${booked.bookingId}/edit`,
  () => '/creatives',
  ({ booked }) => `/creatives/${booked.creativeId}`,
  () => '/review',
  () => '/inventory',
  () => '/inventory?item=position-1',
  () => '/reports',
  () => '/media-partners',
  () => '/audiences',
  () => '/products',
  () => '/administration/users',
  () => '/administration/settings',
  () => '/administration/system',
  () => '/help',
];

describe.each([
  { locale: 'en-XA', direction: 'ltr' },
  { locale: 'ar-XB', direction: 'rtl' },
])('in the pseudo-locale $locale ($direction), with text 40 percent longer', ({ locale, direction }) => {
  let world: WebWorld;
  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  test.each(sizes)('no main page clips or overlaps at $width px', async (size) => {
    const { page, context, faults } = await world.open('admin');
    await page.evaluate((name) => window.localStorage.setItem('placard-language', name), locale);
    await resize(page, size);
    const found: string[] = [];
    for (const path of mainPages) {
      await page.goto(world.url + path(world));
      await settle(page);
      expect(await page.locator('html').getAttribute('dir')).toBe(direction);
      found.push(...(await layoutFaults(page)).map((fault) => `${path(world)}: ${fault}`));
      if (isThorough) {
        const name = `${locale}-${size.width}${path(world).replaceAll(/\W+/g, '-')}`;
        await page.screenshot({ path: await artefactPath(`web-${name}.png`) });
      }
    }
    await context.close();
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  });
});
