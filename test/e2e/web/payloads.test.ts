import { readFile } from 'node:fs/promises';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceTypes } from '../../../src/contract/resource-types/all-resource-types.ts';
import type { PageAddress } from '../../../src/contract/resource-types/resource-type.ts';
import { addHostilePurchase } from '../../support/agents/hostile-purchase.ts';
import {
  addHostileConversion,
  addHostileFeed,
  addHostileSchedule,
  addHostileWork,
  type HostileObject,
  makeHostileObjects,
  renameOwners,
} from '../../support/attacks/hostile-objects.ts';
import { formula, mark } from '../../support/attacks/hostile-texts.ts';
import { countOneImpression } from '../../support/browser/web-delivery.ts';
import { settle } from '../../support/browser/web-page-checks.ts';
import { webRoutes } from '../../support/browser/web-routes.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { unzipTexts, workbookCells } from '../../support/media-files/read-workbook.ts';

/** Pages that contain only our own text or a selection, or that redirect. */
const ownWords = [
  '/administration',
  '/administration/settings',
  '/administration/system',
  '/help',
  '/decisions/explain',
  '/campaigns/new',
  '/bookings/new',
  '/creatives/new',
  '/first-ad',
  '/preferences',
  '/setup',
];
/** Lists that are empty in this test. Other pages show the names of their segments and products. */
const emptyLists = ['/audiences/deliveries', '/products/orders', '/reports/missed-plays'];
const mostShownMs = 10_000;
const hostileSearch = `search=${encodeURIComponent(`"><script>window.${mark}=1</script>`)}`;
const everyDimension = 'campaign,booking,creative,brand,mediaPartner,publication,publisher,location,position';

/** Returns the drawers of resource types whose page is a list with `?item=<id>`, by the path of the list. */
function drawerOf(route: string, idOf: (noun: string) => number | string): readonly string[] {
  return resourceTypes.flatMap(({ kind, page }) => {
    const address: PageAddress | undefined = page?.(Number(idOf(kind)));
    const item = address?.search?.['item'];
    return address?.to === route && item !== undefined ? [`?item=${item}`] : [];
  });
}

/** Further states of pages, which show other fields. */
const states: Readonly<Record<string, (idOf: (noun: string) => number | string) => readonly string[]>> = {
  '/campaigns': () => [`?${hostileSearch}`],
  '/creatives': () => ['?view=table', `?${hostileSearch}`],
  '/inventory': () => [`?${hostileSearch}`],
  '/inventory/loop': (idOf) => [`?position=${idOf('inventory/position')}`],
  '/inventory/screens': (idOf) => [`?position=${idOf('inventory/position')}`],
  '/inventory/formats': (idOf) => [`?item=${idOf('inventory/format')}`],
  '/media-partners/$id': () => ['?item=edit'],
  '/products': () => ['?item=import', `?${hostileSearch}`],
  '/products/imports': () => ['?item=1'],
  '/products/$id': () => ['?item=edit'],
  // The impression of this test was counted today, which the default period does not contain.
  '/reports': () => [`?by=${everyDimension}&period=today`],
  '/administration/users/$id': () => ['?item=edit'],
  '/administration/audit': () => ['?entry=last'],
};

