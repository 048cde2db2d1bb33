import { generateKeyPairSync } from 'node:crypto';
import type { WebWorld } from '../browser/web-world.ts';
import { offerHtml, offerTemplate } from '../fixtures/template-format.ts';
import type { RunningPlacard } from '../process/running-placard.ts';
import { hostileTexts } from './hostile-texts.ts';

/** JSON fields of a body. */
export type Body = Readonly<Record<string, unknown>>;

/** Parent objects of hostile objects, from the booked world. */
type Owners = Awaited<ReturnType<typeof ownersOf>> &
  Awaited<ReturnType<typeof makeFormats>> &
  Awaited<ReturnType<typeof makeSellingOwners>> & { readonly productId: number };

const address = 'https://harbour.example/x';
const resource = { kind: 'static', url: address, mime: 'image/png' };

const publicKey = {
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  kid: 'x',
};

/** Fields of a report schedule. */
export const schedule = {
  name: 'x',
  report: { period: 'yesterday' },
  timeZone: 'Asia/Tokyo',
  cadence: 'daily',
  hour: 6,
  format: 'csv',
  tellsWebhooks: true,
};

/** A condition of each kind. */
const targetings = [{ fact: 'city', values: ['x'] }, { key: 'ct', values: ['x'] }, { urlParts: ['x'] }];
const bookingTrackers = { impression: [address], viewable: [address], click: [address] };
const sponsoredTexts = {
  keywords: [{ text: 'x' }],
  negativeKeywords: [{ text: 'x' }],
  categories: ['x'],
  productPages: ['x'],
};

