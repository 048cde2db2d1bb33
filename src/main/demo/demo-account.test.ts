import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { demoFormats, demoLocations, demoPositions, demoPublications, demoPublishers } from './demo-account.ts';
import { demoMediaPartners } from './demo-brands.ts';
import { demoCampaigns } from './demo-campaigns.ts';
import { demoProducts, demoShelfBookings, demoShop } from './demo-shop.ts';

const slotNames = demoPositions.map(({ location, code, format }) => `${location}${code}-${format}`);

describe('the demo account', () => {
  test('contains the objects that the product documentation describes', () => {
    expect(demoPublications).toHaveLength(3);
    expect(new Set(demoPublications.map(({ timeZone }) => timeZone)).size).toBe(3);
    expect(demoPositions.length).toBeGreaterThanOrEqual(12);
    expect(demoMediaPartners).toHaveLength(4);
    expect(demoCampaigns).toHaveLength(12);
    expect(new Set(demoCampaigns.map(({ status }) => status)).size).toBe(7);
  });

  test('has unique names', () => {
    const names = [
      ...[...demoPublishers, ...demoPublications, ...demoMediaPartners].map(({ externalId }) => externalId),
      ...demoMediaPartners.flatMap(({ brands }) => brands.map(({ externalId }) => externalId)),
      ...demoCampaigns.flatMap(({ externalId, bookings }) => [
        externalId,
        ...bookings.map((booking) => booking.externalId),
      ]),
      ...[...demoLocations, ...demoShop.locations, ...demoFormats, demoShop.format].map(({ code }) => code),
      ...[demoShop.publisher, demoShop.publication, demoShop.campaign, ...demoShelfBookings].map(
        (one) => one.externalId,
      ),
      ...demoProducts.map(({ sku }) => sku),
      ...slotNames,
    ];
    expect(new Set(names).size).toBe(names.length);
  });

  test('uses only reserved domains', () => {
    const domains = [
      ...[...demoPublications, demoShop.publication].flatMap((publication) => publication.domains),
      ...demoMediaPartners.flatMap(({ domains: own, brands }) => [...own, ...brands.map(({ domain }) => domain)]),
    ];
    expect(domains.filter((domain) => !domain.endsWith('.example'))).toEqual([]);
  });

  test('has a picture for each product, and books existing products', async () => {
    const pictures = await readdir(new URL('../../../examples/shop/pictures', import.meta.url));
    const missing = demoProducts.filter(({ picture }) => !pictures.includes(`${picture}.svg`));
    expect(missing).toEqual([]);
    const skus = new Set(demoProducts.map(({ sku }) => sku));
    expect(demoShelfBookings.flatMap(({ products }) => products).filter((sku) => !skus.has(sku))).toEqual([]);
  });

  test.each(['index.html'])('has every slot of the example page %s', async (page) => {
    const html = await readFile(new URL(`../../../examples/publisher/${page}`, import.meta.url), 'utf8');
    const asked = [...html.matchAll(/data-(?:narrow-)?slot="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(asked).toHaveLength(6);
    expect(asked.filter((slotName) => !slotNames.includes(slotName))).toEqual([]);
  });
});
