import { maxNamedCompetitors, type SharePreview } from '../../../contract/booking/share-preview.ts';
import { percentOf } from '../../../core/vocabulary/percent.ts';
import { draftBookingId, type PositionShares } from './position-shares.ts';
import type { CompetitorRow } from './read-competitors.ts';

export type DescribedBookings = {
  readonly bookings: readonly CompetitorRow[];
  readonly editedId: number | null;
  /** False if the share of the draft booking cannot be computed. */
  readonly isKnown: boolean;
};

/** Returns the shares over some positions, weighted by their requests, or equally if none was requested. */
export function describeShares(allShares: readonly PositionShares[], about: DescribedBookings): SharePreview['total'] {
  const total = allShares.reduce((sum, { weight }) => sum + weight, 0);
  const meanOf = (which: 'before' | 'after', id: number): number =>
    allShares.reduce((sum, positionShares) => {
      const weight = total > 0 ? positionShares.weight / total : 1 / allShares.length;
      return sum + weight * (positionShares[which].get(id) ?? 0);
    }, 0);
  const isThere = new Set(allShares.flatMap(({ there }) => there.map(({ id }) => id)));
  const competitors = about.bookings
    .filter(({ id }) => id !== about.editedId && isThere.has(id))
    .map((booking) => ({
      booking,
      runsThen: allShares.some(({ running }) => running.has(booking.id)),
      share: meanOf('before', booking.id),
      shareWith: meanOf('after', booking.id),
    }))
    .toSorted((a, b) => b.shareWith - a.shareWith || b.share - a.share || a.booking.id - b.booking.id);
  const named = competitors.filter(({ booking }) => booking.visible).slice(0, maxNamedCompetitors);
  const others = competitors.filter((each) => !named.includes(each));
  return {
    sharePercent: about.isKnown ? percentOf(meanOf('after', draftBookingId)) : null,
    sharePercentBefore: about.editedId === null ? null : percentOf(meanOf('before', about.editedId)),
    competitors: named.map(({ booking, runsThen, share, shareWith }) => ({
      bookingId: booking.id,
      name: booking.name,
      campaignId: booking.campaignId,
      campaignName: booking.campaignName,
      priority: booking.priority,
      startDate: booking.startDate.toISOString(),
      endDate: booking.endDate?.toISOString() ?? null,
      held: booking.held,
      runsThen,
      sharePercent: percentOf(share),
      sharePercentWith: percentOf(shareWith),
    })),
    others:
      others.length === 0
        ? null
        : {
            sharePercent: percentOf(others.reduce((sum, { share }) => sum + share, 0)),
            sharePercentWith: percentOf(others.reduce((sum, { shareWith }) => sum + shareWith, 0)),
          },
  };
}
