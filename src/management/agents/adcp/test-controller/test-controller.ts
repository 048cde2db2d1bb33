/*
 * Test controller of AdCP: buyers of a test account set states and counts that otherwise take people and time.
 *
 * - `test-controller.ts`: the tool. `fixtures.ts`: its state. `seeded-products.ts`: products that it adds.
 *
 * It only exists for test accounts, whose purchases are options. It never changes an object that can deliver.
 */

import { TestControllerError } from '@adcp/sdk/server';
import type { ComplyControllerConfig } from '@adcp/sdk/testing';
import { dayMs } from '../../../../core/time/durations.ts';
import { decimalFromMicros } from '../../../../core/vocabulary/money.ts';
import type { CreativeState } from '../../../../core/vocabulary/statuses.ts';
import type { SimulatedDelivery } from '../../../../platform/db/tables/media-buy-tables.ts';
import { accountOf } from '../accounts/accounts.ts';
import type { AccountOfBuyer, AccountStatus } from '../accounts/read-buyer.ts';
import { statusOf } from '../creatives/present-agent-creative.ts';
import type { CreativeGiven } from '../creatives/protocol-types.ts';
import { syncCreatives } from '../creatives/sync-creatives.ts';
import { readRules } from '../media-buys/create-media-buy.ts';
import { type MediaBuyStatus, statusOfMediaBuy, validActionsOf } from '../media-buys/media-buy-status.ts';
import { planPackage } from '../media-buys/plan-package.ts';
import { readMediaBuys, type StoredMediaBuy } from '../media-buys/read-media-buys.ts';
import { savePurchase } from '../media-buys/save-purchase.ts';
import { setTestState } from '../media-buys/set-test-state.ts';
import { readOffers } from '../products/read-offers.ts';
import type { SellerContext } from '../seller-context.ts';
import { readFixtures, writeFixture } from './fixtures.ts';
import type { SeededProduct } from './seeded-products.ts';

type Input = Readonly<Record<string, unknown>>;

/** Budget of a seeded purchase in units of its currency, and its days. */
const seededBudget = 1000;
const seededDays = 30;
const microsPerUnit = 1_000_000;

/** Returns the test controller of a test account. */
export function testController(context: SellerContext): ComplyControllerConfig {
  return {
    sandboxGate: () => context.buyer.test,
    seed: {
      product: ({ product_id: id, fixture }) => seedProduct(context, id, productOf(fixture)),
      pricing_option: ({ product_id: product, pricing_option_id: option, fixture }) =>
        seedPrice(context, product, option, fixture),
      creative: ({ creative_id: id, fixture }, { input }) => seedCreative(context, id, fixture, input),
      creative_format: ({ format_id: id }) => seedFormat(context, id),
      media_buy: ({ media_buy_id: id, fixture }, { input }) => seedMediaBuy(context, id, fixture, input),
    },
    force: {
      creative_status: ({ creative_id: id, status }) => forceCreative(context, id, status),
      account_status: ({ account_id: id, status }) => forceAccount(context, id, status),
      media_buy_status: ({ media_buy_id: id, status }) => forceMediaBuy(context, id, status),
      async create_media_buy_arm({ arm, task_id: taskId }) {
        if (arm !== 'submitted' || taskId === undefined) {
          throw new TestControllerError('INVALID_PARAMS', 'Only the arm submitted with a task_id is supported');
        }
        const next = { kind: 'next-purchase', fixtureId: 'next', content: { taskId } } as const;
        await writeFixture(context.services.database, context.buyer.id, next);
        return { success: true, forced: { arm, task_id: taskId } };
      },
    },
    simulate: {
      delivery: ({ media_buy_id: id, impressions, clicks, conversions, reported_spend: spend }) =>
        simulate(context, id, {
          impressions: impressions ?? 0,
          clicks: clicks ?? 0,
          conversions: conversions ?? 0,
          spend: spend?.amount ?? 0,
        }),
      budget_spend: ({ media_buy_id: id, spend_percentage: percent }) => simulateSpend(context, id, percent),
    },
  };
}

function seedProduct({ services, buyer }: SellerContext, fixtureId: string, content: SeededProduct): Promise<void> {
  return writeFixture(services.database, buyer.id, { kind: 'product', fixtureId, content });
}

function productOf({ name, delivery_type: type }: Input): SeededProduct {
  return {
    ...(typeof name === 'string' && { name }),
    ...((type === 'guaranteed' || type === 'non_guaranteed') && { deliveryType: type }),
  };
}

