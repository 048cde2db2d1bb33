import { type Kysely, sql } from 'kysely';
import type { EventCounts } from '../../../core/pricing/billable-events.ts';
import type { PriceModel } from '../../../core/pricing/price-model.ts';
import type { Targeting } from '../../../core/targeting/targeting.ts';
import type { DayPart } from '../../../core/time/day-part.ts';
import type { RoadblockMode } from '../../../core/vocabulary/booking-modes.ts';
import type { Weekday } from '../../../core/vocabulary/statuses.ts';
import { mayShow } from '../../../exchange/rows/snapshot-creatives.ts';
import { countersOrZero } from '../../../platform/db/counter-columns.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database, StoredDelivery } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { reservesSql } from '../../resources/booking/state/booking-state-sql.ts';
import { coveredPositionsSql } from './covered-sql.ts';
import { meetsFloor } from './meets-floor.ts';
import { readScreenMatch, screenTargetingSql } from './screen-conditions.ts';

/** Booking that delivers, or holds inventory, at some of the positions in the period. */
export type CompetitorRow = EventCounts & {
  readonly id: number;
  readonly name: string;
  readonly campaignId: number;
  readonly campaignName: string;
  readonly priority: number;
  readonly startDate: Date;
  readonly endDate: Date | null;
  readonly activeDays: readonly Weekday[];
  readonly dayParts: readonly DayPart[];
  readonly delivery: StoredDelivery;
  readonly roadblock: RoadblockMode;
  readonly pricingModel: PriceModel | null;
  readonly rateMicros: number | null;
  /** Whether it is on hold: it reserves inventory and does not deliver. */
  readonly held: boolean;
  /** Whether the caller may see it. */
  readonly visible: boolean;
  /** null: no condition on the screen. */
  readonly targeting: Targeting | null;
  readonly positionIds: readonly number[];
};

export type CompetitorFilter = {
  readonly positionIds: readonly number[];
  /** Period that bookings overlap, with an exclusive end. null: open. */
  readonly from: Date;
  readonly to: Date | null;
  /** Booking to include independent of its dates. null: none. */
  readonly bookingId: number | null;
  readonly reach: Reach;
  /** Epoch ms, for holds that end. */
  readonly nowMs: number;
  /** Whether to include bookings without a fitting, approved creative. */
  readonly includesUnready?: true;
};

const priceOfWanted = {
  model: sql<string | null>`wanted.pricing_model`,
  micros: sql<number | null>`wanted.rate_micros`,
  currency: sql<string | null>`wanted.rate_currency`,
};

/**
 * Reads the approved, delivering bookings with an approved, fitting creative at each of the positions, and the held
 * bookings, with or without creatives. Ignores targeting that depends on the request: conditions on the screen apply.
 * The edited booking is included only if it delivers.
 */
export async function readCompetitors(
  database: Kysely<Database>,
  { positionIds, from, to, bookingId, reach, nowMs, includesUnready }: CompetitorFilter,
): Promise<readonly CompetitorRow[]> {
  const reserves = reservesSql(nowMs);
  const described = sql`
      select booking.*, campaign.name as campaign_name, ${visibleRows('booking', reach)} as visible,
        ${reserves} as reserves
      from booking join campaign on campaign.id = booking.campaign_id`;
  const { rows } = await sql<CompetitorRow>`
    with recursive target as (
      select position.id as position_id, position.format_id, position.blocked_labels, position.floor_micros,
        position.floor_currency, location.id as location_id, publication.id as publication_id, publication.publisher_id
      from position
      join location on location.id = position.location_id
      join publication on publication.id = location.publication_id
      where position.id = any(${positionIds}::bigint[])
    ),
    ancestry (publisher_id, ancestor) as (
      select distinct target.publisher_id, target.publisher_id from target
      union
      select ancestry.publisher_id, publisher.parent_id
      from ancestry join publisher on publisher.id = ancestry.ancestor where publisher.parent_id is not null
    ),
    wanted as (
      ${described}
      where booking.archived_at is null and booking.lifecycle = 'approved' and not booking.paused
        and campaign.archived_at is null and not (campaign.paused or campaign.cancelled)
        and (${reserves} and booking.id is distinct from ${bookingId}::bigint
          or campaign.type = 'campaign' and not (booking.held or campaign.held))
        and (booking.id = ${bookingId}::bigint or (
          (booking.end_date is null or booking.end_date > ${from}::timestamptz)
          and (${to}::timestamptz is null or booking.start_date < ${to}::timestamptz)
        ))
    ),
    covered as (${coveredPositionsSql('target')}),
    shown as (${shownFormats(from)}),
    -- Materialized, because the planner otherwise compares the floor of each position with each booking.
    offered as materialized (
      select covered.id as booking_id, target.* from covered join target on target.position_id = covered.position_id
    ),
    fitting as (
      select position.booking_id as id, array_agg(distinct position.position_id) as position_ids
      from offered position
      join wanted on wanted.id = position.booking_id
      left join shown on shown.booking_id = position.booking_id and shown.format_id = position.format_id
      where (${includesUnready === true} or wanted.reserves or shown.booking_id is not null)
        and not (wanted.exclusion_labels && position.blocked_labels) and ${meetsFloor(priceOfWanted)}
      group by position.booking_id
    )
    select wanted.id, wanted.name, wanted.campaign_id, wanted.campaign_name, wanted.priority, wanted.start_date,
      wanted.end_date, wanted.active_days, wanted.day_parts, wanted.delivery, wanted.roadblock, wanted.pricing_model, wanted.rate_micros,
      wanted.visible, wanted.reserves as held,
      ${screenTargetingSql()} as targeting, fitting.position_ids, ${countersOrZero('total')}
    from fitting
    -- Read again by its ID, because the planner otherwise compares each booking with each fitting one.
    join lateral (${described} where booking.id = fitting.id) wanted on true
    left join booking_total total on total.booking_id = wanted.id
    order by wanted.id`.execute(database);
  const targetings = rows.map(({ targeting }) => targeting);
  const matches = await readScreenMatch(database, positionIds, targetings);
  return rows.flatMap((row) => {
    const matching = row.positionIds.filter((positionId) => matches(row.targeting, positionId));
    return matching.length === 0 ? [] : [{ ...row, positionIds: matching }];
  });
}

/** Selects the formats of the approved creatives of each booking that run from then on. */
function shownFormats(from: Date) {
  return sql`
      select distinct ad.booking_id, creative.format_id
      from (select distinct covered.id from covered) there
      join wanted on wanted.id = there.id
      join booking_creative ad on ad.booking_id = wanted.id and ad.removed_at is null
        and (ad.start_date is null or ad.start_date <= greatest(wanted.start_date, ${from}::timestamptz))
        and (ad.end_date is null or ad.end_date > greatest(wanted.start_date, ${from}::timestamptz))
      join creative on creative.id = ad.creative_id
        and ${mayShow()}`;
}
