import { randomUUID } from 'node:crypto';
import { markup } from '../attacks/hostile-texts.ts';
import { nextNumber } from '../fixtures/make-objects.ts';
import type { RunningPlacard } from '../process/running-placard.ts';
import { connectToShop, openAgentShop } from './agent-shop.ts';

const account = { brand: { domain: 'acmeoutdoor.example' }, operator: 'pinnacle-agency.example' };
const dayMs = 86_400_000;

/** Buys as an agent with hostile text in the brief, the purchase order number and the terms. Returns the ID of the purchase. */
export async function addHostilePurchase(placard: RunningPlacard): Promise<number> {
  const shop = await openAgentShop(placard, {});
  const tool = await connectToShop(shop);
  const hostile = () => markup(nextNumber())[1] ?? '';
  const { products } = await tool('get_products', { buying_mode: 'brief', brief: hostile(), account });
  const own = products.find(({ name }: { name: string }) => name === 'Sports pages');
  await tool('create_media_buy', {
    idempotency_key: randomUUID(),
    account,
    brand: { domain: 'acmeoutdoor.example' },
    po_number: hostile().slice(0, 100),
    start_time: new Date(Date.now() + dayMs).toISOString(),
    end_time: new Date(Date.now() + 8 * dayMs).toISOString(),
    packages: [
      {
        product_id: own.product_id,
        pricing_option_id: 'cpm_standard',
        budget: 1000,
        targeting_overlay: { property_list: { agent_url: 'https://lists.example', list_id: hostile() } },
        creative_assignments: [{ creative_id: hostile() }],
      },
    ],
  });
  const { body } = await placard.call('GET', '/api/v1/purchases?limit=1');
  return (body as { id: number }[])[0]?.id ?? 0;
}
