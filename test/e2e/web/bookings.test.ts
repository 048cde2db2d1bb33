import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMediaPartners } from '../../../src/main/demo/demo-brands.ts';
import { drawBanner } from '../../../src/platform/media/banner/draw-banner.ts';
import { keepPicture, overflowOf, resize, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { createByApi, readByApi } from '../../support/fixtures/call-placard.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const phone = { width: 400, height: 800 };
const wide = { width: 1440, height: 900 };

describe('the editor of a booking', () => {
  let world: WebWorld;
  let desk: Desk;

  beforeAll(async () => {
    world = await startWebWorld();
    desk = await world.open('manager');
  });
  afterAll(async () => {
    await world?.close();
  });

  async function go(path: string) {
    await resize(desk.page, wide);
    await desk.page.goto(world.url + path);
    await settle(desk.page);
    return desk.page;
  }

  async function pricing() {
    const { body } = await world.placard.call('GET', `/api/v1/bookings/${world.booked.bookingId}`);
    return (body as { readonly pricing: { readonly rate: { readonly amount: string } } }).pricing;
  }

  /** Enters a value here while another user saves a different one. */
  async function writeBesideAnother(mine: string, theirs: string) {
    const { bookingId } = world.booked;
    const page = await go(`/bookings/${bookingId}/edit`);
    await page.getByLabel('Rate').fill(mine);
    const answer = await world.placard.call('PATCH', `/api/v1/bookings/${bookingId}`, {
      json: { pricing: { rate: { amount: theirs } } },
      headers: { 'If-Match': '*' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Conflicting changes' }).waitFor();
    return page;
  }

  test.each([
    { field: 'delivery.goal', section: 'Delivery', focused: '[data-field="delivery.goal"] :focus' },
    { field: 'exclusionLabels', section: 'Delivery', focused: '[data-field="exclusionLabels"] :focus' },
    { field: 'dayParts', section: 'Schedule', focused: '[data-field="dayParts"] :focus' },
    { field: 'targeting', section: 'Targeting', focused: ':focus' },
  ])('a link to the field $field scrolls to it and focuses it', async ({ field, section, focused }) => {
    const page = await go(`/bookings/${world.booked.bookingId}/edit?field=${field}`);
    const control = page.locator(`section[aria-label="${section}"] ${focused}`);
    await control.waitFor({ state: 'attached' });
    await waitUntil('the field to be in view', () =>
      control.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }),
    );
    // Nothing that loads later moves it out of view.
    await page.waitForLoadState('networkidle');
    expect(await control.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(wide.height);
    expect(await control.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  });

  test('shows both versions of a conflicting change and can use the other version', async () => {
    const page = await writeBesideAnother('6.25', '5.00');
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Price', exact: true }) });
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['Price', 'EUR\u00a05.00 CPM', 'EUR\u00a06.25 CPM']);
    expect(await violationsOn(page)).toEqual([]);
    await resize(page, phone);
    await keepPicture(page, 'booking-conflict-phone');
    expect(await overflowOf(page)).toBe(0);
    await resize(page, wide);
    await keepPicture(page, 'booking-conflict');
    await page.getByRole('button', { name: 'Use their version' }).click();
    await page.getByText('All changes saved.').waitFor();
    expect(await page.getByLabel('Rate').inputValue()).toBe('5.00');
    expect(await pricing()).toMatchObject({ rate: { amount: '5.00' } });
    expect(desk.faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  test('keeps the own version on request', async () => {
    const page = await writeBesideAnother('7.50', '5.10');
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByText('All changes saved.').waitFor();
    expect(await pricing()).toMatchObject({ rate: { amount: '7.50' } });
  });

  test('submits after the pending save, with the edits since then, and never with an outdated version', async () => {
    const page = await go(`/bookings/${await draftOf(world)}/edit`);
    const sent: string[] = [];
    const statuses: number[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v1/bookings/**', async (route) => {
      const request = route.request();
      if (request.method() === 'GET') return route.continue();
      sent.push(`${request.method()} ${new URL(request.url()).pathname.split('/').at(-1)}`);
      const response = await route.fetch({
        headers: { ...(await request.allHeaders()), 'sec-fetch-site': 'same-origin' },
      });
      statuses.push(response.status());
      if (sent.length === 1) await released;
      return route.fulfill({ response });
    });
    await page.getByLabel('Booking name').fill('Delayed');
    await page.getByText('Saving…').waitFor();
    await waitUntil('the first save to reach the server', () => statuses.length === 1);
    expect(statuses).toEqual([200]);
    await page.getByLabel('Booking name').fill('Delayed, and renamed');
    await page.getByRole('button', { name: 'Submit' }).click();
    // The response of the first save is delayed. No other request may be sent before it arrives.
    const bookingId = Number(/bookings\/(\d+)/.exec(page.url())?.[1]);
    const { body: between } = await world.placard.call('GET', `/api/v1/bookings/${bookingId}`);
    expect([between, sent]).toMatchObject([{ name: 'Delayed', status: 'draft' }, [`PATCH ${bookingId}`]]);
    release();
    await page.waitForURL(/\/bookings\/\d+$/);
    expect(sent).toEqual([`PATCH ${bookingId}`, `PATCH ${bookingId}`, 'POST submit']);
    expect(statuses).toEqual([200, 200, 200]);
    const { body: after } = await world.placard.call('GET', `/api/v1/bookings/${bookingId}`);
    expect(after).toMatchObject({ name: 'Delayed, and renamed', status: 'planned' });
    await page.unroute('**/api/v1/bookings/**');
  });

  test('shows its dayparts, and cannot be submitted while a selected file is not uploaded', async () => {
    const id = await draftOf(world);
    await world.placard.call('PATCH', `/api/v1/bookings/${id}`, {
      json: { dayParts: [{ days: ['mon', 'fri'], fromMinute: 480, toMinute: 720 }] },
      headers: { 'If-Match': '*' },
    });
    const page = await go(`/bookings/${id}`);
    await page.getByText('Dayparts', { exact: true }).waitFor();
    expect(await page.locator('#content').textContent()).toMatch(/Dayparts.*08:00.*12:00/);
    await keepPicture(page, 'booking-day-parts');

    await go(`/bookings/${id}/edit`);
    const submit = page.getByRole('button', { name: 'Submit' });
    await submit.and(page.locator(':enabled')).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.locator('button:enabled', { hasText: 'choose files' }).click();
    const brand = demoMediaPartners[0]?.brands[0] ?? expect.fail('The demo has no brand');
    const buffer = await drawBanner(brand, { width: 123, height: 45 });
    await (await chooser).setFiles({ name: 'odd-size.png', mimeType: 'image/png', buffer });
    await page.getByText('odd-size.png. Select a format and upload the files, or remove them.').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await keepPicture(page, 'booking-file-not-uploaded');
    await page.getByRole('button', { name: 'Remove odd-size.png' }).click();
    await submit.and(page.locator(':enabled')).waitFor();
  });

  test('shows both versions of a conflicting change of its campaign', async () => {
    const { campaignId } = world.booked;
    const page = await go(`/campaigns/${campaignId}?edit=yes`);
    await page.getByRole('textbox', { name: 'PO number' }).fill('PO 12');
    const answer = await world.placard.call('PATCH', `/api/v1/campaigns/${campaignId}`, {
      json: { poNumber: 'PO 13' },
      headers: { 'If-Match': '*' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Conflicting changes' });
    const row = dialog.getByRole('row').filter({ has: page.getByRole('cell', { name: 'PO number', exact: true }) });
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['PO number', 'PO 13', 'PO 12']);
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    await page.getByText('PO 12').waitFor();
  });

  test('is duplicated with its settings and creatives, without status, counts and review history', async () => {
    const { call } = world.placard;
    const { bookingId } = world.booked;
    const shown = await fetch(`${world.placard.deliveryUrl}/json/sl${world.booked.slotName}/`);
    const [ad] = (await shown.json()) as readonly { readonly tracker: string }[];
    const impression = await fetch(world.placard.deliveryUrl + new URL(ad?.tracker ?? '').pathname);
    expect(impression.status).toBe(200);
    const settings = {
      priority: 3,
      activeDays: ['mon', 'fri'],
      dayParts: [{ days: ['mon'], fromMinute: 480, toMinute: 720 }],
      targeting: { all: [{ fact: 'country', values: ['BE'] }, { not: { fact: 'device', values: ['tv'] } }] },
      delivery: { method: 'even', percent: null, goal: { kind: 'impressions', total: 5_000 }, frontLoading: 10 },
      caps: [{ scope: 'day', most: 2 }],
      exclusionLabels: ['cars'],
      duplicatesAllowed: true,
    };
    const changed = await call('PATCH', `/api/v1/bookings/${bookingId}`, {
      json: {
        ...settings,
        externalId: 'crm-77',
        endDate: '2030-01-01T00:00:00Z',
        creatives: [{ creativeId: world.booked.creativeId, weight: 6 }],
      },
      headers: { 'If-Match': '*' },
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    type Stored = Readonly<Record<string, unknown>> & {
      readonly creatives: readonly { readonly adId: number }[];
      readonly delivered: { readonly impressions: number };
    };
    const read = async (id: number) => (await call('GET', `/api/v1/bookings/${id}`)).body as Stored;
    await waitUntil('the impression to be counted', async () => (await read(bookingId)).delivered.impressions === 1);
    const original = await read(bookingId);
    expect(original).toMatchObject({ status: 'running', externalId: 'crm-77' });

    const page = await go(`/bookings/${bookingId}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate booking' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate', exact: true }).click();
    await page.waitForURL((url) => /\/bookings\/\d+\/edit/.test(url.pathname));
    const copyId = Number(/\/bookings\/(\d+)\//.exec(page.url())?.[1]);
    expect(copyId).not.toBe(bookingId);
    const copy = await read(copyId);
    const kept = ['campaignId', 'type', 'startDate', 'endDate', 'positionIds', 'pricing', 'loop', 'sponsored'];
    expect(copy).toMatchObject({ ...settings, ...Object.fromEntries(kept.map((name) => [name, original[name]])) });
    expect(copy).toMatchObject({
      name: `${original['name']} (copy)`,
      externalId: null,
      version: 1,
      status: 'draft',
      rejectionReason: null,
      delivered: { impressions: 0, clicks: 0 },
      creatives: [{ creativeId: world.booked.creativeId, weight: 6, startDate: null, endDate: null }],
    });
    expect(copy.creatives[0]?.adId).not.toBe(original.creatives[0]?.adId);
    const { body: review } = await call('GET', `/api/v1/bookings/${copyId}/review`);
    expect(review).toMatchObject({ approved: null });
    const { body: entries } = await call('GET', `/api/v1/audit?kind=bookings&objectId=${copyId}`);
    expect((entries as readonly { readonly action: string }[]).map(({ action }) => action)).toEqual(['create']);
  });

  test('is duplicated with its campaign, without its targeting', async () => {
    const { call } = world.placard;
    const { bookingId } = world.booked;
    type Found = Readonly<Record<string, unknown>> & { readonly id: number; readonly campaignId: number };
    const original = (await call('GET', `/api/v1/bookings/${bookingId}`)).body as Found;
    const page = await go(`/campaigns/${original.campaignId}`);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Duplicate campaign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicate campaign' });
    await dialog.getByLabel('Name').fill('Aurora next year');
    await dialog.getByRole('checkbox', { name: 'Targeting and exclusion labels' }).uncheck();
    await keepPicture(page, 'duplicate-campaign');
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Duplicate', exact: true }).click();
    await page.getByRole('heading', { name: 'Aurora next year' }).waitFor();
    const copyId = Number(/\/campaigns\/(\d+)/.exec(page.url())?.[1]);
    expect(copyId).not.toBe(original.campaignId);
    const { body: copies } = await call('GET', `/api/v1/bookings?campaignId=${copyId}`);
    const copy = (copies as readonly Found[]).find(({ name }) => name === original['name']);
    expect(copy).toMatchObject({
      status: 'draft',
      targeting: null,
      exclusionLabels: [],
      startDate: original['startDate'],
    });
  });

  test('shows its positions, and offers no submission while it is delivering', async () => {
    const page = await go(`/bookings/${world.booked.bookingId}/edit`);
    const position = page.getByRole('checkbox', { name: new RegExp(world.booked.slotName) });
    expect(await position.isChecked()).toBe(true);
    const publisher = page.getByRole('checkbox', { name: 'Test Press' });
    expect(await publisher.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
    await page.getByText('1 position selected').waitFor();
    expect(await page.getByRole('region', { name: 'Setup' }).count()).toBe(0);
    await page.getByLabel('Booking name').fill('');
    await page.getByRole('region', { name: 'Setup' }).getByText('Name').waitFor();
  });

  test('starts at midnight in the time zone of its positions, in any time zone of the browser', async () => {
    const zone = 'Asia/Tokyo';
    const { formatId } = await readByApi<{ formatId: number }>(world.placard, '/inventory/position/1');
    const { publisherId } = await readByApi<{ publisherId: number }>(world.placard, '/inventory/publication/1');
    const abroad = await createByApi(world.placard, '/inventory/publication', {
      companyName: 'Tokyo News',
      publisherId,
      timeZone: zone,
    });
    const home = await createByApi(world.placard, '/inventory/location', { publicationId: abroad.id, code: '_tokyo_' });
    await createByApi(world.placard, '/inventory/position', { locationId: home.id, formatId });
    const context = await world.browser.newContext({
      storageState: await desk.context.storageState(),
      timezoneId: 'Pacific/Auckland',
    });
    const page = await context.newPage();
    await page.goto(`${world.url}/bookings/new?campaign=${world.booked.campaignId}`);
    await page.getByText('Time zone: Europe/Brussels').waitFor();
    const start = page.getByRole('button', { name: 'Start' });
    await start.getByText(/, 00:00$/).waitFor();
    const day = await start.textContent();
    await page.getByRole('searchbox', { name: 'Search inventory' }).fill('tokyo');
    await page.getByRole('checkbox', { name: /^Tokyo News/ }).check();
    await page.getByText(`Time zone: ${zone}`).waitFor();
    await start.getByText(day ?? '', { exact: true }).waitFor();
    await context.close();
  });

  test('has the same first and last day in every list', async () => {
    const { bookingId, campaignId, creativeId } = world.booked;
    // One hour after midnight in Brussels, which is the previous day in UTC.
    const startDate = '2026-01-09T23:30:00Z';
    const answer = await world.placard.call('PATCH', `/api/v1/bookings/${bookingId}`, {
      json: { startDate, endDate: '2031-01-09T23:00:00Z' },
      headers: { 'If-Match': '*' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const context = await world.browser.newContext({
      storageState: await desk.context.storageState(),
      timezoneId: 'UTC',
      locale: 'en-GB',
    });
    const page = await context.newPage();
    for (const path of [`/creatives/${creativeId}`, `/campaigns/${campaignId}`, '/campaigns']) {
      await page.goto(world.url + path);
      await page.locator('td').getByText('10 Jan 2026', { exact: true }).waitFor();
      // The end is the midnight at the beginning of the tenth.
      await page.locator('td').getByText('9 Jan 2031', { exact: true }).waitFor();
    }
    await context.close();
  });
});

/** Returns the ID of a complete booking that is not submitted, a copy of the booked one. */
async function draftOf({ placard, booked }: WebWorld): Promise<number> {
  const { body } = await placard.call('GET', `/api/v1/bookings/${booked.bookingId}`);
  const { positionIds, pricing } = body as Record<string, unknown>;
  const { body: campaign } = await placard.call('GET', `/api/v1/campaigns/${booked.campaignId}`);
  const { advertiserCompanyId, invoiceCompanyId, brandIds } = campaign as Record<string, unknown>;
  const companies = { advertiserCompanyId, invoiceCompanyId, brandIds };
  const { body: own } = await placard.call('POST', '/api/v1/campaigns', { json: { name: 'Drafts', ...companies } });
  const { id: campaignId } = own as { readonly id: number };
  const creatives = [{ creativeId: booked.creativeId }];
  const start = new Date(Date.now() + 86_400_000).toISOString();
  const { status, body: made } = await placard.call('POST', '/api/v1/bookings', {
    json: { campaignId, name: 'Draft', type: 'display', startDate: start, positionIds, pricing, creatives },
  });
  expect(status, JSON.stringify(made)).toBe(201);
  return (made as { readonly id: number }).id;
}
