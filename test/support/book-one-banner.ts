import { drawBanner } from '../../src/main/demo/banner/draw-banner.ts';
import { demoMediaPartners } from '../../src/main/demo/demo-brands.ts';
import type { ManagementCall } from '../../src/main/demo/management-client.ts';
import { waitUntil } from './wait-until.ts';

export type BookedBanner = {
  readonly campaignId: number;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly adId: number;
  readonly slotName: string;
};

type BookedFormat = { readonly code: string; readonly width: number; readonly height: number };

/** Sets up everything from publisher to image creative through the public API and waits until it is live everywhere. */
export async function bookOneBanner(
  call: ManagementCall,
  wanted: {
    readonly location: string;
    readonly format: BookedFormat;
    readonly domain: string;
    readonly clickUrl: string;
    readonly cpm: { readonly amount: string; readonly currency: string };
  },
): Promise<BookedBanner> {
  const create = async <Made extends { readonly id: number }>(path: string, json: unknown): Promise<Made> =>
    made<Made>(path, await call('POST', `/api/v1${path}`, { json }));
  const publisher = await create('/inventory/publisher', { companyName: 'Test Press' });
  const publication = await create('/inventory/publication', {
    companyName: 'Test News',
    publisherId: publisher.id,
    timeZone: 'Europe/Brussels',
  });
  const location = await create('/inventory/location', { publicationId: publication.id, code: wanted.location });
  const format = await formatOf(call, wanted.format);
  const position = await create<{ id: number; slotName: string }>('/inventory/position', {
    locationId: location.id,
    formatId: format.id,
  });
  const partner = await create('/media-partners', { name: 'Harbour Bikes', roles: ['ADVERTISER', 'INVOICE'] });
  const brand = await create('/brands', { name: 'Harbour', mediaPartnerId: partner.id, domains: [wanted.domain] });
  const campaign = await create('/campaigns', {
    name: 'Spring',
    advertiserCompanyId: partner.id,
    invoiceCompanyId: partner.id,
    brandIds: [brand.id],
  });
  const creative = await uploadBanner(call, wanted, { brandId: brand.id, formatId: format.id });
  const booking = await create<{ id: number; creatives: { adId: number }[] }>('/bookings', {
    campaignId: campaign.id,
    name: 'Spring, articles',
    type: 'display',
    startDate: new Date(Date.now() - 60_000).toISOString(),
    positionIds: [position.id],
    pricing: { model: 'cpm', rate: wanted.cpm },
    creatives: [{ creativeId: creative.id }],
  });
  const submitted = await call('POST', `/api/v1/bookings/${booking.id}/actions/submit`);
  await waitUntilLive(call, Number(submitted.headers.get('placard-revision')));
  const running = await call('GET', `/api/v1/bookings/${booking.id}`);
  const { status } = running.body as { status: string };
  if (status !== 'running') throw new Error(`The booking is ${status}: ${JSON.stringify(running.body)}`);
  return {
    campaignId: campaign.id,
    bookingId: booking.id,
    creativeId: creative.id,
    adId: booking.creatives[0]?.adId ?? 0,
    slotName: position.slotName,
  };
}

/** The format of a code: one of the standard formats of an empty account, or a new one. */
async function formatOf(call: ManagementCall, format: BookedFormat): Promise<{ readonly id: number }> {
  const { body } = await call('GET', `/api/v1/inventory/format?code=${format.code}`);
  const [known] = body as readonly {
    readonly id: number;
    readonly width: number | null;
    readonly height: number | null;
  }[];
  if (known === undefined)
    return made('/inventory/format', await call('POST', '/api/v1/inventory/format', { json: format }));
  if (known.width !== format.width || known.height !== format.height)
    throw new Error(`${format.code} has another size`);
  return known;
}

/** Until the revision is "live on n of n". */
export async function waitUntilLive(call: ManagementCall, revision: number): Promise<void> {
  await waitUntil(`revision ${revision} to be live`, async () => {
    const { status, body } = await call('GET', `/api/v1/revisions/${revision}`);
    if (status !== 200) throw new Error(`Revision ${revision} answered ${status}: ${JSON.stringify(body)}`);
    const { live } = body as { live: { on: number; of: number } };
    return live.of > 0 && live.on === live.of;
  });
}

async function uploadBanner(
  call: ManagementCall,
  wanted: {
    readonly format: { readonly width: number; readonly height: number };
    readonly clickUrl: string;
  },
  ids: { readonly brandId: number; readonly formatId: number },
): Promise<{ readonly id: number }> {
  const brand = demoMediaPartners[0]?.brands[0];
  if (brand === undefined) throw new Error('The demo has no brand to draw a banner of');
  const form = new FormData();
  const creative = { ...ids, name: 'Spring banner', kind: 'image', clickUrl: wanted.clickUrl, altText: 'A bicycle' };
  form.set('creative', new Blob([JSON.stringify(creative)], { type: 'application/json' }));
  form.set(
    'file',
    new Blob([new Uint8Array(await drawBanner(brand, wanted.format))], { type: 'image/png' }),
    'spring.png',
  );
  return made('/creatives', await call('POST', '/api/v1/creatives', { multipart: form }));
}

function made<Made>(path: string, answer: { readonly status: number; readonly body: unknown }): Made {
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as Made;
}
