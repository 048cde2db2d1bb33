import { drawBanner } from '../../platform/media/banner/draw-banner.ts';
import { demoFormats } from './demo-account.ts';
import { type DemoBrand, demoMediaPartners } from './demo-brands.ts';
import { demoCampaigns } from './demo-campaigns.ts';
import { ensureAll, idOfPresent, type SeedRun } from './ensure-objects.ts';
import { ManagementCallError } from './management-client.ts';
import type { Present } from './present-objects.ts';
import type { DemoInventory } from './seed-inventory.ts';
import type { Partners } from './seed-media-partners.ts';

/** Creates one banner per brand and format that a booking uses. */
export async function seedCreatives(seed: SeedRun, inventory: DemoInventory, partners: Partners): Promise<Present> {
  const wanted = new Map<string, { brand: DemoBrand; format: (typeof demoFormats)[number] }>();
  for (const campaign of demoCampaigns) {
    for (const code of campaign.bookings.flatMap((booking) => booking.formats)) {
      const format = demoFormats.find((candidate) => candidate.code === code);
      if (format !== undefined)
        wanted.set(creativeKey(campaign.brand, code), { brand: findBrand(campaign.brand), format });
    }
  }
  return ensureAll(seed, {
    path: '/api/v1/creatives',
    identify: 'externalId',
    wanted: [...wanted].map(([key, { brand, format }]) => ({
      key,
      body: async () => {
        const form = new FormData();
        const creative = {
          externalId: key,
          name: `${brand.name}, ${format.name.toLowerCase()}`,
          kind: 'image',
          brandId: idOfPresent(partners.brands, brand.externalId),
          formatId: idOfPresent(inventory.formats, format.code),
          clickUrl: `https://${brand.domain}/?from=${format.code}`,
          altText: `${brand.name}: ${brand.headline}`,
        };
        form.set('creative', new Blob([JSON.stringify(creative)], { type: 'application/json' }));
        const banner = new Uint8Array(await drawBanner(brand, format));
        form.set('file', new Blob([banner], { type: 'image/png' }), `${key}.png`);
        return form;
      },
    })),
  });
}

/** Returns the external ID of a brand's banner in one format. */
export function creativeKey(brand: string, format: string): string {
  return `${brand.replace('brand-', 'creative-')}-${format}`;
}

function findBrand(externalId: string): DemoBrand {
  const brand = demoMediaPartners.flatMap((partner) => partner.brands).find((one) => one.externalId === externalId);
  if (brand === undefined) throw new ManagementCallError(`the demo has no brand ${externalId}`);
  return brand;
}
