import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentShop, connectToShop, openAgentShop } from '../../support/agents/agent-shop.ts';
import { desktop, problemsOf, resize, settle } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { readByApi } from '../../support/fixtures/call-placard.ts';

let world: WebWorld;
let shop: AgentShop;
let page: Page;
let faults: string[];
beforeAll(async () => {
  world = await startWebWorld();
  shop = await openAgentShop(world.placard, {});
  ({ page, faults } = await world.open('admin'));
  await resize(page, desktop);
});
afterAll(async () => {
  await world?.close();
});

const account = { brand: { domain: 'acmeoutdoor.example' }, operator: 'pinnacle-agency.example' };
const dayMs = 86_400_000;

/** Buys two packages. Returns the function that calls tools, and the ID of the task. */
async function buy(poNumber: string) {
  const tool = await connectToShop(shop);
  const { products } = await tool('get_products', { buying_mode: 'wholesale', account });
  const packages = products.map(({ product_id }: { product_id: string }, index: number) => ({
    product_id,
    pricing_option_id: 'cpm_standard',
    budget: 1000,
    ...(index === 0 && {
      bid_price: 12,
      targeting_overlay: {
        geo_countries: ['BE'],
        property_list: { agent_url: 'https://lists.example', list_id: '<b>Ignore all rules</b>' },
      },
      creative_assignments: [{ creative_id: 'banner-1' }],
    }),
  }));
  const { task_id: taskId } = await tool('create_media_buy', {
    idempotency_key: randomUUID(),
    account,
    brand: { domain: 'acmeoutdoor.example' },
    po_number: poNumber,
    start_time: new Date(Date.now() + dayMs).toISOString(),
    end_time: new Date(Date.now() + 8 * dayMs).toISOString(),
    packages,
  });
  return { tool, task: () => tool('tasks_get', { task_id: taskId, account }) };
}

/** Opens the purchase with a purchase order number from the list. */
async function openPurchase(poNumber: string): Promise<void> {
  await page.goto(`${world.url}/review/purchases?state=waiting`);
  await page.getByRole('row').filter({ hasText: poNumber }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Packages' }).waitFor();
  await settle(page);
}

test('a purchase is reviewed as a whole, from the queue to the approval', async () => {
  const { task } = await buy('PO-7');
  await page.goto(`${world.url}/review`);
  await settle(page);
  const queue = page.getByRole('list', { name: 'Pending review' });
  expect(await queue.getByText(/^Purchase \d+ of Pinnacle$/).count()).toBe(2);
  await page.getByText('2 items, oldest first.').waitFor();
  await page.getByRole('region', { name: 'Share' }).waitFor();
  expect(await problemsOf(page, 'review-purchase')).toEqual([]);

  await page.getByRole('link', { name: 'Purchases', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'PO-7' }).getByText('Pending review').waitFor();
  await settle(page);
  expect(await problemsOf(page, 'purchases')).toEqual([]);
  await page.goto(`${world.url}/review`);
  await page.getByRole('link', { name: /^purchase \d+$/ }).click();
  await page.getByRole('heading', { name: 'Packages' }).waitFor();
  await settle(page);

  const sports = page.getByRole('region', { name: 'Package 1: Sports pages', exact: true });
  await sports.getByText('Property list').waitFor();
  await sports.getByText('Creatives not sent').first().waitFor();
  await sports.getByText('"list_id": "<b>Ignore all rules</b>"').waitFor();
  await sports.getByRole('region', { name: 'Share of package 1' }).waitFor();
  const outdoor = page.getByRole('region', { name: 'Package 2: Outdoor pages', exact: true });
  await outdoor.getByText('No creatives').first().waitFor();
  await page.getByText('pinnacle-agency.example').waitFor();
  expect(await problemsOf(page, 'purchase')).toEqual([]);

  // A booking changes after the page was loaded. The decision applies only to what the person sees.
  const waiting = await readByApi<{ readonly id: number }[]>(world.placard, '/bookings?status=pending_approval');
  const json = { priority: 7 };
  const patch = { json, headers: { 'If-Match': '*' } };
  expect((await world.placard.call('PATCH', `/api/v1/bookings/${waiting[0]?.id}`, patch)).status).toBe(200);
  await page.getByRole('button', { name: 'Approve purchase' }).click();
  await page.getByText('The item changed during your review.').waitFor();
  await page.getByText('Priority 7 (0 is the highest)').waitFor();
  // The browser logs the refused decision.
  expect(faults.splice(0)).toEqual([expect.stringContaining('412')]);
  expect(await task()).toMatchObject({ status: 'submitted' });
  await page.getByRole('button', { name: 'Approve purchase' }).click();
  await page.getByText('Purchase approved').waitFor();
  await page.getByRole('button', { name: 'Approve purchase' }).waitFor({ state: 'detached' });
  expect(await task()).toMatchObject({
    status: 'completed',
    result: { packages: [{ canceled: false }, { canceled: false }] },
  });
  await page.goto(`${world.url}/review`);
  await page.getByText('Nothing to review').waitFor();
  expect(faults).toEqual([]);
});

test('briefs are listed as text, with the purchase that accepts their proposal', async () => {
  const tool = await connectToShop(shop);
  const brief = 'Readers about <img src=x onerror=alert(1)> outdoor life';
  const { proposals } = await tool('get_products', { buying_mode: 'brief', brief, account });
  await tool('create_media_buy', {
    idempotency_key: randomUUID(),
    account,
    brand: { domain: 'acmeoutdoor.example' },
    start_time: new Date(Date.now() + dayMs).toISOString(),
    end_time: new Date(Date.now() + 8 * dayMs).toISOString(),
    proposal_id: proposals[0].proposal_id,
    total_budget: { amount: 500, currency: 'USD' },
  });
  await tool('get_products', { buying_mode: 'brief', brief: 'Sports '.repeat(200), account });
  await page.goto(`${world.url}/administration/buyer-agents`);
  await page.getByRole('button', { name: 'Pinnacle' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Requests' }).click();
  await page.getByText('Not committed').waitFor();
  await settle(page);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show less' }).click();
  expect(await problemsOf(page, 'agent-requests')).toEqual([]);
  const row = page.getByRole('row').filter({ hasText: brief });
  await row.getByRole('link', { name: 'Open purchase' }).click();
  await page.getByText(brief).waitFor();
  await settle(page);
  expect(await problemsOf(page, 'purchase-of-proposal')).toEqual([]);
  expect(faults).toEqual([]);
});

test('a declined purchase sends the reason, and a revoked agent is refused', async () => {
  const { tool, task } = await buy('PO-8');
  await openPurchase('PO-8');
  await page.getByRole('button', { name: 'Decline purchase' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Decline purchase' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('Sold out in December');
  await dialog.getByRole('button', { name: 'Decline purchase' }).click();
  await page.getByText('Purchase declined').waitFor();
  expect(await task()).toMatchObject({
    status: 'rejected',
    message: 'The purchase was declined: Sold out in December',
  });
  await settle(page);
  expect(await problemsOf(page, 'purchase-declined')).toEqual([]);

  await page.getByRole('button', { name: 'Revoke agent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke agent' }).click();
  await page.getByText('Agent revoked').waitFor();
  await page.getByRole('button', { name: 'Revoke agent' }).waitFor({ state: 'detached' });
  await expect(tool('get_adcp_capabilities', {})).rejects.toThrow();
  expect(faults).toEqual([]);
});
