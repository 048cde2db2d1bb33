import { type Kysely, sql } from 'kysely';
import type { Discrepancies, DiscrepancyQuery } from '../../../contract/insight/discrepancy.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { readSettings } from '../../resources/settings/read-settings.ts';

/** Most rows: a thousand bookings measured by several third parties. */
const maxRows = 5_000;

type Row = {
  readonly bookingId: number;
  readonly bookingName: string;
  readonly source: string;
  readonly from: string;
  readonly to: string;
  readonly days: number;
} & { readonly [Name in `${'own' | 'other'}${'Impressions' | 'Viewables' | 'Clicks'}`]: number | null };

/** Compares the counts of third parties with those of the same days, by booking and third party. */
export async function readDiscrepancies(
  database: Kysely<Database>,
  query: DiscrepancyQuery,
  reach: Reach,
): Promise<Discrepancies> {
  const { from, to, bookingId, source } = query;
  const thresholdPercent = query.thresholdPercent ?? (await readSettings(database)).discrepancyThresholdPercent;
  const measured = (name: 'impressions' | 'viewables' | 'clicks') => {
    const [theirs, ours] = [sql.ref(`other.${name}`), sql.ref(`own.${name}`)];
    return {
      theirs: sql`sum(${theirs})::bigint`,
      ours: sql`sum(coalesce(${ours}, 0)) filter (where ${theirs} is not null)::bigint`,
    };
  };
  const [impressions, viewables, clicks] = [measured('impressions'), measured('viewables'), measured('clicks')];
  const { rows } = await sql<Row>`
    select other.booking_id, booking.name as booking_name, other.source, min(other.local_day)::text as "from",
      max(other.local_day)::text as "to", count(*)::integer as days,
      ${impressions.ours} as own_impressions, ${impressions.theirs} as other_impressions,
      ${viewables.ours} as own_viewables, ${viewables.theirs} as other_viewables,
      ${clicks.ours} as own_clicks, ${clicks.theirs} as other_clicks
    from third_party_count other
    join booking on booking.id = other.booking_id and ${visibleRows('booking', reach)}
    left join booking_day own on own.booking_id = other.booking_id and own.local_day = other.local_day
    where ${from === undefined ? sql`true` : sql`other.local_day >= ${from}::date`}
      and ${to === undefined ? sql`true` : sql`other.local_day < ${to}::date`}
      and ${bookingId === undefined ? sql`true` : sql`other.booking_id = ${bookingId}`}
      and ${source === undefined ? sql`true` : sql`other.source = ${source}`}
    group by other.booking_id, booking.name, other.source
    order by other.booking_id, other.source
    limit ${maxRows}`.execute(database);
  return {
    thresholdPercent,
    rows: rows.map(({ bookingId: id, bookingName, source: name, from: first, to: last, days, ...counts }) => {
      const figures = {
        impressions: compare(counts.ownImpressions, counts.otherImpressions, thresholdPercent),
        viewables: compare(counts.ownViewables, counts.otherViewables, thresholdPercent),
        clicks: compare(counts.ownClicks, counts.otherClicks, thresholdPercent),
      };
      const exceeded = Object.values(figures).some((figure) => figure?.exceeded === true);
      return { bookingId: id, bookingName, source: name, from: first, to: last, days, ...figures, exceeded };
    }),
  };
}

function compare(
  own: number | null,
  other: number | null,
  thresholdPercent: number,
): Discrepancies['rows'][number]['impressions'] {
  if (other === null) return null;
  const counted = own ?? 0;
  const difference = other - counted;
  const percent = counted === 0 ? null : Math.round((difference / counted) * 1_000_000) / 10_000;
  const exceeded = percent === null ? other > 0 : Math.abs(percent) > thresholdPercent;
  return { counted, thirdParty: other, difference, percent, exceeded };
}
