import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artefactPath } from '../support/browser/browser.ts';
import { demoStartMs, startDemoWorld } from '../support/browser/demo-world.ts';
import { overflowOf, resize, settle, showBy, violationsOn } from '../support/browser/web-page-checks.ts';
import type { WebWorld } from '../support/browser/web-world.ts';

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const schemes = ['light', 'dark'] as const;

type Role = Parameters<WebWorld['open']>[0];

/** A state of the interface. `act` opens a menu, drawer or dialog of the page. It is repeated in each size. */
type State = {
  readonly name: string;
  readonly path: string;
  readonly role?: Role;
  readonly act?: (page: Page) => Promise<void>;
  /** Sizes in which the state exists. Absent: all. */
  readonly only?: keyof typeof sizes;
};

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();
const selectFirstRows = async (page: Page) => {
  for (const row of [1, 2])
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(row)
      .check();
};

/** Objects of the demo, by name. */
const wanted = {
  late: ['bookings', 'Print fair, The Courier'],
  campaign: ['campaigns', 'Skerry Lines night ferries'],
} as const;

function statesOf(ids: Readonly<Record<keyof typeof wanted, number>>): readonly State[] {
  return [
    { name: 'home-manager', path: '/', role: 'manager' },
    { name: 'home-reviewer', path: '/', role: 'reviewer' },
    { name: 'home-advertiser', path: '/', role: 'advertiser' },
    { name: 'home-admin', path: '/' },
    { name: 'account-menu', path: '/', act: press(/^Account: /) },
    { name: 'notifications', path: '/', act: press(/^Notifications/) },
    { name: 'command-palette', path: '/', act: (page) => openDialog(page, 'Control+K') },
    { name: 'shortcuts', path: '/', act: (page) => openDialog(page, '?') },
    { name: 'campaigns', path: '/campaigns' },
    { name: 'campaigns-selected', path: '/campaigns', act: selectFirstRows },
    { name: 'campaigns-empty', path: '/campaigns?search=nothing-like-it' },
    { name: 'campaign', path: `/campaigns/${ids.campaign}` },
    { name: 'campaign-edit', path: `/campaigns/${ids.campaign}?edit=yes` },
    { name: 'campaign-new', path: '/campaigns/new' },
    { name: 'bookings', path: '/bookings' },
    { name: 'bookings-selected', path: '/bookings', act: selectFirstRows, only: 'desktop' },
    { name: 'bookings-columns', path: '/bookings', act: press('Columns'), only: 'desktop' },
    { name: 'timeline', path: '/bookings?view=timeline' },
    { name: 'booking', path: `/bookings/${ids.late}` },
    { name: 'booking-edit', path: `/bookings/${ids.late}/edit` },
    { name: 'booking-targeting', path: `/bookings/${ids.late}/edit?field=targeting` },
    { name: 'booking-new', path: `/bookings/new?campaign=${ids.campaign}` },
    { name: 'creative-picker', path: `/bookings/${ids.late}/edit`, act: press('Select creatives') },
    { name: 'creatives', path: '/creatives' },
    { name: 'creatives-table', path: '/creatives?view=table' },
    { name: 'creative', path: '/creatives/1' },
    { name: 'creative-new', path: '/creatives/new' },
    { name: 'review', path: '/review' },
    { name: 'inventory', path: '/inventory' },
    { name: 'position', path: '/inventory?item=position-1' },
    { name: 'formats', path: '/inventory/formats' },
    { name: 'reports', path: '/reports' },
    { name: 'reports-campaigns', path: '/reports?by=campaign&chart=bar' },
    { name: 'reports-pivot', path: '/reports?by=campaign,day&pivot=day' },
    { name: 'saved-reports', path: '/reports/saved' },
    { name: 'media-partners', path: '/media-partners' },
    { name: 'media-partner', path: '/media-partners/1' },
    { name: 'products', path: '/products' },
    { name: 'audiences', path: '/audiences' },
    { name: 'users', path: '/administration/users' },
    { name: 'user-new', path: '/administration/users?item=new' },
    { name: 'settings', path: '/administration/settings' },
    { name: 'system', path: '/administration/system' },
    { name: 'audit', path: '/administration/audit' },
    { name: 'explain', path: '/decisions/explain' },
    { name: 'first-ad', path: '/first-ad' },
    { name: 'missing', path: '/campaigns/999999' },
  ];
}

/**
 * States of the interface with the data of the demo, in two sizes and two color schemes, as pictures in `artefacts`.
 * Each state must have no accessibility violations and fit the width of the window.
 */
describe('screenshots', () => {
  let world: WebWorld;
  let ids: Readonly<Record<keyof typeof wanted, number>>;

  beforeAll(async () => {
    world = await startDemoWorld();
    const idOf = async ([path, name]: readonly [string, string]) => {
      const { body } = await world.placard.call('GET', `/api/v1/${path}?search=${encodeURIComponent(name)}`);
      const [found] = body as readonly { readonly id: number }[];
      return found;
    };
    ids = { late: (await idOf(wanted.late))?.id ?? 0, campaign: (await idOf(wanted.campaign))?.id ?? 0 };
  }, demoStartMs);
  afterAll(async () => {
    await world?.close();
  });

  test('of every state have no accessibility violations and fit the window', async () => {
    const problems: string[] = [];
    const states = statesOf(ids);
    for (const role of ['admin', 'manager', 'reviewer', 'advertiser'] as const) {
      const { page, context } = await world.open(role);
      for (const state of states.filter((one) => (one.role ?? 'admin') === role)) {
        problems.push(...(await photograph(page, world.url, state)));
      }
      await context.close();
    }
    console.log(`${states.length} states\n${problems.join('\n')}`);
    expect(states.length).toBeGreaterThanOrEqual(40);
    expect(problems).toEqual([]);
  }, 1_800_000);
});

async function openDialog(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys);
  await page.getByRole('dialog').waitFor();
}

async function photograph(page: Page, url: string, state: State): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [size, box] of Object.entries(sizes)) {
    if (state.only !== undefined && state.only !== size) continue;
    await resize(page, box);
    await page.goto(url + state.path);
    await settle(page);
    await state.act?.(page);
    await settle(page);
    for (const scheme of schemes) {
      await showBy(page, scheme);
      await page.screenshot({
        path: await artefactPath(`states/${state.name}-${size}-${scheme}.png`),
        // Fixed parts of a scrolled page would appear in its middle.
        fullPage: state.act === undefined && (await page.evaluate(() => scrollY === 0)),
      });
      problems.push(...(await violationsOn(page)).map((line) => `${state.name}, ${size}, ${scheme}: ${line}`));
    }
    const overflow = await overflowOf(page);
    if (overflow > 0) problems.push(`${state.name}, ${size}: ${overflow} px too wide`);
    await showBy(page, 'light');
  }
  return problems;
}