/** Price models of Placard by those of the protocol. */
const models: Readonly<Record<string, 'cpm' | 'vcpm' | 'cpc' | 'cpcv' | 'cpv' | 'cpd' | 'flat'>> = {
  cpm: 'cpm',
  vcpm: 'vcpm',
  cpc: 'cpc',
  cpcv: 'cpcv',
  cpv: 'cpv',
  time: 'cpd',
  flat_rate: 'flat',
};

async function seedPrice(context: SellerContext, productId: string, code: string, fixture: Input): Promise<void> {
  const { services, buyer } = context;
  const model = models[String(fixture['pricing_model'] ?? 'cpm')];
  if (model === undefined) throw new TestControllerError('INVALID_PARAMS', 'The pricing model is not supported');
  const price = Number(fixture['fixed_price'] ?? fixture['floor_price'] ?? fixture['rate'] ?? 1);
  const rate = {
    amount: decimalFromMicros(Math.round(price * microsPerUnit)),
    currency: String(fixture['currency'] ?? 'USD'),
  };
  const stored = (await readFixtures<SeededProduct>(services.database, buyer.id, 'product')).get(productId) ?? {};
  const others = (stored.pricingOptions ?? []).filter((option) => option.code !== code);
  await seedProduct(context, productId, { ...stored, pricingOptions: [...others, { code, model, rate }] });
}

/** A seeded format is another name for the first format of the products. */
async function seedFormat({ services, buyer }: SellerContext, fixtureId: string): Promise<void> {
  const [offer] = await readOffers(services.database, { ...buyer, test: false });
  const code = offer?.formats[0]?.code;
  if (code === undefined) throw new TestControllerError('INVALID_STATE', 'The test account sees no product');
  await writeFixture(services.database, buyer.id, { kind: 'format', fixtureId, content: { code } });
}

/** Stores a creative with markup, because seeded creatives have no files. */
async function seedCreative(context: SellerContext, id: string, fixture: Input, input: Input): Promise<void> {
  const { services, buyer, agentUrl } = context;
  // Without the seeded formats.
  const offers = await readOffers(services.database, { ...buyer, test: false });
  const sold = offers.flatMap(({ formats }) => formats);
  const wanted = (fixture['format_id'] as { readonly id?: unknown } | undefined)?.id;
  const format = sold.find(({ code }) => code === wanted) ?? sold[0];
  if (format === undefined) throw new TestControllerError('INVALID_STATE', 'The test account sees no product');
  const creative = {
    creative_id: id,
    name: typeof fixture['name'] === 'string' ? fixture['name'] : id,
    format_id: { agent_url: agentUrl, id: format.code },
    assets: { tag: seededAsset(format.mediaType) },
  };
  const { accountId } = accountOfInput(context, input);
  const [row] = await syncCreatives({ ...context, toolArguments: {} }, [creative as CreativeGiven], accountId);
  if (row?.action === 'failed') {
    throw new TestControllerError('INVALID_PARAMS', row.errors?.[0]?.message ?? 'The creative is invalid');
  }
  if (typeof fixture['status'] === 'string') await forceCreative(context, id, fixture['status']);
}

/** A creative that needs no file. */
function seededAsset(mediaType: string) {
  return mediaType === 'video' || mediaType === 'audio'
    ? { asset_type: 'vast' as const, delivery_type: 'url' as const, url: 'https://brand.example/vast' }
    : { asset_type: 'html' as const, content: '<a href="https://brand.example/">Test</a>' };
}