/** Minimal bodies of each operation, with several variants so that every text field can occur in at least one. */
export const leastBodies: Readonly<Record<string, (owners: Owners, n: number) => readonly Body[]>> = {
  '/api/v1/inventory/publisher': () => [{ companyName: 'x' }],
  '/api/v1/inventory/publication': ({ publisherId }) => [{ companyName: 'x', publisherId, timeZone: 'Asia/Tokyo' }],
  '/api/v1/inventory/location': ({ publicationId }, n) => [
    { publicationId, code: `_h${n}_` },
    {
      publicationId,
      code: `_s${n}_`,
      kind: 'screen',
      screen: { venueTypes: ['retail.grocery'], chain: 'x', store: 'x' },
    },
  ],
  '/api/v1/inventory/format': (_, n) => [{ ...offerTemplate, code: `h${n}`, templateHtml: offerHtml }],
  '/api/v1/inventory/position': ({ locationId, formatId }, n) => [{ locationId, formatId, code: `_${n}` }],
  '/api/v1/media-partners': () => [{ name: 'x', roles: ['ADVERTISER'], subsystemExternalIds: { crm: 'x' } }],
  '/api/v1/brands': ({ partnerId }) => [{ name: 'x', mediaPartnerId: partnerId, subsystemExternalIds: { crm: 'x' } }],
  '/api/v1/media-partners/{id}/brands': () => [{ name: 'x', subsystemExternalIds: { crm: 'x' } }],
  '/api/v1/conversion-actions': ({ partnerId, brandId }) => [
    { name: 'x', mediaPartnerId: partnerId, brandId, category: 'lead' },
  ],
  '/api/v1/conversion-actions/{id}/conversions': () => [{ conversions: [{ orderId: 'x', userId: 'x', clickId: 'x' }] }],
  '/api/v1/campaigns': ({ partnerId, brandId }) => [
    { name: 'x', advertiserCompanyId: partnerId, invoiceCompanyId: partnerId, brandIds: [brandId] },
  ],
  '/api/v1/bookings': ({ campaignId, positionId, templateFormatId, productId }) => [
    {
      name: 'x',
      campaignId,
      type: 'sponsored_products',
      startDate: '2030-01-01T00:00:00Z',
      positionIds: [positionId],
      sponsored: {
        formatId: templateFormatId,
        products: [productId],
        ...sponsoredTexts,
      },
    },
    ...targetings.map((targeting) => ({
      name: 'x',
      campaignId,
      type: 'display',
      startDate: '2030-01-01T00:00:00Z',
      positionIds: [positionId],
      targeting,
      trackers: bookingTrackers,
    })),
  ],
  '/api/v1/creatives': ({ brandId, formatId, videoFormatId, templateFormatId }) => {
    const common = { name: 'x', brandId, formatId: videoFormatId };
    const videoFile = {
      ...common,
      kind: 'video',
      media: {
        durationMs: 15_000,
        files: [{ url: address, mime: 'video/mp4', width: 640, height: 360, bitrate: 700 }],
        categories: [{ authority: address, code: 'x' }],
        universalAdId: { registry: 'x', value: 'x' },
        interactive: { url: address, apiFramework: 'x' },
      },
      verifications: [{ vendor: 'x', url: address }],
      trackers: { impression: [address], progress: [{ at: { ms: 1000 }, url: address }] },
    };
    const icon = { program: 'x', width: 10, height: 10, xPosition: 'left', yPosition: 'top' };
    return [
      { ...common, formatId, kind: 'html', html: '<b>x</b>' },
      { ...common, formatId: templateFormatId, kind: 'native', fields: { headline: 'x' } },
      { ...common, kind: 'vast', vast: { url: address } },
      ...[resource, { kind: 'iframe', url: address }, { kind: 'html', html: '<b>x</b>' }].map((shown) => ({
        ...videoFile,
        companions: [{ width: 300, height: 250, resource: shown }],
        icons: [{ ...icon, resource: shown }],
      })),
    ];
  },
  '/api/v1/products': ({ brandId }, n) => [{ name: 'x', brandId, sku: `h${n}`, link: address }],
  '/api/v1/users': (_, n) => [{ name: 'x', email: `h${n}@publisher.example`, role: 'viewer' }],
  '/api/v1/user-mapping': ({ partnerId, brandId }) => [
    { user: 'x', mappings: [{ advertiserCompanyId: partnerId, brandId }] },
    [{ user: 'x', advertiserCompanyId: partnerId, brandId }] as unknown as Body,
  ],
  '/api/v1/service-accounts': () => [
    { name: 'x', scopes: ['campaigns:read'] },
    { name: 'x', scopes: ['campaigns:read'], publicKeys: [publicKey] },
  ],
  '/api/v1/third-party-counts': ({ bookingId }) => [
    { source: 'x', counts: [{ bookingId, day: '2026-11-20', impressions: 5 }] },
  ],
  '/api/v1/product-packages': ({ templateId }) => [
    {
      name: 'x',
      description: 'x',
      bookingTemplateId: templateId,
      deliveryType: 'guaranteed',
      pricingOptions: [{ code: 'x', model: 'cpm', rate: { amount: '1.00', currency: 'EUR' } }],
    },
  ],
  '/api/v1/buyer-agents': ({ partnerId, brandId, unusedAccounts }) => [
    {
      name: 'x',
      serviceAccountId: unusedAccounts.pop(),
      accounts: [{ advertiserCompanyId: partnerId, brandId, invoiceCompanyId: partnerId, operator: 'agency.example' }],
    },
  ],
  '/api/v1/identity-providers': (_, n) => [
    {
      name: 'x',
      issuer: `https://login${n}.example`,
      clientId: 'x',
      clientSecret: 'a secret of the provider',
      domains: [`h${n}.example`],
      groupRoles: [{ group: 'x', role: 'viewer' }],
    },
  ],
  '/api/v1/booking-templates': ({ templateFormatId, productId }) => [
    { name: 'x', shared: true, description: 'x', settings: { type: 'display' } },
    ...targetings.map((targeting) => ({
      name: 'x',
      shared: true,
      settings: { type: 'display', targeting, trackers: bookingTrackers },
    })),
    {
      name: 'x',
      shared: true,
      settings: {
        type: 'sponsored_products',
        sponsored: { formatId: templateFormatId, products: [productId], ...sponsoredTexts },
      },
    },
  ],
  '/api/v1/saved-reports': () => [{ name: 'x', shared: true, report: { period: 'last_week', groupBy: ['day'] } }],
  '/api/v1/report-schedules': () => [schedule],
  '/api/v1/destination-connections': () => [
    { name: 'x', kind: 'folder', folder: 'x' },
    {
      name: 'x',
      kind: 'bucket',
      bucket: 'audiences',
      prefix: 'x',
      endpoint: 'https://s3.example',
      accessKeyId: 'x',
      secretAccessKey: 'x',
    },
  ],
  '/api/v1/segments': (_, n) => [{ name: 'x', code: `h${n}` }],
  '/api/v1/erasures': () => [{ identifier: { name: 'ui', value: 'x' } }],
  '/api/v1/webhooks': (_, n) => [{ name: 'x', url: `https://h${n}.example/x`, eventTypes: ['booking.approved'] }],
};

