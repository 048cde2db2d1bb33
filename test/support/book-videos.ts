import type { ManagementCall } from '../../src/main/demo/management-client.ts';
import { waitUntilLive } from './book-one-banner.ts';

export type BookedVideo = {
  readonly campaignId: number;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly adId: number;
  /** Of the only position where it shows. */
  readonly slotName: string;
};

/** A creative for players, each of which is booked alone in a position of its own. */
export type WantedVideo = {
  readonly mediaType?: 'video' | 'audio';
  /** Besides names and ids: kind, media or vast, and so on. */
  readonly creative: Readonly<Record<string, unknown>>;
};

/** Sets up everything from publisher to bookings through the public API and waits until all is live everywhere. */
export async function bookVideos(
  call: ManagementCall,
  options: {
    readonly location: string;
    readonly domain: string;
    readonly cpm: { readonly amount: string; readonly currency: string };
    readonly videos: readonly WantedVideo[];
  },
): Promise<readonly BookedVideo[]> {
  const create = async <Made extends { readonly id: number }>(path: string, json: unknown): Promise<Made> => {
    const { status, body } = await call('POST', `/api/v1${path}`, { json });
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body as Made;
  };
  const { location: code, domain, cpm, videos } = options;
  const publisher = await create('/inventory/publisher', { companyName: 'Test Films' });
  const publication = await create('/inventory/publication', {
    companyName: 'Test Channel',
    publisherId: publisher.id,
    timeZone: 'Europe/Brussels',
  });
  const location = await create('/inventory/location', { publicationId: publication.id, code });
  const partner = await create('/media-partners', { name: 'Harbour Films', roles: ['ADVERTISER', 'INVOICE'] });
  const brand = await create('/brands', { name: 'Harbour', mediaPartnerId: partner.id, domains: [domain] });
  const companies = { advertiserCompanyId: partner.id, invoiceCompanyId: partner.id, brandIds: [brand.id] };
  const campaign = await create('/campaigns', { name: 'Films', ...companies });
  const formats = {
    video: await create('/inventory/format', { code: 'preroll', mediaType: 'video', width: 640, height: 360 }),
    audio: await create('/inventory/format', { code: 'sound', mediaType: 'audio' }),
  };
  const booked: BookedVideo[] = [];
  let revision = 0;
  for (const [index, { mediaType = 'video', creative: fields }] of videos.entries()) {
    const formatId = formats[mediaType].id;
    const creative = await create('/creatives', { name: `Film ${index}`, brandId: brand.id, formatId, ...fields });
    const place = { locationId: location.id, formatId, ...(index > 0 && { code: `_${index}` }) };
    const position = await create<{ id: number; slotName: string }>('/inventory/position', place);
    const booking = await create<{ id: number; creatives: { adId: number }[] }>('/bookings', {
      campaignId: campaign.id,
      name: `Film ${index}`,
      type: 'display',
      startDate: new Date(Date.now() - 60_000).toISOString(),
      positionIds: [position.id],
      pricing: { model: 'cpm', rate: cpm },
      creatives: [{ creativeId: creative.id }],
    });
    const submitted = await call('POST', `/api/v1/bookings/${booking.id}/actions/submit`);
    revision = Number(submitted.headers.get('placard-revision'));
    booked.push({
      campaignId: campaign.id,
      bookingId: booking.id,
      creativeId: creative.id,
      adId: booking.creatives[0]?.adId ?? 0,
      slotName: position.slotName,
    });
  }
  await waitUntilLive(call, revision);
  return booked;
}
