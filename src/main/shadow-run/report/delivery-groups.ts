import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import type { ZoneTally } from '../engine/zone-tally.ts';
import type { ExternalNames } from '../names/external-names.ts';
import type { ReportedBooking } from './shadow-report.ts';

/** Campaigns of the log with the bookings that were imported from them. */
export type DeliveryGroups = {
  /** Returns the campaign of the log to which a booking belongs; null: none. */
  readonly campaignOf: (bookingId: number) => string | null;
  /** Returns the bookings of a campaign of the log, whether they deliver or not. */
  readonly bookingsOf: (campaign: string) => readonly number[];
  readonly isArchived: (campaign: string) => boolean;
  readonly describe: (bookingId: number) => ReportedBooking;
};

/**
 * Finds the bookings of the campaigns in a log. Every booking of the snapshot is read once.
 * @param nameOf name of a booking; null: unknown
 */
export function createDeliveryGroups(
  snapshot: Snapshot,
  names: ExternalNames,
  tallies: Iterable<ZoneTally>,
  nameOf: (bookingId: number) => string | null,
): DeliveryGroups {
  const campaigns = new Set<string>();
  for (const { delivered } of tallies) {
    for (const tally of Object.values(delivered)) {
      for (const { campaign } of tally.values()) if (campaign !== null) campaigns.add(campaign);
    }
  }
  const campaignByBooking = new Map<number, string>();
  const bookings = new Map<string, number[]>();
  for (const id of campaigns.size === 0 ? [] : snapshot.bookingById.keys()) {
    const campaign = names.refsOf(id).find((ref) => campaigns.has(ref));
    if (campaign === undefined) continue;
    campaignByBooking.set(id, campaign);
    bookings.set(campaign, [...(bookings.get(campaign) ?? []), id]);
  }
  return {
    campaignOf: (id) => campaignByBooking.get(id) ?? null,
    bookingsOf: (campaign) => bookings.get(campaign) ?? [],
    isArchived: (campaign) => names.isArchived(campaign),
    describe: (id) => {
      const row = snapshot.bookingById.get(id as BookingId)?.row;
      return {
        id,
        name: nameOf(id),
        externalId: row?.externalId ?? null,
        campaignId: row?.campaignId ?? 0,
        campaignName: row?.campaign.name ?? '',
      };
    },
  };
}
