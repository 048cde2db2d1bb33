import { afterAll, beforeAll, expect, test } from 'vitest';
import { settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

let world: WebWorld;
beforeAll(async () => {
  world = await startWebWorld();
});
afterAll(async () => {
  await world?.close();
});

async function statusOfCampaign(): Promise<string> {
  const { body } = await world.placard.call('GET', `/api/v1/campaigns/${world.booked.campaignId}`);
  return (body as { readonly status: string }).status;
}

test('selected campaigns are paused after a confirmation, and the pause is undone', async () => {
  const { page, context, faults } = await world.open('manager');
  await page.goto(`${world.url}/campaigns`);
  await settle(page);
  expect(await statusOfCampaign()).toBe('running');
  await page.getByLabel('Select all on page').check();
  await page.getByRole('region', { name: 'Selected campaigns' }).getByText('1 campaign selected').waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause 1 campaign?' });
  await dialog.waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Pause campaigns' }).click();
  await page.getByText('1 campaign paused').waitFor();
  expect(await statusOfCampaign()).toBe('paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitUntil('the campaign to run again', async () => (await statusOfCampaign()) === 'running');
  expect(faults).toEqual([]);
  await context.close();
});
