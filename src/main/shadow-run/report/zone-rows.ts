import type { DeliveredTally, SlotCause, ZoneTally } from '../engine/zone-tally.ts';
import type { DeliveryGroups } from './delivery-groups.ts';
import { explainDifference, type RowCounts } from './explain-difference.ts';
import type { ComparedSource, ReportedCause, ReportedRow } from './shadow-report.ts';

/** A zone with the deliveries that the run is compared with. */
export type ComparedZone = {
  readonly tally: ZoneTally;
  readonly source: ComparedSource | null;
  readonly delivered: DeliveredTally;
};

const listedCauses = 4;

/** Returns the rows of a zone, in descending order of their volume. */
export function zoneRows({ tally, source, delivered }: ComparedZone, groups: DeliveryGroups): readonly ReportedRow[] {
  const counts = countsOf(tally, delivered, groups);
  const totals = counts.reduce(
    (sum, row) => ({ delivered: sum.delivered + row.delivered, shadow: sum.shadow + row.shadow }),
    {
      delivered: 0,
      shadow: 0,
    },
  );
  const rows = counts.map((row) => {
    const causes = causesOf(tally, row.bookings);
    const deliveredShare = totals.delivered === 0 ? null : row.delivered / totals.delivered;
    const shadowShare = totals.shadow === 0 ? null : row.shadow / totals.shadow;
    return { row, causes, deliveredShare, shadowShare };
  });
  return rows
    .map(({ row, causes, deliveredShare, shadowShare }) => ({
      campaign: row.campaign,
      bookings: [...row.bookings].toSorted((a, b) => a - b).map(groups.describe),
      delivered: row.delivered,
      deliveredShare,
      shadow: row.shadow,
      shadowShare,
      clicks: row.clicks,
      difference: explainDifference({ row, totals, causes, tally, source, groups }),
      causes: causes.slice(0, listedCauses),
    }))
    .toSorted(
      (one, other) =>
        other.delivered + other.shadow - (one.delivered + one.shadow) ||
        ((one.campaign ?? '') < (other.campaign ?? '') ? -1 : 1),
    );
}

function countsOf(tally: ZoneTally, delivered: DeliveredTally, groups: DeliveryGroups): readonly RowCounts[] {
  const rows = new Map<string, RowCounts>();
  const rowOf = (campaign: string | null, key: string): RowCounts => {
    const known = rows.get(key);
    if (known !== undefined) return known;
    const ofCampaign = campaign === null ? [] : groups.bookingsOf(campaign);
    const row: RowCounts = { campaign, bookings: new Set(ofCampaign), delivered: 0, shadow: 0, clicks: 0 };
    rows.set(key, row);
    return row;
  };
  for (const { campaign, count } of delivered.values()) rowOf(campaign, campaign ?? '').delivered += count;
  for (const { campaign, count } of tally.delivered.click.values()) rowOf(campaign, campaign ?? '').clicks += count;
  for (const [bookingId, wins] of tally.wins) {
    const campaign = groups.campaignOf(bookingId);
    const row = rowOf(campaign, campaign ?? `booking ${bookingId}`);
    row.bookings.add(bookingId);
    row.shadow += wins;
  }
  return [...rows.values()];
}

/** Returns the causes of some bookings, most frequent first. */
function causesOf(tally: ZoneTally, bookings: ReadonlySet<number>): readonly ReportedCause[] {
  const causes: ReportedCause[] = [];
  for (const bookingId of bookings) {
    const known = tally.causes.get(bookingId);
    for (const [reason, slots] of known?.slots ?? []) {
      const text = known?.texts.get(reason as SlotCause);
      causes.push({
        bookingId,
        reason,
        share: slots / Math.max(1, tally.explained),
        expected: text?.expected ?? null,
        actual: text?.actual ?? null,
      });
    }
  }
  return causes.toSorted((one, other) => other.share - one.share || one.bookingId - other.bookingId);
}
