import { expect } from 'vitest';
import { startDelivery } from '../../src/delivery/start-delivery.ts';
import { createLease } from '../../src/platform/lease/lease.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { startSnapshotPublisher } from '../../src/worker/publish/start-snapshot-publisher.ts';
import { freePort } from './free-port.ts';
import { importFeed } from './import-products.ts';
import { makeObject } from './make-objects.ts';
import { startTestManagement } from './test-management.ts';
import { waitUntil } from './wait-until.ts';

/** One ad of a list, as far as a shop reads it. */
export type ShelfAd = {
  readonly id: string;
  readonly adspaceId: string;
  readonly native: {
    readonly impressionCounter: string;
    readonly viewableImpressionCounter: string;
    readonly link: { readonly url: string };
    readonly fields: Readonly<Record<string, string>>;
  };
};
type Body = Readonly<Record<string, unknown>>;

export type ShopWorld = Awaited<ReturnType<typeof startShopWorld>>;

/** Management, the publisher of snapshots and one delivery process: a shop with two brands, and a shelf for searches. */
export async function startShopWorld() {
  const management = await startTestManagement();
  const log = createLog({ level: process.env['PLACARD_TEST_LOG'] ?? 'silent', name: 'test' });
  const { database, databaseUrl, snapshots: snapshotFolder } = management;
  const lease = createLease({ database, name: 'publisher', holder: 'test' });
  const publisher = startSnapshotPublisher({ database, databaseUrl, snapshotFolder, lease, log });
  await publisher.started;
  const { config } = management.services;
  const deliveryPort = await freePort();
  const base = `http://127.0.0.1:${deliveryPort}`;
  const delivery = await startDelivery({
    config: {
      ...config,
      secret: management.services.secret,
      deliveryPort,
      deliveryUrl: base,
      deliveryProcesses: 1,
      host: '127.0.0.1',
    },
    log,
    processId: 'delivery-0',
  });
  const mediaPartnerId = (await makeObject(management, 'media-partners')).id;
  const brandOf = async (name: string) => (await makeObject(management, 'brands', { name, mediaPartnerId })).id;
  const brandIds = { aurora: await brandOf('Aurora'), borealis: await brandOf('Borealis') };
  const companies = { advertiserCompanyId: mediaPartnerId, invoiceCompanyId: mediaPartnerId };
  const campaign = await makeObject(management, 'campaigns', { ...companies, brandIds: Object.values(brandIds) });
  const format = await makeObject(management, 'inventory/format', { mediaType: 'stack', width: null, height: null });
  const position = await makeObject(management, 'inventory/position', { formatId: format.id });
  const slotName = String(position['slotName']);

  const shelf = async (parameters: string, most = 20): Promise<readonly ShelfAd[]> => {
    const answer = await fetch(`${base}/m/stack/sl${slotName}/${parameters}?max_ads=${most}`);
    return ((await answer.json()) as { ads: ShelfAd[] }).ads;
  };
  const skus = async (parameters: string) =>
    (await shelf(parameters)).map(({ native }) => native.fields['sku'] ?? '').toSorted();
  const patch = async (path: string, body: Body) => {
    const answer = await management.call('PATCH', path, { body, headers: { 'if-match': '*' } });
    expect([path, answer.status, answer.body]).toMatchObject([path, 200, {}]);
  };
  return {
    management,
    base,
    mediaPartnerId,
    brandIds,
    campaignId: campaign.id,
    formatId: format.id,
    positionId: position.id,
    slotName,
    patch,
    /** Takes products into the catalogue, each with a sku and what else is said of it. */
    async take(products: readonly Body[], kind: 'full' | 'delta' = 'delta') {
      const lines = products.map((product) => {
        const sku = String(product['sku']);
        return JSON.stringify({
          title: `Title ${sku}`,
          link: `https://shop.example/${sku}`,
          brand: 'Aurora',
          ...product,
        });
      });
      return importFeed(management, { mediaPartnerId, name: 'feed.jsonl', content: lines.join('\n'), kind });
    },
    async productId(sku: string): Promise<number> {
      const { body } = await management.call('GET', `/products?mediaPartnerId=${mediaPartnerId}&sku=${sku}`);
      return body[0].id;
    },
    /** Books products and has the booking approved. */
    async book(sponsored: Body, fields: Body = {}) {
      const booking = await makeObject(management, 'bookings', {
        campaignId: campaign.id,
        type: 'sponsored_products',
        startDate: '2026-01-01T00:00:00Z',
        positionIds: [position.id],
        sponsored: { formatId: format.id, ...sponsored },
        ...fields,
      });
      const answer = await management.call('POST', `/bookings/${booking.id}/actions/submit`);
      expect(answer).toMatchObject({ status: 200, body: { status: 'running' } });
      return booking as Body & { readonly id: number };
    },
    shelf,
    /** The skus that a request for the shelf has, in alphabetical order. */
    skus,
    /** Waits until a request has exactly these skus, for a second and what the machine takes. */
    async shows(parameters: string, expected: readonly string[]) {
      let seen: readonly string[] = [];
      await waitUntil(
        `${parameters} to show ${expected.join(' ')}`,
        async () => {
          seen = await skus(parameters);
          return JSON.stringify(seen) === JSON.stringify([...expected].sort());
        },
        { everyMs: 10 },
      ).catch((error: unknown) => {
        throw new Error(`${parameters} shows ${seen.join(' ')}`, { cause: error });
      });
    },
    async close() {
      await delivery.close();
      await publisher.close();
      await management.close();
    },
  };
}
