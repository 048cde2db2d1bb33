import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, overflowOf, settle, violationsOn } from '../../support/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/web-world.ts';

/** Every page of the interface: a name for its picture, and its address. */
const pages: readonly { readonly name: string; readonly path: (world: WebWorld) => string }[] = [
  { name: 'home', path: () => '/' },
  { name: 'campaigns', path: () => '/campaigns' },
  { name: 'campaigns-none', path: () => '/campaigns?search=nothing-like-it' },
  { name: 'campaign', path: ({ booked }) => `/campaigns/${booked.campaignId}` },
  { name: 'campaign-new', path: () => '/campaigns/new' },
  { name: 'booking', path: ({ booked }) => `/bookings/${booked.bookingId}` },
  { name: 'booking-edit', path: ({ booked }) => `/bookings/${booked.bookingId}/edit` },
  { name: 'booking-new', path: ({ booked }) => `/bookings/new?campaign=${booked.campaignId}` },
  { name: 'creative-new', path: () => '/creatives/new' },
  { name: 'creative-markup', path: () => '/creatives/new?way=html' },
  { name: 'creatives', path: () => '/creatives' },
  { name: 'creatives-table', path: () => '/creatives?view=table' },
  { name: 'creative', path: ({ booked }) => `/creatives/${booked.creativeId}` },
  { name: 'review-none', path: () => '/review' },
  { name: 'inventory', path: () => '/inventory' },
  { name: 'inventory-search', path: () => '/inventory?search=news' },
  { name: 'position', path: () => '/inventory?item=position-1' },
  { name: 'location-new', path: () => '/inventory?item=new-location-1' },
  { name: 'formats', path: () => '/inventory/formats' },
  { name: 'reports', path: () => '/reports' },
  { name: 'format-new', path: () => '/inventory/formats?item=new' },
  { name: 'media-partners', path: () => '/media-partners' },
  { name: 'media-partner', path: () => '/media-partners/1' },
  { name: 'media-partner-edit', path: () => '/media-partners/1?item=edit' },
  { name: 'users', path: () => '/administration/users' },
  { name: 'user', path: () => '/administration/users/1' },
  { name: 'user-new', path: () => '/administration/users?item=new' },
  { name: 'service-accounts', path: () => '/administration/service-accounts' },
  { name: 'service-account-new', path: () => '/administration/service-accounts?item=new' },
  { name: 'identity-providers', path: () => '/administration/identity-providers' },
  { name: 'identity-provider-new', path: () => '/administration/identity-providers?item=new' },
  { name: 'webhooks', path: () => '/administration/webhooks' },
  { name: 'webhook-new', path: () => '/administration/webhooks?item=new' },
  { name: 'audit', path: () => '/administration/audit' },
  { name: 'audit-entry', path: () => '/administration/audit?entry=1' },
  { name: 'settings', path: () => '/administration/settings' },
  { name: 'help', path: () => '/help' },
  { name: 'missing', path: () => '/campaigns/999999' },
];

const desk = { width: 1360, height: 860 };
const phone = { width: 360, height: 740 };

describe('every page, in light, in dark and on a phone', () => {
  let world: WebWorld;

  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  test('the first view loads at most 250 kB of scripts, compressed', async () => {
    const { page, context } = await world.open('admin');
    await page.goto('about:blank');
    for (const path of ['/', '/campaigns']) {
      const files: Promise<Buffer>[] = [];
      const collect = (response: Response) => {
        if (response.url().endsWith('.js')) files.push(response.body());
      };
      page.on('response', collect);
      await page.goto(world.url + path);
      await settle(page);
      page.off('response', collect);
      const bytes = (await Promise.all(files)).reduce((sum, file) => sum + gzipSync(file).length, 0);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(250 * 1024);
    }
    await context.close();
  });

  test('nothing fails, axe finds nothing by day and by night, nothing is cut off on a phone', async () => {
    const { page, context, faults } = await world.open('admin');
    const found: string[] = [];
    for (const { name, path } of pages) {
      await page.setViewportSize(desk);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(world.url + path(world));
      await settle(page);
      await keepPicture(page, `${name}-light`);
      const byDay = await violationsOn(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await keepPicture(page, `${name}-dark`);
      const byNight = await violationsOn(page, ['color-contrast', 'link-in-text-block']);
      await page.setViewportSize(phone);
      await keepPicture(page, `${name}-phone`);
      const overflow = await overflowOf(page);
      found.push(
        ...[...byDay, ...byNight].map((line) => `${name}: ${line}`),
        ...(overflow > 0 ? [`${name}: ${overflow} px too wide`] : []),
      );
    }
    await context.close();
    expect(found).toEqual([]);
    // A page for what is not there says so by the status of one call.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  }, 300_000);
});
