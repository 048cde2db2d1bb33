import type { Client } from '../../src/client/generated/client/index.ts';
import {
  createBooking,
  createCampaign,
  createCreative,
  createFormat,
  createLocation,
  createPosition,
  listBrands,
  listLocations,
  listPublications,
  submitBooking,
} from '../../src/client/generated/sdk.gen.ts';
import { type Outcome, orThrow } from '../../src/client/placard-problem.ts';

/** A film of fifteen seconds before the content of two places: one in the demo's articles, one in a location of its own. */
export async function bookOneFilm(client: Client, ownLocation: string): Promise<void> {
  const brand = await first(listBrands({ client, query: { limit: 1 } }));
  const publication = await first(listPublications({ client, query: { limit: 1 } }));
  const article = await first(listLocations({ client, query: { code: ['_thecourier_article_'] } }));
  const size = { width: 640, height: 360 };
  const format = await made(createFormat({ client, body: { code: 'preroll', mediaType: 'video', ...size } }));
  const own = await made(createLocation({ client, body: { publicationId: publication.id, code: ownLocation } }));
  const positionIds: number[] = [];
  for (const locationId of [article.id, own.id]) {
    positionIds.push((await made(createPosition({ client, body: { locationId, formatId: format.id } }))).id);
  }
  const files = [{ url: 'https://media.example/film.mp4', mime: 'video/mp4', ...size, bitrate: 700 }];
  const ids = { brandId: brand.id, formatId: format.id };
  const media = { durationMs: 15_000, files };
  const creative = await made(createCreative({ client, body: { name: 'Film', kind: 'video', ...ids, media } }));
  const companies = { advertiserCompanyId: brand.mediaPartnerId, invoiceCompanyId: brand.mediaPartnerId };
  const campaign = await made(createCampaign({ client, body: { name: 'Films', ...companies, brandIds: [brand.id] } }));
  const booking = await made(
    createBooking({
      client,
      body: {
        campaignId: campaign.id,
        name: 'Film',
        type: 'display',
        startDate: new Date(Date.now() - 60_000).toISOString(),
        positionIds,
        pricing: { model: 'cpm', rate: { amount: '9.00', currency: 'EUR' } },
        creatives: [{ creativeId: creative.id }],
      },
    }),
  );
  await made(submitBooking({ client, path: { id: booking.id } }));
}

async function made<Data>(outcome: Promise<Outcome<Data>>): Promise<Data> {
  return (await orThrow(outcome)).data;
}

async function first<One>(outcome: Promise<Outcome<readonly One[]>>): Promise<One> {
  const [one] = await made(outcome);
  if (one === undefined) throw new Error('The list is empty');
  return one;
}
