import { demoTimeZone } from './demo-account.ts';
import { demoProducts, demoShelfBookings, demoShop } from './demo-shop.ts';
import { ensureAll, idOfPresent, type SeedRun } from './ensure-objects.ts';
import { localMidnight } from './local-midnight.ts';
import type { Partners } from './seed-media-partners.ts';
import { takeAction } from './take-action.ts';

/** Days from today: the shelves have been running for one week. */
const startDay = -7;
const endDay = 60;

/**
 * Creates the shop with its catalog, and the bookings on its shelves. Returns the number of products.
 * @param deliveryUrl URL of the example pages with the product pictures
 */
export async function seedShop(seed: SeedRun, partners: Partners, deliveryUrl: string): Promise<number> {
  const { formatId, positionIds } = await seedShelves(seed);
  const products = await ensureAll(seed, {
    path: '/api/v1/products',
    identify: 'sku',
    wanted: demoProducts.map(({ sku, brand, name, category, price, salePrice, picture, isSoldOut }) => ({
      key: sku,
      body: () => ({
        sku,
        name,
        category,
        brandId: idOfPresent(partners.brands, brand),
        link: `https://${demoShop.publication.domains[0]}/${sku}`,
        imageUrl: `${deliveryUrl}/examples/shop/pictures/${picture}.svg`,
        price: { amount: price, currency: 'EUR' },
        ...(salePrice === undefined ? {} : { salePrice: { amount: salePrice, currency: 'EUR' } }),
        ...(isSoldOut === undefined ? {} : { availability: 'out_of_stock' }),
      }),
    })),
  });
  const { campaign } = demoShop;
  const companyId = idOfPresent(partners.companies, campaign.partner);
  const campaigns = await ensureAll(seed, {
    path: '/api/v1/campaigns',
    identify: 'externalId',
    wanted: [
      {
        key: campaign.externalId,
        body: () => ({
          externalId: campaign.externalId,
          name: campaign.name,
          advertiserCompanyId: companyId,
          invoiceCompanyId: companyId,
          brandIds: campaign.brands.map((brand) => idOfPresent(partners.brands, brand)),
        }),
      },
    ],
  });
  const day = (days: number) => localMidnight({ nowMs: seed.nowMs, days, timeZone: demoTimeZone });
  const bookings = await ensureAll(seed, {
    path: '/api/v1/bookings',
    identify: 'externalId',
    wanted: demoShelfBookings.map(({ externalId, name, products: skus, ...terms }) => ({
      key: externalId,
      body: () => ({
        externalId,
        name,
        campaignId: idOfPresent(campaigns, campaign.externalId),
        type: 'sponsored_products',
        startDate: day(startDay),
        endDate: day(endDay),
        positionIds,
        pricing: { model: 'cpc', rate: { amount: '0.35', currency: 'EUR' } },
        sponsored: { formatId, products: skus.map((sku) => idOfPresent(products, sku)), ...terms },
      }),
    })),
  });
  for (const { externalId } of demoShelfBookings) await takeAction(seed, idOfPresent(bookings, externalId), 'submit');
  return products.size;
}

/** Creates the positions of the shop: a list on its search pages, and one on its category pages. */
async function seedShelves(seed: SeedRun) {
  const inventory = '/api/v1/inventory';
  const { publisher, publication, format, locations } = demoShop;
  const publishers = await ensureAll(seed, {
    path: `${inventory}/publisher`,
    identify: 'externalId',
    wanted: [{ key: publisher.externalId, body: () => publisher }],
  });
  const publisherId = idOfPresent(publishers, publisher.externalId);
  const publications = await ensureAll(seed, {
    path: `${inventory}/publication`,
    identify: 'externalId',
    wanted: [{ key: publication.externalId, body: () => ({ ...publication, publisherId }) }],
  });
  const formats = await ensureAll(seed, {
    path: `${inventory}/format`,
    identify: 'code',
    wanted: [{ key: format.code, body: () => format }],
  });
  const publicationId = idOfPresent(publications, publication.externalId);
  const made = await ensureAll(seed, {
    path: `${inventory}/location`,
    identify: 'code',
    wanted: locations.map((location) => ({ key: location.code, body: () => ({ ...location, publicationId }) })),
  });
  const formatId = idOfPresent(formats, format.code);
  const slotNames = locations.map(({ code }) => ({ code, slotName: `${code}-${format.code}` }));
  const positions = await ensureAll(seed, {
    path: `${inventory}/position`,
    identify: 'slotName',
    wanted: slotNames.map(({ code, slotName }) => ({
      key: slotName,
      body: () => ({ locationId: idOfPresent(made, code), formatId }),
    })),
  });
  return { formatId, positionIds: slotNames.map(({ slotName }) => idOfPresent(positions, slotName)) };
}
