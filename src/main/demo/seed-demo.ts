/*
 * The demo account of a first start.
 *
 * - `seed-demo.ts` runs the parts: `seed-inventory.ts`, `seed-media-partners.ts`, `seed-creatives.ts`,
 *   `seed-campaigns.ts`, `seed-shop.ts`.
 * - `management-client.ts`, `ensure-objects.ts`: objects are created through the management API, and existing ones are
 *   kept.
 * - `demo-brands.ts`, `demo-campaigns.ts`, `demo-shop.ts`: the content. `banner/`: drawn banners.
 */

import { demoCampaigns } from './demo-campaigns.ts';
import type { SeedRun } from './ensure-objects.ts';
import type { ManagementCall } from './management-client.ts';
import { seedCampaigns } from './seed-campaigns.ts';
import { seedCreatives } from './seed-creatives.ts';
import { seedInventory } from './seed-inventory.ts';
import { seedPartners } from './seed-media-partners.ts';
import { seedShop } from './seed-shop.ts';

export type SeedResult = {
  /** Objects made now, and objects that an earlier, interrupted seed had made. */
  readonly created: number;
  readonly present: number;
  readonly campaigns: number;
  readonly banners: number;
  readonly products: number;
};

/**
 * Fills an account with the demo through the management API, as any integrator would, so that the same rules apply.
 * What is there already (by external id, code or slot name) is left as it is: an interrupted seed is completed by the
 * next one.
 */
export async function seedDemo(options: {
  readonly call: ManagementCall;
  /** Where the example pages are, with the pictures of products. */
  readonly deliveryUrl: string;
  readonly log: { readonly info: (message: string) => void };
  readonly nowMs?: number;
}): Promise<SeedResult> {
  const seed: SeedRun = { call: options.call, nowMs: options.nowMs ?? Date.now(), created: 0, present: 0 };
  const inventory = await seedInventory(seed);
  options.log.info(`demo: inventory with ${inventory.positions.size} positions`);
  const partners = await seedPartners(seed);
  const banners = await seedCreatives(seed, inventory, partners);
  options.log.info(`demo: ${banners.size} banners of ${partners.brands.size} brands`);
  await seedCampaigns(seed, { inventory, partners, banners });
  options.log.info(`demo: ${demoCampaigns.length} campaigns`);
  const products = await seedShop(seed, partners, options.deliveryUrl);
  options.log.info(`demo: a shop with ${products} products`);
  const { created, present } = seed;
  return { created, present, campaigns: demoCampaigns.length, banners: banners.size, products };
}
