import { type Kysely, sql } from 'kysely';
import { type CappedPrice, canBeCapped, type Price, type PriceModel } from '../../core/pricing/price-model.ts';
import type { DayPart } from '../../core/time/day-part.ts';
import type { Weekday } from '../../core/vocabulary/statuses.ts';
import { type EventGoal, goalInEvents } from '../../exchange/plan/goal-in-events.ts';
import { mayShow } from '../../exchange/rows/snapshot-creatives.ts';
import type { Database, StoredDelivery } from '../../platform/db/schema.ts';

/** Plan inputs of a booking with pacing or a share of voice. */
export type PacedBooking = {
  readonly bookingId: number;
  readonly method: StoredDelivery['method'];
  /** Basis points of share_of_voice, else 0. */
  readonly basisPoints: number;
  /** null: share_of_voice. */
  readonly goal: EventGoal | null;
  /** Front-loading at its start, 0 to 0.4. */
  readonly frontLoading: number;
  readonly priority: number;
  /** Epoch ms. */
  readonly startMs: number;
  readonly endMs: number | null;
  readonly activeDays: readonly Weekday[];
  readonly dayParts: readonly DayPart[];
  /** Neither the booking nor its campaign is paused, held or cancelled. */
  readonly isDelivering: boolean;
  /** Limits of its spend; null: none. */
  readonly budget: BookingBudget | null;
  /** Its positions, each with the time zone of its publication. */
  readonly positions: readonly { readonly positionId: number; readonly timeZone: string }[];
};

/** Limits of the spend of a booking, in micro-units of the currency of its price. */
export type BookingBudget = {
  readonly price: CappedPrice;
  /** Budget of the booking; null: none. */
  readonly ownMicros: number | null;
  /** Budget of its campaign; null: none. */
  readonly campaign: { readonly id: number; readonly micros: number } | null;
};

type Row = {
  readonly id: number;
  readonly campaignId: number;
  readonly budgetMicros: number | null;
  readonly delivery: StoredDelivery;
  readonly pricingModel: PriceModel | null;
  readonly rateMicros: number | null;
  readonly priority: number;
  readonly startDate: Date;
  readonly endDate: Date | null;
  readonly activeDays: Weekday[];
  readonly dayParts: DayPart[];
  readonly isDelivering: boolean;
  readonly positions: { positionId: number; timeZone: string }[];
};

/** Reads all approved bookings of campaigns with a goal, a share of voice or a budget that have not ended. */
export async function readPacedBookings(database: Kysely<Database>, nowMs: number): Promise<readonly PacedBooking[]> {
  const { rows } = await pacedSql(nowMs).execute(database);
  return rows.flatMap((row) => {
    const { goal, basisPoints = 0 } = row.delivery;
    const price = row.pricingModel === null ? null : { model: row.pricingModel, rateMicros: row.rateMicros ?? 0 };
    const inEvents = goal === undefined ? null : goalInEvents(goal, price);
    // A budget without a price cannot be saved. A goal that cannot be counted is not paced.
    if (goal !== undefined && inEvents === null) return [];
    return [
      {
        bookingId: row.id,
        method: row.delivery.method,
        basisPoints,
        goal: inEvents,
        frontLoading: (row.delivery.frontLoading ?? 0) / 100,
        priority: row.priority,
        startMs: row.startDate.getTime(),
        endMs: row.endDate?.getTime() ?? null,
        activeDays: row.activeDays,
        dayParts: row.dayParts,
        isDelivering: row.isDelivering,
        budget: budgetOf(row, price),
        positions: row.positions,
      },
    ];
  });
}

function budgetOf({ campaignId, budgetMicros, delivery }: Row, price: Price | null): BookingBudget | null {
  // A budget for a price that it cannot cap cannot be saved.
  if (price === null || !canBeCapped(price)) return null;
  if (delivery.budget === undefined && budgetMicros === null) return null;
  return {
    price,
    ownMicros: delivery.budget?.micros ?? null,
    campaign: budgetMicros === null ? null : { id: campaignId, micros: budgetMicros },
  };
}

function pacedSql(nowMs: number) {
  return sql<Row>`
    with recursive wanted as (
      select booking.*, campaign.budget_micros, not (booking.paused or booking.held or campaign.paused or campaign.held) as is_delivering
      from booking
      join campaign on campaign.id = booking.campaign_id
      where (booking.delivery -> 'goal' is not null or booking.delivery ->> 'method' = 'share_of_voice'
        or booking.delivery -> 'budget' is not null
        or (campaign.budget_micros is not null and booking.pricing_model is not null))
        and booking.lifecycle = 'approved' and booking.archived_at is null
        and campaign.type = 'campaign' and not campaign.cancelled and campaign.archived_at is null
        and (booking.end_date is null or booking.end_date > ${new Date(nowMs)}::timestamptz)
    ),
    house (root, id) as (
      select publisher.id, publisher.id from publisher where publisher.archived_at is null
      union
      select house.root, child.id
      from publisher child join house on child.parent_id = house.id where child.archived_at is null
    ),
    live as (
      select position.id as position_id, position.format_id, location.id as location_id,
        publication.id as publication_id, publication.publisher_id, publication.time_zone
      from position
      join location on location.id = position.location_id and location.archived_at is null
      join publication on publication.id = location.publication_id and publication.archived_at is null
      join publisher on publisher.id = publication.publisher_id and publisher.archived_at is null
      where position.archived_at is null
    ),
    covered as (
      select wanted.id, live.position_id, live.format_id, live.time_zone
      from wanted cross join lateral unnest(wanted.position_ids) node (id) join live on live.position_id = node.id
      union
      select wanted.id, live.position_id, live.format_id, live.time_zone
      from wanted cross join lateral unnest(wanted.location_ids) node (id) join live on live.location_id = node.id
      union
      select wanted.id, live.position_id, live.format_id, live.time_zone
      from wanted cross join lateral unnest(wanted.publication_ids) node (id) join live on live.publication_id = node.id
      union
      select wanted.id, live.position_id, live.format_id, live.time_zone
      from wanted cross join lateral unnest(wanted.publisher_ids) node (id)
      join house on house.root = node.id
      join live on live.publisher_id = house.id
    ),
    shown as (
      select distinct ad.booking_id, creative.format_id
      from booking_creative ad
      join wanted on wanted.id = ad.booking_id
      join creative on creative.id = ad.creative_id
        and ${mayShow()}
      where ad.removed_at is null
    ),
    -- Grouped once: a subquery per booking would read "covered" as often as there are bookings.
    placed as (
      select covered.id, jsonb_agg(jsonb_build_object('positionId', covered.position_id, 'timeZone', covered.time_zone)
        order by covered.position_id) as positions
      from covered
      join shown on shown.booking_id = covered.id and shown.format_id = covered.format_id
      group by covered.id
    )
    select wanted.id, wanted.campaign_id, wanted.budget_micros, wanted.delivery, wanted.pricing_model, wanted.rate_micros, wanted.priority, wanted.start_date,
      wanted.end_date, wanted.active_days, wanted.day_parts, wanted.is_delivering,
      coalesce(placed.positions, '[]') as positions
    from wanted
    left join placed on placed.id = wanted.id
    order by wanted.id`;
}