/** Sets the status that the agent sees. The creative itself waits for review like any other. */
async function forceCreative({ services, buyer }: SellerContext, id: string, status: string) {
  const row = await services.database
    .selectFrom('agentCreative')
    .innerJoin('creative', 'creative.id', 'agentCreative.creativeId')
    .select('creative.state')
    .where('agentCreative.buyerAgentId', '=', buyer.id)
    .where('agentCreative.key', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new TestControllerError('NOT_FOUND', 'There is no such creative');
  const forced = await readFixtures<{ status: string }>(services.database, buyer.id, 'creative-status');
  const before = forced.get(id)?.status ?? statusOf(row.state as CreativeState);
  if (before === 'archived' && status !== 'archived' && status !== 'approved') {
    throw new TestControllerError('INVALID_TRANSITION', 'An archived creative can only be approved again', before);
  }
  await writeFixture(services.database, buyer.id, { kind: 'creative-status', fixtureId: id, content: { status } });
  return { success: true, previous_state: before, current_state: status } as const;
}

async function seedMediaBuy(context: SellerContext, alias: string, fixture: Input, input: Input): Promise<void> {
  const { services, buyer, nowMs } = context;
  const account = accountOfInput(context, input);
  const [offer] = await readOffers(services.database, buyer);
  const option = offer?.pricingOptions[0];
  if (offer === undefined || option === undefined) {
    throw new TestControllerError('INVALID_STATE', 'The test account sees no product');
  }
  const rules = await readRules(context, account.accountId, { startMs: nowMs, endMs: nowMs + seededDays * dayMs });
  const request = { product_id: offer.productId, pricing_option_id: option.code, budget: seededBudget };
  const id = await savePurchase(context, {
    account,
    idempotencyKey: `seed ${alias}`,
    poNumber: null,
    proposalId: null,
    brief: null,
    packages: [planPackage(request, 'packages[0]', rules)],
    creatives: new Map(),
  });
  await setTestState(services.database, id, {
    alias,
    confirmedAt: new Date(nowMs),
    ...(typeof fixture['status'] === 'string' && { forcedStatus: fixture['status'] }),
  });
}

function accountOfInput({ buyer }: SellerContext, input: Input): AccountOfBuyer {
  const named = accountOf(buyer, input['account'] as Parameters<typeof accountOf>[1]);
  const account = buyer.accounts.find(({ accountId }) => accountId === named?.id) ?? buyer.accounts[0];
  if (account === undefined) throw new TestControllerError('NOT_FOUND', 'The test account has no account');
  return account;
}

async function forceAccount({ services, buyer }: SellerContext, id: string, status: AccountStatus) {
  const account = buyer.accounts.find(({ accountId }) => accountId === id);
  if (account === undefined) throw new TestControllerError('NOT_FOUND', 'There is no such account');
  await writeFixture(services.database, buyer.id, { kind: 'account-status', fixtureId: id, content: { status } });
  return { success: true, previous_state: account.status, current_state: status } as const;
}

async function forceMediaBuy(context: SellerContext, id: string, status: MediaBuyStatus) {
  const buy = await requirePurchase(context, id);
  const before = statusOfMediaBuy(buy, context.nowMs);
  if (validActionsOf(buy, context.nowMs).length === 0 && before !== status) {
    throw new TestControllerError('INVALID_TRANSITION', `A media buy that is ${before} cannot change`, before);
  }
  await setTestState(context.services.database, buy.id, { forcedStatus: status });
  return { success: true, previous_state: before, current_state: status } as const;
}

async function requirePurchase({ services, buyer }: SellerContext, id: string): Promise<StoredMediaBuy> {
  const [buy] = await readMediaBuys(services.database, buyer, { protocolIds: [id] });
  if (buy === undefined) throw new TestControllerError('NOT_FOUND', 'There is no such media buy');
  return buy;
}

const nothingSimulated: SimulatedDelivery = { impressions: 0, clicks: 0, conversions: 0, spend: 0 };

async function simulate(context: SellerContext, id: string, added: SimulatedDelivery) {
  const buy = await requirePurchase(context, id);
  const before = buy.simulated ?? nothingSimulated;
  const cumulative = {
    impressions: before.impressions + added.impressions,
    clicks: before.clicks + added.clicks,
    conversions: before.conversions + added.conversions,
    spend: before.spend + added.spend,
  };
  await setTestState(context.services.database, buy.id, { simulated: JSON.stringify(cumulative) });
  return { success: true, simulated: added, cumulative } as const;
}

/** Without a media buy, the percentage applies to all of the agent. */
async function simulateSpend(context: SellerContext, id: string | undefined, percent: number) {
  const { services, buyer } = context;
  const buys =
    id === undefined ? await readMediaBuys(services.database, buyer, {}) : [await requirePurchase(context, id)];
  let spend = 0;
  for (const buy of buys) {
    const spent = (buy.campaign.budgetMicros / microsPerUnit) * (percent / 100);
    spend += spent;
    const simulated = JSON.stringify({ ...(buy.simulated ?? nothingSimulated), spend: spent });
    await setTestState(services.database, buy.id, { simulated });
  }
  return { success: true, simulated: { spend_percentage: percent, computed_spend: { amount: spend } } } as const;
}
