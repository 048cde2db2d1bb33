import { changeBookings, listCampaigns } from '../../client/generated/sdk.gen.ts';
import type { Booking, BulkBody, BulkItem, BulkResult, Campaign } from '../../client/generated/types.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';
import { inSlices, readBookings } from '../booking/bulk/read-bulk-facts.ts';
import { runBulk } from '../ui/action/bulk-results.ts';

const shown = 30;

/** Bookings to move, and the advertisers of their campaigns. */
export type Movable = { readonly bookings: readonly Booking[]; readonly advertiserIds: readonly number[] };

/** Reads the bookings with these ids, and their advertisers. */
export async function readMovable(ids: readonly number[]): Promise<Movable> {
  const bookings = await readBookings(ids);
  const campaignIds = [...new Set(bookings.map(({ campaignId }) => campaignId))];
  const campaigns = await inSlices<Campaign>(campaignIds, (id) =>
    dataOf(listCampaigns({ client, query: { id, includeArchived: 'true', limit: id.length } })),
  );
  return {
    bookings,
    advertiserIds: [...new Set(campaigns.map(({ advertiserCompanyId }) => advertiserCompanyId))],
  };
}

/** Choices of the active campaigns of an advertiser, most recently updated first. */
export function campaignsOfAdvertiser(advertiserCompanyId: number): ChoiceSource {
  return {
    key: ['campaigns', 'choices', 'of-advertiser', advertiserCompanyId],
    find: (search) =>
      dataOf(
        listCampaigns({
          client,
          query: {
            advertiserCompanyId: [advertiserCompanyId],
            ...(search === '' ? {} : { search }),
            limit: shown,
            sort: '-updatedAt',
          },
        }),
      ),
    named: (ids) => dataOf(listCampaigns({ client, query: { id: [...ids], includeArchived: 'true' } })),
  };
}

/** Moves bookings to a campaign. Bookings that another user changed meanwhile stay unchanged. */
export function moveBookings(bookings: readonly Booking[], campaignId: number): Promise<BulkResult> {
  return sendAll(bookings.map(({ id, version }) => ({ id, patch: { campaignId }, ifMatch: `"${version}"` })));
}

/** Moves bookings back to the campaigns that they had before the move. */
export function moveBack(bookings: readonly Booking[], { results }: BulkResult): Promise<BulkResult> {
  const items = bookings.flatMap(({ id, campaignId }, index): BulkItem[] => {
    const etag = results[index]?.etag;
    return etag === undefined ? [] : [{ id, patch: { campaignId }, ifMatch: etag }];
  });
  return sendAll(items);
}

function sendAll(items: readonly BulkItem[]): Promise<BulkResult> {
  return runBulk((body: BulkBody) => dataOf(changeBookings({ client, body })), items, { dryRun: false });
}
