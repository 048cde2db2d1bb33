/*
 * The demo account of a first start.
 *
 * - `seed-demo.ts` runs the parts: `seed-inventory.ts`, `seed-media-partners.ts`, `seed-creatives.ts`,
 *   `seed-campaigns.ts`, `seed-shop.ts`.
 * - `management-client.ts`, `ensure-objects.ts`: objects are created through the management API, and existing ones are
 *   not changed.
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
  /** Number of created objects, and of objects from an earlier, interrupted seed. */
  readonly created: number;
  readonly present: number;
  readonly campaigns: number;
  readonly banners: number;
  readonly products: number;
};

/**
 * Creates the demo account through the management API, like an integrator, so that the same rules apply. Existing
 * objects (by external ID, code or slot name) are not changed: an interrupted seed is completed by the next one.
 */
export async function seedDemo(options: {
  readonly call: ManagementCall;
  /** URL of the example pages, which include the product pictures. */
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
