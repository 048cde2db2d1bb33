import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type MissedPlays,
  type MissedPlaysDimension,
  type MissedPlaysQuery,
  missedPlaysDays,
} from '../../../contract/insight/missed-plays.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { screenGoneMs } from '../../../core/vocabulary/limits/screen-limits.ts';
import { comparedPlays } from '../../../platform/db/missed-plays.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';

type Row = Omit<MissedPlays['rows'][number], 'missedPercent' | 'offlineSince'> & {
  readonly offlineSince: Date | null;
  readonly rowCount: number;
} & { readonly [Name in `all${'Planned' | 'Played' | 'Missed'}`]: number };

type Options = { readonly reach: Reach; readonly nowMs: number };

/** Compares planned with counted plays. Source: docs/decisions/0236-missed-plays.md. */
export async function readMissedPlays(
  database: Kysely<Database>,
  query: MissedPlaysQuery,
  options: Options,
): Promise<MissedPlays> {
  const { from, to } = periodOf(query, options.nowMs);
  const rows = await readRows(database, { ...query, from, to }, options);
  const { offset = 0 } = query;
  // Beyond the last page there is no row with the totals.
  const [first] =
    rows.length === 0 && offset > 0 ? await readRows(database, firstRow({ ...query, from, to }), options) : rows;
  const { allPlanned: planned = 0, allPlayed: played = 0, allMissed: missed = 0, rowCount = 0 } = first ?? {};
  return {
    from,
    to,
    totals: { planned, played, missed, missedPercent: percentOf(missed, planned) },
    rowCount,
    rows: rows.map(({ rowCount: _, allPlanned: __, allPlayed: ___, allMissed: ____, offlineSince, ...row }) => ({
      ...row,
      missedPercent: percentOf(row.missed, row.planned),
      offlineSince: offlineSince?.toISOString() ?? null,
    })),
  };
}

type Period = { readonly from: string; readonly to: string };

function periodOf({ from, to }: MissedPlaysQuery, nowMs: number): Period {
  const end = to ?? dayText(nowMs);
  return { from: from ?? dayText(Date.parse(`${end}T00:00:00Z`) - missedPlaysDays * dayMs), to: end };
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function firstRow<Query extends Period & MissedPlaysQuery>(query: Query): Query {
  return { ...query, offset: 0, limit: 1 };
}

async function readRows(
  database: Kysely<Database>,
  query: Period & MissedPlaysQuery,
  { reach, nowMs }: Options,
): Promise<readonly Row[]> {
  const { from, to, limit, offset = 0, groupBy = ['position', 'booking'] } = query;
  const of = (dimension: MissedPlaysDimension, value: RawBuilder<unknown>, type: RawBuilder<unknown>) =>
    groupBy.includes(dimension) ? value : sql`null::${type}`;
  const { rows } = await sql<Row>`
    with compared as (
      select ${of('day', sql`plays.local_day`, sql`date`)} as day,
        ${of('position', sql`plays.position_id`, sql`bigint`)} as position_id,
        ${of('booking', sql`plays.booking_id`, sql`bigint`)} as booking_id,
        sum(plays.planned)::bigint as planned, sum(plays.played)::bigint as played,
        sum(greatest(0, plays.planned - plays.played))::bigint as missed,
        array_agg(distinct plays.position_id) as position_ids, max(plays.local_day) as last_day
      from ${comparedPlays({ from, to, nowMs, condition: conditionOf(query, reach) })} plays
      group by 1, 2, 3
    ), page as (
      select compared.*, count(*) over ()::integer as row_count, sum(compared.planned) over ()::bigint as all_planned,
        sum(compared.played) over ()::bigint as all_played, sum(compared.missed) over ()::bigint as all_missed
      from compared
      order by compared.missed desc, compared.day, compared.position_id, compared.booking_id
      limit ${limit} offset ${offset}
    )
    select page.day::text, page.position_id, position.slot_name, page.booking_id, booking.name as booking_name,
      page.planned, page.played, page.missed, seen.screens, seen.offline_screens, seen.offline_since, page.row_count,
      page.all_planned, page.all_played, page.all_missed
    from page
    left join position on position.id = page.position_id
    left join booking on booking.id = page.booking_id
    cross join lateral (${screensOf(nowMs)}) seen
    order by page.missed desc, page.day, page.position_id, page.booking_id`.execute(database);
  return rows;
}

/** The screens of the positions of a row, and those without contact since its last day ended. */
function screensOf(nowMs: number): RawBuilder<unknown> {
  return sql`
    select count(*)::integer as screens, count(*) filter (where device.is_offline)::integer as offline_screens,
      min(device.last_seen_at) filter (where device.is_offline) as offline_since
    from (
      select screen_device.last_seen_at,
        screen_device.last_seen_at < (page.last_day + 1)::timestamp at time zone publication.time_zone as is_offline
      from screen_device
      join position on position.id = screen_device.position_id
      join location on location.id = position.location_id
      join publication on publication.id = location.publication_id
      where screen_device.position_id = any(page.position_ids)
        and screen_device.last_seen_at >= ${new Date(nowMs - screenGoneMs)}
    ) device`;
}

function conditionOf(
  { publicationId, positionId, campaignId, bookingId }: MissedPlaysQuery,
  reach: Reach,
): RawBuilder<unknown> {
  return sql.join(
    [
      ...(publicationId === undefined ? [] : [sql`publication.id = ${publicationId}`]),
      ...(positionId === undefined ? [] : [sql`planned_play.position_id = ${positionId}`]),
      ...(bookingId === undefined ? [] : [sql`planned_play.booking_id = ${bookingId}`]),
      sql`exists (select from booking where booking.id = planned_play.booking_id and ${visibleRows('booking', reach)}
        and ${campaignId === undefined ? sql`true` : sql`booking.campaign_id = ${campaignId}`})`,
    ],
    sql` and `,
  );
}

/** Returns a part in percent, with up to four decimals. */
function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1_000_000) / 10_000;
}
