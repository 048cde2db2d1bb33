import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateLocation } from '../../../src/client/generated/sdk.gen.ts';
import { orThrow } from '../../../src/client/placard-problem.ts';
import { makeScreenPosition } from '../../support/browser/screen-position.ts';
import { keepPicture, problemsOf, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { callFrom } from '../../support/browser/web-roles.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

/** Text that a user may enter and that no page may execute. */
const hostile = `"><script>document.title='run'</script><img src=x onerror="document.title='run'">`;

describe('inventory, media partners and administration', () => {
  let world: WebWorld;
  let desk: Desk;

  beforeAll(async () => {
    world = await startWebWorld();
    desk = await world.open('admin');
  });
  afterAll(async () => {
    await world?.close();
  });

  test('lists a screen with a wrong clock and saves the viewers per play of each hour', async () => {
    const { call, deliveryUrl } = world.placard;
    const { id, slotName, locationId } = await makeScreenPosition(world, { code: '_till_', name: 'Till' });
    const now = new Date(Date.now() - 3_600_000).toISOString();
    const missing = ['https://ads.example/media/gone.png'];
    await waitUntil('delivery to serve the screen', async () => {
      const body = JSON.stringify({ slotName, now, missing });
      return (await fetch(`${deliveryUrl}/v1/screens/till-1/playlist`, { method: 'POST', body })).ok;
    });
    await waitUntil('the screen to appear', async () => {
      const { body } = await call('GET', `/api/v1/inventory/position/${id}/screens`);
      return (body as { screens: readonly unknown[] }).screens.length === 1;
    });
    const page = await desk.go(`/inventory/screens?position=${id}`);
    await page.getByRole('cell', { name: 'Wrong clock' }).waitFor();
    await page.getByText('https://ads.example/media/gone.png').waitFor();
    expect(await problemsOf(desk.page, 'screens')).toEqual([]);
    await desk.go('/');
    const card = page.getByRole('region', { name: 'Screens needing attention' });
    await card.getByText('Wrong clock').waitFor();
    expect(await problemsOf(desk.page, 'home-screens')).toEqual([]);
    await card.getByRole('link', { name: `till-1, ${slotName}` }).click();
    await page.getByRole('heading', { level: 1, name: `Screens of ` }).waitFor();
    await desk.go('/inventory/screens?condition=not_seen');
    await page.getByText('All screens healthy').waitFor();
    await desk.go('/inventory/screens?condition=files_missing');
    await page.getByRole('cell', { name: 'Wrong clock' }).getByText('Files missing').waitFor();
    expect(await problemsOf(desk.page, 'screens-unwell')).toEqual([]);
    await page.getByRole('link', { name: 'till-1' }).click();
    await page.getByText('https://ads.example/media/gone.png').waitFor();

    await desk.go(`/inventory?item=location-${locationId}`);
    await page.getByRole('textbox', { name: 'Viewers per play, 8:00–9:00' }).fill('2.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitUntil('the change to be saved', async () => {
      const { body } = await call('GET', `/api/v1/inventory/location/${locationId}`);
      const { screen } = body as { readonly screen: { readonly multiplierThousandths?: readonly number[] } };
      return screen.multiplierThousandths?.[8] === 2_500;
    });
  });

  test('creates a location and a position and shows the integration code', async () => {
    const page = await desk.go('/inventory');
    await page.getByRole('button', { name: /^Add location to/ }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill('not a code');
    await page.getByRole('button', { name: 'Create location' }).click();
    await page.getByText('must contain only letters, digits, _, . and -').waitFor();
    expect(await problemsOf(desk.page, 'field-error')).toEqual([]);
    await page.getByRole('textbox', { name: 'Code' }).fill('_sport_');
    await page.getByRole('textbox', { name: 'Name' }).fill(`Sport ${hostile}`);
    await page.getByRole('button', { name: 'Create location' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Add position to Sport/ }).click();
    await page.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: /rectangle/ }).click();
    await page.getByText('_sport_-rectangle').waitFor();
    await page.getByRole('textbox', { name: 'Floor price', exact: true }).fill('2.50');
    await page.getByRole('textbox', { name: 'Ads per brand' }).fill('1');
    await page.getByRole('button', { name: 'Create position' }).click();
    await page.getByRole('heading', { name: 'Integration code' }).waitFor();
    await page.getByText('Script', { exact: true }).click();
    expect(await page.getByRole('region', { name: 'Code' }).textContent()).toContain('/ad/sl_sport_-rectangle/');
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.title()).toBe('Inventory · Placard');
    const { body } = await world.placard.call('GET', '/api/v1/inventory/position?slotName=_sport_-rectangle');
    const limits = { floor: { amount: '2.50', currency: 'EUR' }, maxAds: null, maxPerBrand: 1 };
    expect(body).toMatchObject([limits]);
    await keepPicture(page, 'position-limits');
  });

  test('Enter takes the highlighted option although search results replace the list', async () => {
    const { page } = desk;
    // The search results arrive only after the arrow keys were used.
    const release = Promise.withResolvers<void>();
    await page.route(/\/inventory\/format\?.*search=/, async (route) => {
      await release.promise;
      await route.continue();
    });
    try {
      await desk.go('/inventory?item=new-position-1');
      const field = page.getByRole('dialog').getByRole('combobox', { name: 'Format' });
      await field.click();
      const asked = page.waitForRequest(/\/inventory\/format\?.*search=rectangle/);
      await field.pressSequentially('rectangle');
      await asked;
      const option = page.getByRole('option', { name: 'Medium rectangle, 300 × 250' });
      const isHighlighted = () => option.evaluate((element) => element.matches('[data-combobox-selected]'));
      for (let pressed = 0; pressed < 40 && !(await isHighlighted()); pressed += 1) {
        await page.keyboard.press('ArrowDown');
      }
      expect(await isHighlighted()).toBe(true);
      const before = await page.getByRole('option').count();
      release.resolve();
      await expect.poll(() => page.getByRole('option').count()).toBeLessThan(before);
      expect(await isHighlighted()).toBe(true);
      await page.keyboard.press('Enter');
      await expect.poll(() => field.inputValue()).toBe('Medium rectangle, 300\u00a0×\u00a0250');
    } finally {
      release.resolve();
      await page.unroute(/\/inventory\/format\?.*search=/);
    }
  });

  test('merges changes that another user saved first, and shows a dialog for conflicts', async () => {
    const page = await desk.go('/inventory?item=location-1');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Mine');
    const theirs = { path: { id: 1 }, body: { name: 'Theirs' }, headers: { 'If-Match': '*' } };
    await orThrow(updateLocation({ client: world.placard.client, ...theirs }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Conflicting changes' }).waitFor();
    expect(await problemsOf(desk.page, 'conflict')).toEqual([]);
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('button', { name: 'Mine', exact: true }).waitFor();
  });

  test('archived objects are found on request and restored, and objects in use cannot be archived', async () => {
    const page = await desk.go('/inventory/formats');
    const archive = async () => {
      await page.getByRole('button', { name: 'Archive' }).click();
      await page
        .getByRole('dialog', { name: /^Archive/ })
        .getByRole('button', { name: 'Archive' })
        .click();
    };
    await page.getByRole('button', { name: 'Medium rectangle', exact: true }).click();
    await archive();
    // An object that positions use is not archived, and the page shows why.
    await page.getByRole('alert').waitFor();
    expect(await problemsOf(desk.page, 'refused')).toEqual([]);
    const { body: made } = await world.placard.call('POST', '/api/v1/inventory/format', {
      json: { code: 'banderole', width: 970, height: 90, mediaType: 'banner' },
    });
    const { id } = made as { id: number };
    await desk.go(`/inventory/formats?item=${id}`);
    await page.getByRole('button', { name: 'Archive' }).click();
    await page
      .getByRole('dialog', { name: /^Archive/ })
      .getByRole('button', { name: 'Archive' })
      .click();
    await page.getByText(/ archived$/).waitFor();
    await page.getByRole('button', { name: 'banderole', exact: true }).waitFor({ state: 'detached' });
    // The checkbox follows the URL, which changes after the click.
    const archivedToo = page.getByRole('checkbox', { name: 'Include archived' });
    await archivedToo.click();
    await page.getByRole('button', { name: 'banderole', exact: true }).click();
    await page.getByText('This object is archived').waitFor();
    expect(await problemsOf(desk.page, 'archived')).toEqual([]);
    await page.getByRole('button', { name: 'Unarchive' }).click();
    await page.getByText(/ unarchived$/).waitFor();
    await archivedToo.click();
    await page.getByRole('button', { name: 'banderole', exact: true }).waitFor();
  });

  test('creates an advertiser with a language, maps a brand and sets a password', async () => {
    const page = await desk.go('/media-partners');
    await page.getByRole('button', { name: 'New media partner' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Gable & Finch');
    await page.getByRole('button', { name: 'Create media partner' }).click();
    await page.getByRole('heading', { name: 'Gable & Finch' }).waitFor();
    await page.getByRole('button', { name: 'New brand' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Finch Umbrellas');
    await page.getByRole('button', { name: 'Create brand' }).click();
    await page.getByRole('button', { name: 'Finch Umbrellas' }).waitFor();
    await desk.go('/administration/users');
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('menuitem', { name: 'Create without invitation' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Maya Peeters');
    await page.getByRole('textbox', { name: 'Email address' }).fill('maya@gable.example');
    await page.getByRole('radio', { name: 'Advertiser' }).check();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Nederlands' }).click();
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('No mappings yet').waitFor();
    await page.getByText('Nederlands').waitFor();
    const { body: users } = await world.placard.call('GET', '/api/v1/users?search=maya');
    expect(users).toMatchObject([{ language: 'nl' }]);
    await page.getByRole('combobox', { name: 'Advertiser' }).fill('Gable');
    await page.getByRole('option', { name: 'Gable & Finch' }).click();
    await page.getByRole('combobox', { name: 'Brand' }).click();
    await page.getByRole('option', { name: 'Finch Umbrellas' }).click();
    await page.getByRole('button', { name: 'Add mapping' }).click();
    await page.getByRole('cell', { name: 'Finch Umbrellas', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Set password', exact: true }).click();
    await page.getByRole('textbox', { name: 'New password' }).fill('a long and unusual sentence');
    await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Password set.').waitFor();
    await page.getByText('Set', { exact: true }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('shows the secret of a new service account once', async () => {
    const page = await desk.go('/administration/service-accounts?item=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Booking import');
    await page.getByRole('button', { name: 'Select all read' }).click();
    await page.getByRole('button', { name: 'Create service account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Secret of Booking import' });
    await dialog.waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const [clientId = '', secret = ''] = await dialog.locator('code').allTextContents();
    const answer = await fetch(`${world.url}/oauth2/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(answer.status).toBe(200);
    await dialog.getByRole('button', { name: 'I stored the secret' }).click();
    await desk.go('/administration/service-accounts');
    expect(await page.content()).not.toContain(secret);
  });

  test('creates and tests a webhook, and shows the result', async () => {
    const page = await desk.go('/administration/webhooks?item=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('CRM');
    await page.getByRole('textbox', { name: 'URL' }).fill('https://crm.invalid/placard');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'I stored the secret' }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('button', { name: 'webhook.test' }).click();
    await page.getByRole('heading', { name: 'Payload' }).waitFor();
    expect(await page.getByRole('region', { name: 'Code' }).first().textContent()).toContain('"type": "webhook.test"');
    expect(await violationsOn(page)).toEqual([]);
  });

  test('schedules the displayed report, runs it immediately, and downloads it by its link', async () => {
    const page = await desk.go('/reports?by=booking,day');
    await page.getByRole('link', { name: 'Schedule report' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Email not available').waitFor();
    await drawer.getByRole('textbox', { name: 'Name' }).fill(`Weekly ${hostile}`);
    expect(await violationsOn(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Create schedule' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByText('Last 7 days, grouped by Booking and Day').waitFor();
    await page.getByRole('button', { name: /^Weekly/ }).click();
    await drawer.getByRole('button', { name: 'Run now' }).click();
    await drawer.getByText('Sent', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^report-.*\.xlsx$/);
    expect(await page.title()).not.toBe('run');
  });

  test('edits the exported list of campaigns, imports it after a preview, and undoes the import', async () => {
    const page = await desk.go('/campaigns');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const [head = '', line = ''] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    const cells = line.split(',');
    const name = cells[2] ?? '';
    const upload = async (lines: readonly string[]) => {
      const buffer = Buffer.from(lines.join('\r\n'));
      await page.locator('input[type=file]').setInputFiles({ name: 'campaigns.csv', mimeType: 'text/csv', buffer });
    };
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog');
    await upload([head, line]);
    await dialog.getByText('Unchanged').waitFor();
    const renamed = cells.with(2, `"Spring ${hostile.replaceAll('"', '""')}"`).join(',');
    const fresh = cells.with(0, '').with(1, '').with(2, 'Made of a file').join(',');
    await upload([head, renamed, cells.with(0, '').with(6, '999999').join(',')]);
    await dialog.getByText(/^advertiserCompanyId: .*999999/).waitFor();
    expect(await dialog.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true);
    await upload([head, renamed, fresh]);
    await dialog.getByText('Preview. No changes have been made.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import 2 campaigns' }).click();
    await page.getByRole('link', { name: 'Made of a file' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Made of a file' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name, exact: true }).waitFor();
    expect(await page.title()).not.toBe('run');
  });

  test('the system page shows every host, process and engine with its metrics', async () => {
    const page = await desk.go('/administration/system');
    const engine = (name: string) => page.getByRole('table', { name: 'Data stores' }).getByRole('row', { name });
    await engine('PostgreSQL').getByText('Healthy').waitFor();
    await engine('Redis').getByText('Not used').waitFor();
    await page.getByText(/, live on \d+ of \d+/).waitFor();
    await page.getByText('Ad requests per second').locator('xpath=following-sibling::*').getByText(/^\d/).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(desk.faults.filter((fault) => !/40[049]|412/.test(fault))).toEqual([]);
  });

  test('settings are saved, and the audit log shows the changed values', async () => {
    const page = await desk.go('/administration/settings');
    await page.getByRole('combobox', { name: 'Additional inventory categories' }).fill('newsletter');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'View attribution (days)' }).fill('7');
    await page.getByRole('textbox', { name: 'Discrepancy threshold (%)' }).fill('15');
    await page.getByRole('switch', { name: 'Resize HTML5 images' }).check();
    await page.getByRole('textbox', { name: 'Seller domain' }).fill('seller.example');
    await keepPicture(page, 'settings-resize');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    await desk.go('/administration/audit?kind=settings');
    await page.getByRole('button', { name: /Settings/ }).click();
    await page.getByRole('row', { name: /extraCategories.*newsletter/ }).waitFor();
    await page.getByRole('row', { name: /attributionViewDays.*1.*7/ }).waitFor();
    await page.getByRole('row', { name: /resizeBundleImages/ }).waitFor();
    await page.getByRole('row', { name: /discrepancyThresholdPercent.*10.*15/ }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const created = await callFrom(desk, '/api/v1/inventory/publication', {
      companyName: 'Authorized site',
      publisherId: 1,
      timeZone: 'Europe/Amsterdam',
      domains: ['authorized.invalid'],
    });
    await desk.go(`/inventory?item=publication-${created.id}`);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('ads.txt: unreachable').first().waitFor();
    await page.getByRole('button', { name: 'Show files of authorized.invalid' }).click();
    await page.getByText('seller.example, 1, DIRECT').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'publication-authorization');
    await desk.go('/reports/discrepancies');
    await expect.poll(() => page.getByRole('textbox', { name: 'Threshold (percent)' }).inputValue()).toBe('15');
    await keepPicture(page, 'discrepancies');
    expect(desk.faults.filter((fault) => !/40[049]|412/.test(fault))).toEqual([]);
  });

  test('shows no buttons for changes and no administration to an analyst', async () => {
    const viewer = await world.open('viewer');
    await viewer.page.goto(`${world.url}/inventory?item=position-1`);
    await viewer.page.getByRole('heading', { name: 'Integration code' }).waitFor();
    expect(await viewer.page.getByRole('button', { name: /^(Add|New|Save|Archive|Create)/ }).count()).toBe(0);
    expect(await viewer.page.getByRole('textbox', { name: 'Code' }).isDisabled()).toBe(true);
    await viewer.page.goto(`${world.url}/media-partners`);
    await settle(viewer.page);
    expect(await viewer.page.getByRole('button', { name: /^New/ }).count()).toBe(0);
    expect(await viewer.page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    await viewer.context.close();
  });
});
