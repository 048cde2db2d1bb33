import type { ManagementCall } from '../../src/server/demo/management-client.ts';

/** A film of fifteen seconds before the content of two places: one in the demo's articles, one in a location of its own. */
export async function bookOneFilm(call: ManagementCall, ownLocation: string): Promise<void> {
  const create = async (path: string, json: unknown) => {
    const { status, body } = await call('POST', `/api/v1${path}`, { json });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body as { readonly id: number };
  };
  const first = async <Found>(path: string) => ((await call('GET', `/api/v1${path}`)).body as readonly [Found])[0];
  const brand = await first<{ id: number; mediaPartnerId: number }>('/brands?limit=1');
  const { id: publicationId } = await first<{ id: number }>('/inventory/publication?limit=1');
  const { id: article } = await first<{ id: number }>('/inventory/location?code=_thecourier_article_');
  const format = await create('/inventory/format', { code: 'preroll', mediaType: 'video', width: 640, height: 360 });
  const own = await create('/inventory/location', { publicationId, code: ownLocation });
  const positions = [];
  for (const locationId of [article, own.id]) {
    positions.push(await create('/inventory/position', { locationId, formatId: format.id }));
  }
  const files = [{ url: 'https://media.example/film.mp4', mime: 'video/mp4', width: 640, height: 360, bitrate: 700 }];
  const creative = await create('/creatives', {
    name: 'Film',
    kind: 'video',
    brandId: brand.id,
    formatId: format.id,
    media: { durationMs: 15_000, files },
  });
  const campaign = await create('/campaigns', {
    name: 'Films',
    advertiserCompanyId: brand.mediaPartnerId,
    invoiceCompanyId: brand.mediaPartnerId,
    brandIds: [brand.id],
  });
  const booking = await create('/bookings', {
    campaignId: campaign.id,
    name: 'Film',
    type: 'display',
    startDate: new Date(Date.now() - 60_000).toISOString(),
    positionIds: positions.map(({ id }) => id),
    pricing: { model: 'cpm', rate: { amount: '9.00', currency: 'EUR' } },
    creatives: [{ creativeId: creative.id }],
  });
  await create(`/bookings/${booking.id}/actions/submit`, undefined);
}
