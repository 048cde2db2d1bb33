import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administrationPages } from '../../../src/web/administration/administration-pages.ts';
import { dayText, instantText } from '../../../src/web/ui/time/zoned-time.ts';
import '../../support/web/english-messages.ts';
import { desktop, isThorough, phone, problemsOf, resize, settle } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { made } from '../../support/fixtures/book-one-banner.ts';

/** Every page of the interface: name of its screenshot, and path. */
const pages: readonly { readonly name: string; readonly path: (world: WebWorld) => string }[] = [
  { name: 'home', path: () => '/' },
  { name: 'campaigns', path: () => '/campaigns' },
  { name: 'campaigns-none', path: () => '/campaigns?search=nothing-like-it' },
  { name: 'campaign', path: ({ booked }) => `/campaigns/${booked.campaignId}` },
  { name: 'campaign-edit', path: ({ booked }) => `/campaigns/${booked.campaignId}?edit=yes` },
  { name: 'campaign-new', path: () => '/campaigns/new' },
  { name: 'bookings', path: () => '/bookings' },
  { name: 'bookings-none', path: () => '/bookings?search=nothing-like-it' },
  { name: 'booking', path: ({ booked }) => `/bookings/${booked.bookingId}` },
  { name: 'activity', path: () => '/activity' },
  { name: 'explain', path: () => '/decisions/explain' },
  { name: 'decision-none', path: () => `/decisions/${'0'.repeat(32)}` },
  { name: 'booking-edit', path: ({ booked }) => `/bookings/${booked.bookingId}/edit` },
  { name: 'booking-new', path: ({ booked }) => `/bookings/new?campaign=${booked.campaignId}` },
  { name: 'booking-templates-none', path: () => '/bookings/templates' },
  { name: 'creative-new', path: () => '/creatives/new' },
  { name: 'creative-markup', path: () => '/creatives/new?source=html' },
  { name: 'creatives', path: () => '/creatives' },
  { name: 'creatives-table', path: () => '/creatives?view=table' },
  { name: 'creative', path: ({ booked }) => `/creatives/${booked.creativeId}` },
  { name: 'review-none', path: () => '/review' },
  { name: 'purchases-none', path: () => '/review/purchases' },
  { name: 'requests-none', path: () => '/review/requests' },
  { name: 'inventory', path: () => '/inventory' },
  { name: 'inventory-search', path: () => '/inventory?search=news' },
  { name: 'position', path: () => '/inventory?item=position-1' },
  { name: 'loop-none', path: () => '/inventory/loop?position=1' },
  { name: 'screens-none', path: () => '/inventory/screens?position=1' },
  { name: 'screens-well', path: () => '/inventory/screens' },
  { name: 'location-new', path: () => '/inventory?item=new-location-1' },
  { name: 'formats', path: () => '/inventory/formats' },
  { name: 'packages', path: () => '/inventory/packages' },
  { name: 'package-new', path: () => '/inventory/packages?item=new' },
  { name: 'reports', path: () => '/reports' },
  { name: 'saved-reports', path: () => '/reports/saved' },
  { name: 'missed-plays-none', path: () => '/reports/missed-plays' },
  { name: 'schedules-none', path: () => '/reports/schedules' },
  { name: 'schedule-new', path: () => '/reports/schedules?item=new&by=campaign,day' },
  { name: 'format-new', path: () => '/inventory/formats?item=new' },
  { name: 'media-partners', path: () => '/media-partners' },
  { name: 'media-partner', path: () => '/media-partners/1' },
  { name: 'media-partner-edit', path: () => '/media-partners/1?item=edit' },
  { name: 'products-none', path: () => '/products' },
  { name: 'product-new', path: () => '/products?item=new' },
  { name: 'product-import-new', path: () => '/products?item=import&partner=1' },
  { name: 'product-imports-none', path: () => '/products/imports' },
  { name: 'orders-none', path: () => '/products/orders' },
  { name: 'conversion-actions', path: () => '/conversions' },
  { name: 'conversion-action-new', path: () => '/conversions?item=new' },
  { name: 'conversions-reported', path: () => '/conversions/reported' },
  { name: 'segments', path: () => '/audiences' },
  { name: 'segment-new', path: () => '/audiences?item=new' },
  { name: 'segment-deliveries', path: () => '/audiences/deliveries' },
  { name: 'connections', path: () => '/audiences/connections' },
  { name: 'connection-new', path: () => '/audiences/connections?item=new' },
  { name: 'users', path: () => '/administration/users' },
  { name: 'user', path: () => '/administration/users/1' },
  { name: 'user-invite', path: () => '/administration/users?item=invite' },
  { name: 'preferences', path: () => '/preferences' },
  { name: 'user-new', path: () => '/administration/users?item=new' },
  { name: 'service-accounts', path: () => '/administration/service-accounts' },
  { name: 'service-account-new', path: () => '/administration/service-accounts?item=new' },
  { name: 'identity-providers', path: () => '/administration/identity-providers' },
  { name: 'identity-provider-new', path: () => '/administration/identity-providers?item=new' },
  { name: 'webhooks', path: () => '/administration/webhooks' },
  { name: 'webhook-new', path: () => '/administration/webhooks?item=new' },
  { name: 'audit', path: () => '/administration/audit' },
  { name: 'audit-entry', path: () => '/administration/audit?entry=1' },
  { name: 'system', path: () => '/administration/system' },
  { name: 'settings', path: () => '/administration/settings' },
  { name: 'help', path: () => '/help' },
  { name: 'missing', path: () => '/campaigns/999999' },
];

