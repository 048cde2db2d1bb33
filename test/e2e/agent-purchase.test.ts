import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentShop, connectToShop, openAgentShop } from '../support/agents/agent-shop.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { uploadBanner, waitUntilLive } from '../support/fixtures/book-one-banner.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';

let placard: RunningPlacard;
let shop: AgentShop;
let browser: Browser;
beforeAll(async () => {
  placard = await startPlacard();
  shop = await openAgentShop(placard, {});
  browser = await launchChromium([
    { name: 'ads.example', to: new URL(placard.deliveryUrl).host },
    { name: 'outdoor.example', to: new URL(placard.deliveryUrl).host },
  ]);
});
afterAll(async () => {
  await browser?.close();
  await placard?.close();
});

const account = { brand: { domain: 'acmeoutdoor.example' }, operator: 'pinnacle-agency.example' };

test('from the brief of an agent to a counted impression, with one human approval', async () => {
  await uploadBanner(
    placard.call,
    { format: { width: 300, height: 250 }, clickUrl: 'https://acmeoutdoor.example/' },
    { brandId: shop.brandId, formatId: shop.formatId },
  );
  const tool = await connectToShop(shop);
  const brief = { buying_mode: 'brief', brief: 'Readers of a weekly about outdoor life and sports', account };
  const { products } = await tool('get_products', brief);
  const { creatives } = await tool('list_creatives', { account });
  const bought = await tool('create_media_buy', {
    idempotency_key: randomUUID(),
    account,
    brand: { domain: 'acmeoutdoor.example' },
    start_time: 'asap',
    end_time: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    packages: [
      {
        product_id: products[0].product_id,
        pricing_option_id: products[0].pricing_options[0].pricing_option_id,
        budget: 1000,
        pacing: 'asap',
        creative_assignments: [{ creative_id: creatives[0].creative_id }],
      },
    ],
  });
  expect(bought).toMatchObject({ status: 'submitted' });

  const waiting = await placard.call('GET', '/api/v1/campaigns?status=pending_approval');
  const [campaign] = waiting.body as { id: number }[];
  const approved = await placard.call('POST', `/api/v1/campaigns/${campaign?.id}/actions/approve`);
  expect(approved.status).toBe(200);
  await waitUntilLive(placard.call, Number(approved.headers.get('placard-revision')));
  const task = await tool('tasks_get', { task_id: bought.task_id });
  expect(task).toMatchObject({ status: 'completed', result: { status: 'active' } });

  // A booking with a goal delivers from the next pacing plan on, a few seconds later.
  const ads = `${placard.deliveryUrl}/json/sl${shop.slotName}/`;
  await waitUntil('the ad', async () => ((await (await fetch(ads)).json()) as unknown[]).length > 0);
  const page = await browser.newPage();
  await page.goto('http://outdoor.example/');
  const tag = `<!doctype html><title>Outdoor Weekly</title><body style="margin:0">
    <script async src="http://ads.example/placard.js"></script><div data-placard="${shop.slotName}"></div>`;
  await Promise.all([page.waitForResponse(/\/track\/\d+\//), page.setContent(tag)]);

  const report = async () =>
    (await tool('get_media_buy_delivery', { account, media_buy_ids: [task.result.media_buy_id] }))
      .media_buy_deliveries[0];
  const delivery = await waitUntil('the counted impression', async () => {
    const read = await report();
    return read.totals.impressions > 0 ? read : null;
  });
  const ours = await placard.call('GET', `/api/v1/reports?campaignId=${campaign?.id}&groupBy=booking`);
  const [row] = (ours.body as { rows: { impressions: number; clicks: number; spend: { amount: string }[] }[] }).rows;
  expect(row?.impressions).toBe(1);
  expect(delivery.totals).toMatchObject({
    impressions: row?.impressions,
    clicks: row?.clicks,
    spend: Number(row?.spend[0]?.amount),
  });
});
