import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateLocation } from '../../../src/client/generated/sdk.gen.ts';
import { orThrow } from '../../../src/client/placard-problem.ts';
import { settle, violationsOn } from '../../support/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/web-world.ts';

/** What somebody may type, and no page may run. */
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

  async function go(path: string) {
    await desk.page.goto(world.url + path);
    await settle(desk.page);
    return desk.page;
  }

  test('a position is set up from a location on, and its page gets code to copy', async () => {
    const page = await go('/inventory');
    await page.getByRole('button', { name: /^New location of/ }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill('not a code');
    await page.getByRole('button', { name: 'Create location' }).click();
    await page.getByText('may hold letters, digits, _, . and - only').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill('_sport_');
    await page.getByRole('textbox', { name: 'Name' }).fill(`Sport ${hostile}`);
    await page.getByRole('button', { name: 'Create location' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^New position of Sport/ }).click();
    await page.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: /rectangle/ }).click();
    await page.getByText('_sport_-rectangle').waitFor();
    await page.getByRole('button', { name: 'Create position' }).click();
    await page.getByRole('heading', { name: 'On your page' }).waitFor();
    await page.getByText('Script', { exact: true }).click();
    expect(await page.getByRole('region', { name: 'Code' }).textContent()).toContain('/ad/sl_sport_-rectangle/');
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.title()).toBe('Inventory · Placard');
  });

  test('what somebody else saved first is joined, and what both changed is asked about', async () => {
    const page = await go('/inventory?item=location-1');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Mine');
    const theirs = { path: { id: 1 }, body: { name: 'Theirs' }, headers: { 'If-Match': '*' } };
    await orThrow(updateLocation({ client: world.placard.client, ...theirs }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Somebody else saved first' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Mine', exact: true }).waitFor();
  });

  test('an advertiser is made, mapped to a brand, and given a password', async () => {
    const page = await go('/media-partners');
    await page.getByRole('button', { name: 'New media partner' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Gable & Finch');
    await page.getByRole('button', { name: 'Create media partner' }).click();
    await page.getByRole('heading', { name: 'Gable & Finch' }).waitFor();
    await page.getByRole('button', { name: 'New brand' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Finch Umbrellas');
    await page.getByRole('button', { name: 'Create brand' }).click();
    await page.getByRole('button', { name: 'Finch Umbrellas' }).waitFor();

    await go('/administration/users');
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Maya Peeters');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('maya@gable.example');
    await page.getByRole('radio', { name: 'Advertiser' }).check();
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('Not mapped to any company yet').waitFor();
    await page.getByRole('combobox', { name: 'Advertiser' }).fill('Gable');
    await page.getByRole('option', { name: 'Gable & Finch' }).click();
    await page.getByRole('combobox', { name: 'Brand' }).click();
    await page.getByRole('option', { name: 'Finch Umbrellas' }).click();
    await page.getByRole('button', { name: 'Add mapping' }).click();
    await page.getByRole('cell', { name: 'Finch Umbrellas', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByRole('textbox', { name: 'New password' }).fill('a long sentence nobody says');
    await page.getByRole('button', { name: 'Set password', exact: true }).click();
    await page.getByText('Has one').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('a secret is shown once, to whoever makes the service account', async () => {
    const page = await go('/administration/service-accounts?item=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Booking import');
    await page.getByRole('button', { name: 'All that read' }).click();
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
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await go('/administration/service-accounts');
    expect(await page.content()).not.toContain(secret);
  });

  test('a webhook is made and tested, and says what came of it', async () => {
    const page = await go('/administration/webhooks?item=new');
    await page.getByRole('textbox', { name: 'Name' }).fill('CRM');
    await page.getByRole('textbox', { name: 'Address' }).fill('https://crm.invalid/placard');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('button', { name: 'webhook.test' }).click();
    await page.getByRole('heading', { name: 'Message' }).waitFor();
    expect(await page.getByRole('region', { name: 'Code' }).first().textContent()).toContain('"type": "webhook.test"');
    expect(await violationsOn(page)).toEqual([]);
  });

  test('the settings are saved, and the audit log says what was different', async () => {
    const page = await go('/administration/settings');
    await page.getByRole('combobox', { name: 'More categories of inventory' }).fill('newsletter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await go('/administration/audit?kind=settings');
    await page.getByRole('button', { name: /Settings/ }).click();
    await page.getByRole('row', { name: /extraCategories.*newsletter/ }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(desk.faults.filter((fault) => !/40[04]|412/.test(fault))).toEqual([]);
  });

  test('who may only read sees no button that changes, and no administration', async () => {
    const viewer = await world.open('viewer');
    await viewer.page.goto(`${world.url}/inventory?item=position-1`);
    await viewer.page.getByRole('heading', { name: 'On your page' }).waitFor();
    expect(await viewer.page.getByRole('button', { name: /^(New|Save|Archive|Create)/ }).count()).toBe(0);
    expect(await viewer.page.getByRole('textbox', { name: 'Code' }).isDisabled()).toBe(true);
    await viewer.page.goto(`${world.url}/media-partners`);
    await settle(viewer.page);
    expect(await viewer.page.getByRole('button', { name: /^New/ }).count()).toBe(0);
    expect(await viewer.page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    await viewer.context.close();
  });
});