describe('hostile text in every field of the contract', () => {
  let world: WebWorld;
  let desk: Desk;
  let made: readonly HostileObject[];
  let missed: readonly string[];
  const dialogs: string[] = [];

  beforeAll(async () => {
    world = await startWebWorld();
    await countOneImpression(world);
    const [hostile, waiting] = [await makeHostileObjects(world), await addHostileWork(world)];
    const purchase = { path: '/api/v1/purchases', id: await addHostilePurchase(world.placard) };
    made = [...hostile.made, ...waiting, purchase];
    missed = hostile.missed;
    const action = made.find(({ path }) => path === '/api/v1/conversion-actions');
    await addHostileConversion(world, action?.id ?? 0);
    await renameOwners(world);
    desk = await world.open('admin');
    await addHostileSchedule(desk);
    expect(await addHostileFeed(desk, 1)).toBe(1);
    desk.context.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await desk.context.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
        violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
      );
    });
  }, 240_000);
  afterAll(async () => {
    await world?.close();
  });

  test('every field that accepts text has hostile text', () => {
    expect(missed).toEqual([]);
  });

  test('no page executes it, each page shows it as text, and the policy forbids inline scripts', async () => {
    const wrong: string[] = [];
    const routes = [...webRoutes()];
    const visit = async (page: Page) => {
      for (let route = routes.shift(); route !== undefined; route = routes.shift()) {
        const addresses = addressesOf(route);
        if (addresses.length === 0) wrong.push(`${route}: no hostile object available for the page`);
        let isShown = false;
        for (const address of addresses) {
          const answer = await page.goto(world.url + address);
          await settle(page);
          wrong.push(...(await faultsOf(page, answer)).map((fault) => `${address}: ${fault}`));
          isShown ||= ownWords.includes(route) || emptyLists.includes(route) || (await shows(page, mark));
        }
        if (!isShown) wrong.push(`${route}: shows no hostile text`);
      }
    };
    // Two pages are visited concurrently, because each mostly waits for the server.
    await Promise.all([visit(desk.page), visit(await desk.context.newPage())]);
    expect(wrong).toEqual([]);
    // URLs in creatives do not resolve. The position is on no screen, so there is no loop.
    expect(desk.faults.filter((fault) => !/ERR_NAME_NOT_RESOLVED|404/.test(fault))).toEqual([]);
    expect(dialogs).toEqual([]);
  }, 240_000);

  test('no public page and no preview executes it', async () => {
    const wrong: string[] = [];
    const own = ['/developers', '/api/docs', `/sign-in?returnTo=${encodeURIComponent(`/campaigns?${hostileSearch}`)}`];
    const creatives = made.filter(({ path }) => path === '/api/v1/creatives');
    const previews = await Promise.all(
      creatives.map(async ({ id }) => {
        const { body } = await world.placard.call('GET', `/api/v1/creatives/${id}/preview-link`);
        return (body as { url: string }).url;
      }),
    );
    expect(previews.length).toBeGreaterThan(3);
    for (const address of [...own.map((path) => world.url + path), ...previews]) {
      const answer = await desk.page.goto(address);
      await desk.page.waitForLoadState('load');
      wrong.push(...(await faultsOf(desk.page, answer)).map((fault) => `${address}: ${fault}`));
    }
    expect(wrong).toEqual([]);
    expect(dialogs).toEqual([]);
  });

  test('no cell of an exported file is a formula', async () => {
    const report = `${world.url}/api/v1/reports?groupBy=${everyDimension}&format=`;
    const { request } = desk.context;
    const csv = (await (await request.get(`${report}csv`)).text()).replace(/^\uFEFF/, '');
    const parts = await unzipTexts(await (await request.get(`${report}xlsx`)).body());
    expect([...parts.values()].join()).not.toMatch(/<f[ >]/);
    const cells = [...workbookCells(parts.get('xl/worksheets/sheet1.xml') ?? '').values()];
    for (const start of ['=', '+', '-', '@']) expect(cells).toContainEqual(`${start}${formula} (inlineStr)`);
    await desk.page.goto(`${world.url}/campaigns`);
    const saved = desk.page.waitForEvent('download');
    await desk.page.getByRole('button', { name: 'Export CSV' }).click();
    const campaigns = (await readFile(await (await saved).path(), 'utf8')).replace(/^\uFEFF/, '');
    for (const text of [csv, campaigns]) {
      expect(text).toContain('HYPERLINK');
      expect(cellsOf(text).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    }
  });

  /** Returns the paths on which a route shows hostile objects, including drawers and other states. */
  function addressesOf(route: string): readonly string[] {
    const idsOf = (noun: string) => made.filter(({ path }) => path === `/api/v1/${noun}`).map(({ id }) => id);
    const [, noun, name] = /([^/]+)\/(\$\w+)/.exec(route) ?? [];
    const ids = noun === undefined ? [] : idsOf(noun);
    // Creatives have many kinds. For other resource types, the first object represents all, and the last one was
    // created by an advertiser.
    const shown = noun === 'creatives' ? ids : [...new Set([...ids.slice(0, 1), ...ids.slice(-1)])];
    const pages = name === undefined ? [route] : shown.map((id) => route.replace(name, String(id)));
    const idOf = (of: string) => idsOf(of)[0] ?? 0;
    const further = [...(states[route]?.(idOf) ?? []), ...drawerOf(route, idOf)];
    return [...pages, ...further.map((state) => (pages[0] ?? '') + state)];
  }
});

/** Returns descriptions of the faults of an opened page. */
async function faultsOf(page: Page, answer: Response | null): Promise<readonly string[]> {
  const policy = (await answer?.headerValue('content-security-policy')) ?? '';
  const scripts = /(?:^|; ?)script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1];
  const found = await page.evaluate((flag) => {
    const { violations = [] } = window as { violations?: readonly string[] };
    return {
      hasRun: flag in window,
      violations,
      links: document.querySelectorAll('[href^="javascript:" i], [src^="javascript:" i], [onerror], [onload]').length,
    };
  }, mark);
  return [
    ...(scripts === undefined || /unsafe-(inline|eval)/.test(scripts) ? [`its policy allows scripts: ${policy}`] : []),
    ...(found.hasRun ? ['a script ran'] : []),
    ...(found.links > 0 ? ['an element would run a script'] : []),
    ...found.violations.map((violation) => `the policy blocked ${violation}`),
  ];
}

/** Returns true if the text becomes visible within seconds, also in form fields. */
async function shows(page: Page, text: string): Promise<boolean> {
  const found = page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
        .map(({ value }) => value)
        .concat(document.body.textContent)
        .some((one) => one.includes(wanted)),
    text,
    { timeout: mostShownMs },
  );
  return found.then(
    () => true,
    () => false,
  );
}

/** Returns the cells of a CSV as a spreadsheet reads them (RFC 4180), without plain numbers. */
function cellsOf(csv: string): readonly string[] {
  return [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
    .filter((cell) => !/^-?\d+(\.\d+)?$/.test(cell));
}
