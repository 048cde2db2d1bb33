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

test('the page of a booking counts its requests and explains recorded and simulated decisions', async () => {
  const { booked, placard } = world;
  await waitUntil('the booking to serve', async () => {
    const answer = await fetch(`${placard.deliveryUrl}/json/sl${slot}`);
    return ((await answer.json()) as unknown[]).length === 1;
  });
  const { page, context, faults } = await world.open('admin');
  const panel = page.getByRole('region', { name: 'Ad requests' });
  await waitUntil('the request to be recorded', async () => {
    await page.goto(`${world.url}/bookings/${booked.bookingId}`);
    await settle(page);
    return (await panel.getByText('Won', { exact: true }).count()) === 1;
  });
  await panel.getByRole('link').first().click();
  await page.getByRole('heading', { name: slot }).waitFor();
  await settle(page);
  expect(await page.getByRole('row').filter({ hasText: 'Won' }).count()).toBe(1);
  expect(await violationsOn(page)).toEqual([]);
  await keepPicture(page, 'decision-light');
  await page.goto(`${world.url}/decisions/explain`);
  await page.getByLabel('Slot names').fill(slot);
  await page.getByRole('button', { name: 'More conditions' }).click();
  await page.getByRole('button', { name: /^Date and time \(CES?T\)/ }).click();
  const calendar = page.getByRole('dialog');
  await calendar.locator('button[data-direction="previous"]').click();
  await calendar.locator('table button').nth(10).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Explain decision' }).click();
  await page.getByText('Before start date').waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await violationsOn(page), await overflowOf(page)]).toEqual([[], 0]);
  await keepPicture(page, 'explained-phone');
  await context.close();
  expect(faults).toEqual([]);
}, 120_000);

test('a booking is simulated before it is saved, its page has a forecast, and previews are available for any time', async () => {
  const { booked, placard } = world;
  const { page, context, faults } = await world.open('admin');
  await page.goto(`${world.url}/bookings/${booked.bookingId}/edit`);
  const simulation = page.getByRole('region', { name: 'Simulation' });
  await simulation.getByRole('button', { name: 'Run simulation' }).click();
  await simulation.getByText(/^100%/).first().waitFor();
  await simulation.getByText(/^Based on \d+ requests? since/).waitFor();
  const forecastOfDraft = page.getByRole('region', { name: 'Availability and forecast' });
  await forecastOfDraft.getByText(/^[\d,]+ ad requests? for the booked positions/).waitFor();
  await forecastOfDraft.getByText('Not enough data for a confidence interval.').waitFor();
  await settle(page);
  expect(await violationsOn(page)).toEqual([]);
  await keepPicture(page, 'simulated-light');
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Another name');
  await simulation.getByText('The booking has changed.').waitFor();

  await page.goto(`${world.url}/bookings/${booked.bookingId}`);
  const forecast = page.getByRole('region', { name: 'Delivery figures' });
  await forecast.getByRole('button', { name: 'Forecast accuracy' }).click();
  await forecast.getByRole('listitem').getByTitle(slot, { exact: true }).waitFor();
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

test('frequency caps are edited as sentences, shown on the page of the booking, and reported when they refuse', async () => {
  const { booked, placard } = world;
  await placard.call('PATCH', `/api/v1/bookings/${booked.bookingId}`, {
    json: { caps: [] },
    headers: { 'If-Match': '*' },
  });
  const { page, context, faults } = await world.open('admin');
  await page.goto(`${world.url}/bookings/${booked.bookingId}/edit`);
  await page.getByRole('button', { name: 'Add frequency cap' }).click();
  await page.getByLabel('Limit of cap 1').fill('2');
  await page.getByRole('combobox', { name: 'Subject of cap 1' }).click();
  await page.getByRole('option', { name: 'Household' }).click();
  await page.getByText('Parameter hh of the request. Requires consent.').waitFor();
  await page.getByRole('button', { name: 'Add frequency cap' }).click();
  await page.getByRole('combobox', { name: 'Period of cap 2' }).click();
  await page.getByRole('option', { name: 'per request' }).click();
  await settle(page);
  expect(await violationsOn(page)).toEqual([]);
  await keepPicture(page, 'caps');
  await resize(page, { width: 360, height: 740 });
  expect(await overflowOf(page)).toBe(0);
  await keepPicture(page, 'caps-phone');
  await resize(page, { width: 1360, height: 860 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved.').waitFor();
  await page.getByRole('link', { name: 'Close' }).click();
  await page.getByText('2 per day for each household; 3 per request').waitFor();

  await waitUntil('the caps to serve', async () => {
    const answer = await fetch(`${placard.deliveryUrl}/json/sl${slot}`);
    return ((await answer.json()) as unknown[]).length === 0;
  });
  await page.goto(`${world.url}/decisions/explain`);
  await page.getByLabel('Slot names').fill(slot);
  await page.getByRole('button', { name: 'Explain decision' }).click();
  await page.getByText('an identifiable household').waitFor();
  await context.close();
  expect(faults).toEqual([]);
}, 120_000);