/** Lists and forms of administration that are not in the list above. */
const otherPages = administrationPages.flatMap(({ to }) => {
  const name = to.split('/').at(-1) ?? to;
  return pages.some((page) => page.name === name)
    ? []
    : [
        { name, path: () => to },
        { name: `${name}-new`, path: () => `${to}?item=new` },
      ];
});

/** The pages of daily work. `npm run test:nightly -- interface` checks all of them. */
const everyday: ReadonlySet<string> = new Set([
  'home',
  'campaigns',
  'campaign',
  'bookings',
  'booking',
  'booking-edit',
  'creatives',
  'inventory',
  'position',
  'reports',
  'users',
  'system',
  'settings',
  'missing',
]);

/** Returns the bytes of the compressed body. Fails if the server sent the script without compression. */
function transferredBytes(response: Response): number {
  const headers = response.headers();
  expect(headers['content-encoding']).toBe('br');
  return Number(headers['content-length']);
}

describe('every page of the interface', () => {
  let world: WebWorld;

  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  test('the first view transfers at most 250 kB of compressed scripts', async () => {
    const { page, context } = await world.open('admin');
    await page.goto('about:blank');
    for (const path of ['/', '/campaigns']) {
      const sizes: number[] = [];
      const collect = (response: Response) => {
        if (response.url().endsWith('.js')) sizes.push(transferredBytes(response));
      };
      page.on('response', collect);
      await page.goto(world.url + path);
      await settle(page);
      page.off('response', collect);
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      console.log(`scripts of the first view of ${path}: ${bytes} bytes of ${sizes.length} files`);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(250 * 1024);
    }
    await context.close();
  });

  test('times use the time zone of the publication and show it, in any time zone of the browser', async () => {
    const desk = await world.open('admin');
    const storageState = await desk.context.storageState();
    const { body } = await world.placard.call('GET', `/api/v1/bookings/${world.booked.bookingId}`);
    const { startDate } = body as { startDate: string };
    const inBrussels = instantText(startDate, 'Europe/Brussels');
    expect(inBrussels).toMatch(/ CES?T$/);
    const context = await world.browser.newContext({ storageState, timezoneId: 'Pacific/Auckland', locale: 'en-GB' });
    const page = await context.newPage();
    for (const path of [`/bookings/${world.booked.bookingId}`, `/campaigns/${world.booked.campaignId}`]) {
      await page.goto(world.url + path);
      await page.locator('main time').getByText(inBrussels).first().waitFor();
    }
    await page.goto(`${world.url}/campaigns`);
    await page.getByText('Time zone: Europe/Brussels').waitFor();
    await page
      .getByRole('gridcell', { name: dayText(startDate, 'Europe/Brussels') })
      .first()
      .waitFor();
    await page.goto(`${world.url}/bookings/${world.booked.bookingId}/edit`);
    await page.getByText('Europe/Brussels').first().waitFor();
    await page.goto(`${world.url}/reports`);
    await page.getByText('Europe/Brussels').first().waitFor();
    await context.close();
    await desk.context.close();
  });

  test('on a phone, the active tab of a page is visible', async () => {
    const { page, context, faults } = await world.open('admin');
    await resize(page, phone);
    await page.goto(`${world.url}/administration/settings`);
    await settle(page);
    const tab = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Settings' });
    const box = await tab.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
    await resize(page, desktop);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a product package says why it has no forecast', async () => {
    const { call } = world.placard;
    const settings = { type: 'display', positionIds: [1] };
    const template = { name: 'Home pages', shared: true, settings };
    const { id } = made<{ id: number }>(
      'template',
      await call('POST', '/api/v1/booking-templates', { json: template }),
    );
    const pricingOptions = [{ code: 'cpm', model: 'cpm', rate: { amount: '10.00', currency: 'EUR' } }];
    const fields = { name: 'Home pages', description: 'Home pages', deliveryType: 'guaranteed', pricingOptions };
    const json = { ...fields, bookingTemplateId: id };
    const sold = made<{ id: number }>('package', await call('POST', '/api/v1/product-packages', { json }));
    const { page, context, faults } = await world.open('admin');
    await page.goto(`${world.url}/inventory/packages?item=${sold.id}`);
    await page.getByText('No forecast: fewer than 7 days of ad requests are recorded.').waitFor();
    expect(await page.getByRole('heading', { name: 'Forecast' }).count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('has no script errors and no accessibility violations, and fits on a phone', async () => {
    const { page, context, faults } = await world.open('admin');
    const found: string[] = [];
    const rest = [...pages, ...otherPages].filter(({ name }) => isThorough || everyday.has(name));
    expect(rest.length).toBeGreaterThanOrEqual(everyday.size);
    const visit = async (page: Page) => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        await resize(page, desktop);
        await page.goto(world.url + next.path(world));
        await settle(page);
        found.push(...(await problemsOf(page, next.name)));
      }
    };
    // Two pages are visited concurrently, because each waits for the server.
    await Promise.all([visit(page), visit(await context.newPage())]);
    await context.close();
    expect(found).toEqual([]);
    // A page of a missing object reports it with the status of one request.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  }, 300_000);
});
