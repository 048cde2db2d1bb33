import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepPicture, overflowOf, resize, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const slot = '_news_home_-rectangle';
let world: WebWorld;
beforeAll(async () => {
  world = await startWebWorld();
});
afterAll(async () => {
  await world?.close();
});

test('the page of a booking counts its requests, leads to why it was chosen, and any request is explained', async () => {
  const { booked, placard } = world;
  await waitUntil('the booking to serve', async () => {
    const answer = await fetch(`${placard.deliveryUrl}/json/sl${slot}`);
    return ((await answer.json()) as unknown[]).length === 1;
  });
  const { page, context, faults } = await world.open('admin');
  const panel = page.getByRole('region', { name: 'Requests' });
  await waitUntil('the request to be kept', async () => {
    await page.goto(`${world.url}/bookings/${booked.bookingId}`);
    await settle(page);
    return (await panel.getByText('Chosen', { exact: true }).count()) === 1;
  });
  await panel.getByRole('link').first().click();
  await page.getByRole('heading', { name: slot }).waitFor();
  await settle(page);
  expect(await page.getByRole('row').filter({ hasText: 'Chosen' }).count()).toBe(1);
  expect(await violationsOn(page)).toEqual([]);
  await keepPicture(page, 'decision-light');
  await page.goto(`${world.url}/decisions/explain`);
  await page.getByLabel('Slot names').fill(slot);
  await page.getByLabel('Moment').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('It has not begun').waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await violationsOn(page), await overflowOf(page)]).toEqual([[], 0]);
  await keepPicture(page, 'explained-phone');
  await context.close();
  expect(faults).toEqual([]);
}, 120_000);

test('a booking is simulated before it is saved, its page has a forecast, and previews go to any moment', async () => {
  const { booked, placard } = world;
  const { page, context, faults } = await world.open('admin');
  await page.goto(`${world.url}/bookings/${booked.bookingId}/edit`);
  const ahead = page.getByRole('region', { name: 'Looking ahead' });
  await ahead.getByRole('button', { name: 'Simulate' }).click();
  await ahead.getByText(/^100%/).first().waitFor();
  await ahead.getByText(/^By \d+ requests? since/).waitFor();
  await ahead.getByText('Too little is recorded to say how sure that is.').waitFor();
  await settle(page);
  expect(await violationsOn(page)).toEqual([]);
  await keepPicture(page, 'simulated-light');
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Another name');
  await ahead.getByText('The booking was changed since').waitFor();

  await page.goto(`${world.url}/bookings/${booked.bookingId}`);
  const forecast = page.getByRole('region', { name: 'Forecast' });
  await forecast.getByRole('listitem').filter({ hasText: slot }).waitFor();
  await settle(page);
  expect(await violationsOn(page)).toEqual([]);
  await resize(page, { width: 360, height: 740 });
  expect(await overflowOf(page)).toBe(0);
  await keepPicture(page, 'forecast-phone');
  await resize(page, { width: 1360, height: 860 });

  const { body } = await placard.call('GET', `/api/v1/bookings/${booked.bookingId}`);
  const [positionId] = (body as { positionIds: readonly number[] }).positionIds;
  await page.goto(`${world.url}/inventory?item=position-${positionId}`);
  const shows = page.getByRole('region', { name: 'Preview' });
  await shows.getByRole('button', { name: 'Show preview' }).click();
  await shows.getByText('100%').waitFor();
  await settle(page);
  expect(await violationsOn(page)).toEqual([]);
  await keepPicture(page, 'position-preview');
  await context.close();
  expect(faults).toEqual([]);
}, 120_000);

test('caps are written as sentences, read on the page of the booking, and named where they refuse', async () => {
  const { booked, placard } = world;
  await placard.call('PATCH', `/api/v1/bookings/${booked.bookingId}`, {
    json: { caps: [] },
    headers: { 'If-Match': '*' },
  });
  const { page, context, faults } = await world.open('admin');
  await page.goto(`${world.url}/bookings/${booked.bookingId}/edit`);
  await page.getByRole('button', { name: 'Add a cap' }).click();
  await page.getByLabel('Cap 1: at most').fill('2');
  await page.getByRole('combobox', { name: 'Cap 1: for whom' }).click();
  await page.getByRole('option', { name: 'for one household' }).click();
  await page.getByText('By the parameter hh, with consent.').waitFor();
  await page.getByRole('button', { name: 'Add a cap' }).click();
  await page.getByRole('combobox', { name: 'Cap 2: in what' }).click();
  await page.getByRole('option', { name: 'in one request' }).click();
  await settle(page);
  expect(await violationsOn(page)).toEqual([]);
  await keepPicture(page, 'caps');
  await resize(page, { width: 360, height: 740 });
  expect(await overflowOf(page)).toBe(0);
  await keepPicture(page, 'caps-phone');
  await resize(page, { width: 1360, height: 860 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Everything is saved.').waitFor();
  await page.getByRole('link', { name: 'Close' }).click();
  await page.getByText('at most 2 a day for one household; at most 3 in one request').waitFor();

  await waitUntil('the caps to serve', async () => {
    const answer = await fetch(`${placard.deliveryUrl}/json/sl${slot}`);
    return ((await answer.json()) as unknown[]).length === 0;
  });
  await page.goto(`${world.url}/decisions/explain`);
  await page.getByLabel('Slot names').fill(slot);
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('a household that can be counted').waitFor();
  await context.close();
  expect(faults).toEqual([]);
}, 120_000);
