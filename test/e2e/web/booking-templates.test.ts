import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wallTimeOf } from '../../../src/web/ui/time/zoned-time.ts';
import { focused } from '../../support/browser/counting-hand.ts';
import { keyboard } from '../../support/browser/web-hand.ts';
import {
  keepPicture,
  overflowOf,
  resize,
  settle,
  showBy,
  violationsOn,
} from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { createByApi, readByApi } from '../../support/fixtures/call-placard.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const any = { 'If-Match': '*' };

type Made = { readonly id: number; readonly name: string };
type Template = Made & { readonly shared: boolean; readonly settings: Readonly<Record<string, unknown>> };

describe('booking templates', () => {
  let world: WebWorld;
  let desk: Desk;
  let page: Page;
  let campaignId: number;
  let bookingId: number;
  let secondPosition: Made;

  beforeAll(async () => {
    world = await startWebWorld();
    desk = await world.open('manager');
    ({ page } = desk);
    ({ campaignId } = world.booked);
    const booked = await readByApi<{ readonly positionIds: readonly number[] }>(
      world.placard,
      `/bookings/${world.booked.bookingId}`,
    );
    const position = await readByApi<{ readonly locationId: number }>(
      world.placard,
      `/inventory/position/${booked.positionIds[0]}`,
    );
    const format = await createByApi(world.placard, '/inventory/format', {
      code: 'half-page-2',
      width: 300,
      height: 600,
    });
    secondPosition = await createByApi(world.placard, '/inventory/position', {
      locationId: position.locationId,
      formatId: format.id,
    });
    ({ id: bookingId } = await createByApi(world.placard, '/bookings', {
      campaignId,
      name: 'Homepage week',
      type: 'display',
      startDate: '2027-01-04T00:00:00+01:00',
      endDate: '2027-01-11T00:00:00+01:00',
      positionIds: [...booked.positionIds, secondPosition.id],
      priority: 2,
      exclusionLabels: ['cars'],
      targeting: { all: [{ fact: 'country', values: ['BE'] }] },
      delivery: { method: 'even', goal: { kind: 'impressions', total: 70_000 } },
      pricing: { model: 'cpm', rate: { amount: '4.50', currency: 'EUR' } },
      caps: [{ scope: 'day', most: 3 }],
      creatives: [{ creativeId: world.booked.creativeId, weight: 4 }],
    }));
  });
  afterAll(async () => {
    await world?.close();
  });

  async function go(path: string): Promise<void> {
    await resize(page, wide);
    await page.goto(world.url + path);
    await settle(page);
  }

  async function expectAccessible(name: string): Promise<void> {
    for (const size of [wide, phone]) {
      await resize(page, size);
      expect(await overflowOf(page)).toBe(0);
      for (const theme of ['light', 'dark'] as const) {
        await showBy(page, theme);
        await keepPicture(page, `${name}-${size.width}-${theme}`);
        expect(await violationsOn(page), `${size.width} ${theme}`).toEqual([]);
      }
      await showBy(page, 'light');
    }
    await resize(page, wide);
  }

  /** Templates of the service account of the test and shared ones. */
  async function sharedTemplates(): Promise<readonly Template[]> {
    return await readByApi<readonly Template[]>(world.placard, '/booking-templates');
  }

  test('a booking is saved as a shared template with the keyboard only', async () => {
    await go(`/bookings/${bookingId}`);
    await keyboard.press(page.getByRole('button', { name: 'More actions' }));
    await focused(page.getByRole('menuitem', { name: 'Duplicate booking' }));
    await page.keyboard.press('ArrowDown');
    await focused(page.getByRole('menuitem', { name: 'Save as template' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save as template' });
    await dialog.waitFor();
    await keyboard.write(dialog.getByLabel('Name'), 'Homepage, one week');
    await keyboard.write(dialog.getByLabel('Description'), 'For retail campaigns');
    await keyboard.press(dialog.getByLabel('Shared with all users'));
    await keyboard.press(dialog.getByLabel('Include 1 creative'));
    await expectAccessible('template-save');
    await keyboard.press(dialog.getByRole('button', { name: 'Save template' }));
    await page.getByText('Template saved: Homepage, one week').waitFor();
    const [template] = await sharedTemplates();
    expect(template).toMatchObject({
      name: 'Homepage, one week',
      description: 'For retail campaigns',
      shared: true,
      durationSeconds: 7 * 86_400,
      settings: {
        type: 'display',
        priority: 2,
        exclusionLabels: ['cars'],
        delivery: { method: 'even', goal: { kind: 'impressions', total: 70_000 } },
        creatives: [{ creativeId: world.booked.creativeId, weight: 4 }],
      },
    });
  });

  test('a new booking from a template has its settings, and all fields can be changed', async () => {
    await go(`/bookings/new?campaign=${campaignId}`);
    await page.getByRole('button', { name: 'Use template' }).click();
    const picker = page.getByRole('dialog', { name: 'New booking from template' });
    await picker.getByLabel('Search templates').fill('nothing of this name');
    await picker.getByText('No results found.').waitFor();
    await picker.getByLabel('Search templates').fill('retail');
    await picker.getByRole('button', { name: /Homepage, one week/ }).waitFor();
    await expectAccessible('template-picker');
    await picker.getByRole('button', { name: /Homepage, one week/ }).click();
    await page.getByText('Template applied: Homepage, one week').waitFor();
    expect(new URL(page.url()).searchParams.get('template')).not.toBeNull();
    await page.getByText('Country is BE').waitFor();
    // The server serves the page of this address, and the template is applied again.
    await page.reload();
    await settle(page);
    await page.getByText('Country is BE').waitFor();
    await expectAccessible('template-applied');
    await page.getByLabel('Booking name').fill('From the template');
    await page.getByLabel('Rate').fill('5.25');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/bookings\/\d+\/edit/);
    const [made] = await readByApi<readonly Record<string, unknown>[]>(
      world.placard,
      '/bookings?search=From+the+template',
    );
    expect(made).toMatchObject({
      campaignId,
      status: 'draft',
      priority: 2,
      exclusionLabels: ['cars'],
      targeting: { all: [{ fact: 'country', values: ['BE'] }] },
      delivery: { method: 'even', goal: { kind: 'impressions', total: 70_000 } },
      pricing: { model: 'cpm', rate: { amount: '5.25', currency: 'EUR' } },
      caps: [{ scope: 'day', most: 3 }],
      creatives: [{ creativeId: world.booked.creativeId, weight: 4 }],
    });
    const { startDate, endDate } = made as { readonly startDate: string; readonly endDate: string };
    expect(wallTimeOf(startDate, 'Europe/Brussels')).toMatch(/ 00:00:00$/);
    expect(Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000)).toBe(7);
  });

  test('references to archived objects are left out and named', async () => {
    const archived = await world.placard.call('PATCH', `/api/v1/bookings/${bookingId}`, {
      json: {
        positionIds: [
          (await readByApi<{ positionIds: number[] }>(world.placard, `/bookings/${bookingId}`)).positionIds[0],
        ],
      },
      headers: any,
    });
    expect(archived.status).toBe(200);
    const made = await readByApi<readonly Made[]>(world.placard, '/bookings?search=From+the+template');
    for (const path of [`/bookings/${made[0]?.id}`, `/inventory/position/${secondPosition.id}`]) {
      const { status, body } = await world.placard.call('DELETE', `/api/v1${path}`, { headers: any });
      expect(status, JSON.stringify(body)).toBe(200);
    }
    const [template] = await sharedTemplates();
    await go(`/bookings/new?campaign=${campaignId}&template=${template?.id}`);
    const notice = page.getByRole('status').filter({ hasText: 'no longer available' });
    await notice.getByText(`Position: ${secondPosition.name}`).waitFor();
    await expectAccessible('template-incomplete');
    await page.getByLabel('Booking name').fill('Without the position');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/bookings\/\d+\/edit/);
    const [saved] = await readByApi<readonly Record<string, unknown>[]>(
      world.placard,
      '/bookings?search=Without+the+position',
    );
    expect(saved?.['positionIds']).toHaveLength(1);
  });

  test('a template is renamed, updated from a booking, deleted and restored', async () => {
    await go('/bookings/templates');
    await page.getByRole('button', { name: 'Actions for Homepage, one week' }).click();
    await page.getByRole('menuitem', { name: 'Rename or share' }).click();
    const drawer = page.getByRole('dialog', { name: 'Homepage, one week' });
    await drawer.getByLabel('Name').fill('Homepage, seven days');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Homepage, seven days' }).waitFor();
    await drawer.waitFor({ state: 'detached' });
    await expectAccessible('template-list');

    const changed = await world.placard.call('PATCH', `/api/v1/bookings/${bookingId}`, {
      json: { priority: 8, targeting: null },
      headers: any,
    });
    expect(changed.status).toBe(200);
    await go(`/bookings/${bookingId}/edit`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as template' });
    await dialog.getByText('Existing template').click();
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'Homepage, seven days' }).click();
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('Template saved: Homepage, seven days').waitFor();
    expect((await sharedTemplates())[0]).toMatchObject({
      name: 'Homepage, seven days',
      description: 'For retail campaigns',
      shared: true,
      settings: { priority: 8, targeting: null, creatives: [] },
    });

    await go('/bookings/templates');
    await page.getByRole('button', { name: 'Actions for Homepage, seven days' }).click();
    await page.getByRole('menuitem', { name: 'Delete template' }).click();
    await page.getByText('Template deleted: Homepage, seven days').waitFor();
    await page.getByText('No booking templates').waitFor();
    expect(await sharedTemplates()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Homepage, seven days' }).waitFor();
    await waitUntil('the template to be restored', async () => (await sharedTemplates()).length === 1);
  });

  test('a template that does not exist is reported', async () => {
    await go('/bookings/new?template=999999');
    await page.getByText('The template does not exist or was deleted.').waitFor();
    expect(desk.faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  });
});
