import { demoMediaPartners } from './demo-brands.ts';
import { ensureAll, idOfPresent, type SeedRun } from './ensure-objects.ts';

/** IDs of media partners and of their brands, by external ID. */
export type Partners = Awaited<ReturnType<typeof seedPartners>>;

/** Creates the media partners and their brands. */
export async function seedPartners(seed: SeedRun) {
  const companies = await ensureAll(seed, {
    path: '/api/v1/media-partners',
    identify: 'externalId',
    wanted: demoMediaPartners.map(({ externalId, name, roles, domains }) => ({
      key: externalId,
      body: () => ({ externalId, name, roles, domains }),
    })),
  });
  const brands = await ensureAll(seed, {
    path: '/api/v1/brands',
    identify: 'externalId',
    wanted: demoMediaPartners.flatMap((partner) =>
      partner.brands.map(({ externalId, name, categories, domain }) => ({
        key: externalId,
        body: () => ({
          externalId,
          name,
          mediaPartnerId: idOfPresent(companies, partner.externalId),
          categories,
          domains: [domain],
        }),
      })),
    ),
  });
  return { companies, brands };
}