/** Creates formats of kinds without bookings. */
export async function makeFormats({ call }: RunningPlacard) {
  const make = async (json: Body) => {
    const { status, body } = await call('POST', '/api/v1/inventory/format', { json });
    if (status !== 201) throw new Error(`Creating the format returned ${status}: ${JSON.stringify(body)}`);
    return (body as { id: number }).id;
  };
  const headline = { name: 'headline', kind: 'text', required: true, asset: 'title' };
  return {
    videoFormatId: await make({ code: 'preroll', mediaType: 'video', width: 640, height: 360 }),
    templateFormatId: await make({ code: 'offer', mediaType: 'native', templateFields: [headline] }),
  };
}

/** Creates a shared template, and service accounts without buyer agents. */
export async function makeSellingOwners({ call }: RunningPlacard) {
  const make = async (path: string, json: Body) => {
    const { status, body } = await call('POST', `/api/v1/${path}`, { json });
    if (status !== 201) throw new Error(`Creating ${path} returned ${status}: ${JSON.stringify(body)}`);
    return (body as { id: number }).id;
  };
  const templateId = await make('booking-templates', { name: 'Sold', shared: true, settings: { type: 'display' } });
  const unusedAccounts: number[] = [];
  for (const _ of hostileTexts)
    unusedAccounts.push(await make('service-accounts', { name: 'Agent', scopes: ['bookings:read'] }));
  return { templateId, unusedAccounts };
}

/** Creates a product of a brand. Returns its ID. */
export async function makeProduct({ call }: RunningPlacard, brandId: number): Promise<number> {
  const json = { name: 'x', brandId, sku: 'hostile', link: address };
  const { status, body } = await call('POST', '/api/v1/products', { json });
  if (status !== 201) throw new Error(`Creating the product returned ${status}: ${JSON.stringify(body)}`);
  return (body as { id: number }).id;
}

/** Returns the booked objects that other objects can refer to. */
export async function ownersOf({ placard, booked }: WebWorld) {
  const read = async <One>(path: string) => {
    const { status, body } = await placard.call('GET', `/api/v1/${path}`);
    if (status !== 200) throw new Error(`${path} returned ${status}`);
    return body as One;
  };
  const booking = await read<{ positionIds: readonly number[] }>(`bookings/${booked.bookingId}`);
  const campaign = await read<{ advertiserCompanyId: number; brandIds: readonly number[] }>(
    `campaigns/${booked.campaignId}`,
  );
  const positionId = booking.positionIds[0] ?? 0;
  const position = await read<{ locationId: number; formatId: number }>(`inventory/position/${positionId}`);
  const { publicationId } = await read<{ publicationId: number }>(`inventory/location/${position.locationId}`);
  const { publisherId } = await read<{ publisherId: number }>(`inventory/publication/${publicationId}`);
  return {
    publisherId,
    publicationId,
    locationId: position.locationId,
    formatId: position.formatId,
    positionId,
    partnerId: campaign.advertiserCompanyId,
    brandId: campaign.brandIds[0] ?? 0,
    campaignId: booked.campaignId,
    bookingId: booked.bookingId,
  };
}
