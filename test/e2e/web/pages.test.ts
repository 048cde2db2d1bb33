import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, overflowOf, settle, violationsOn } from '../../support/web-page-checks.ts';
import { type Look, startWebWorld, type WebWorld } from '../../support/web-world.ts';

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
  { name: 'creatives', path: () => '/creatives' },
  { name: 'inventory', path: () => '/inventory' },
  { name: 'formats', path: () => '/inventory/formats' },
  { name: 'help', path: () => '/help' },
  { name: 'missing', path: () => '/campaigns/999999' },
];

const looks: readonly (Look & { readonly name: string })[] = [
  { name: 'light' },
  { name: 'dark', dark: true },
  { name: 'phone', width: 360, height: 740 },
];

describe('every page, in light, in dark and on a phone', () => {
  let world: WebWorld;

  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  test.each(looks)('$name: nothing fails, axe finds nothing, nothing is cut off', async (look) => {
    const { page, context, faults } = await world.open('admin', look);
    const found: string[] = [];
    for (const { name, path } of pages) {
      await page.goto(world.url + path(world));
      await settle(page);
      await keepPicture(page, `${name}-${look.name}`);
      // What axe asks for does not depend on the width, but on the colours.
      const violations = look.width === undefined ? await violationsOn(page) : [];
      const overflow = await overflowOf(page);
      found.push(
        ...violations.map((line) => `${name}: ${line}`),
        ...(overflow > 0 ? [`${name}: ${overflow} px too wide`] : []),
      );
    }
    await context.close();
    expect(found).toEqual([]);
    // A page for what is not there says so by the status of one call.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  });
});
