import type { Difference, ReportedBooking, ReportedRow, ReportedZone } from './shadow-report.ts';

type Sum = {
  readonly campaign: string | null;
  readonly bookings: Map<number, ReportedBooking>;
  delivered: number;
  shadow: number;
  clicks: number;
  main: { readonly size: number; readonly zone: string; readonly difference: Difference } | null;
};

/** Sums the rows of all zones by campaign. The reason is that of the zone with the largest difference. */
export function rowsOfCampaigns(zones: readonly ReportedZone[]): readonly ReportedRow[] {
  const sums = new Map<string, Sum>();
  for (const zone of zones) for (const row of zone.rows) add(sums, zone, row);
  const all = [...sums.values()];
  const delivered = all.reduce((sum, row) => sum + row.delivered, 0);
  const shadow = all.reduce((sum, row) => sum + row.shadow, 0);
  return all
    .map((sum) => ({
      campaign: sum.campaign,
      bookings: [...sum.bookings.values()],
      delivered: sum.delivered,
      deliveredShare: delivered === 0 ? null : sum.delivered / delivered,
      shadow: sum.shadow,
      shadowShare: shadow === 0 ? null : sum.shadow / shadow,
      clicks: sum.clicks,
      difference: differenceOf(sum),
      causes: [],
    }))
    .toSorted((one, other) => other.delivered + other.shadow - (one.delivered + one.shadow));
}

function add(sums: Map<string, Sum>, zone: ReportedZone, row: ReportedRow): void {
  const key = row.campaign ?? `booking ${row.bookings[0]?.id ?? ''}`;
  const sum: Sum = sums.get(key) ?? {
    campaign: row.campaign,
    bookings: new Map(),
    delivered: 0,
    shadow: 0,
    clicks: 0,
    main: null,
  };
  sums.set(key, sum);
  for (const booking of row.bookings) sum.bookings.set(booking.id, booking);
  sum.delivered += row.delivered;
  sum.shadow += row.shadow;
  sum.clicks += row.clicks;
  const { reason } = row.difference;
  const size = reason === 'WITHIN_VARIATION' ? 0 : Math.abs((row.shadowShare ?? 0) * zone.delivered - row.delivered);
  if (sum.main === null || size > sum.main.size) sum.main = { size, zone: zone.zone, difference: row.difference };
}

function differenceOf({ main }: Sum): Difference {
  if (main === null) return { reason: 'NOT_COMPARED', detail: '' };
  const { size, zone, difference } = main;
  return size === 0 ? difference : { reason: difference.reason, detail: `${zone}: ${difference.detail}` };
}
