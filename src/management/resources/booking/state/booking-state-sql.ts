import { type RawBuilder, sql } from 'kysely';
import { statusesByUrgency } from '../../../../core/booking/campaign-status.ts';
import type { Lifecycle, Status } from '../../../../core/vocabulary/statuses.ts';

/**
 * SQL implementation of the status rules of core/booking, so that lists can be filtered by status with a correct count
 * and stable pages. A test compares both implementations.
 */

export type ReadinessRow = {
  readonly id: number;
  readonly campaignId: number;
  /** Number of formats of the resolved positions. 0 without positions. */
  readonly formatCount: number;
  readonly adCount: number;
  readonly approvedAdCount: number;
  readonly availableAdCount: number;
  readonly fittingAdCount: number;
  /** Time zones of the publications of these positions, sorted by name. */
  readonly timeZones: readonly string[];
};

/**
 * Returns one row per wanted booking with the facts of its inventory and creatives. Set-based: reads the inventory
 * once, reduces each node to the formats below it, and joins only those with the bookings.
 * @param wanted condition on `booking`
 */
export function readinessSql(wanted: RawBuilder<unknown>): RawBuilder<ReadinessRow> {
  return sql<ReadinessRow>`
    with recursive wanted as (
      select booking.id, booking.campaign_id, booking.position_ids, booking.location_ids, booking.publication_ids,
        booking.publisher_ids
      from booking where ${wanted}
    ),
    house (root, id) as (
      select publisher.id, publisher.id from publisher where publisher.archived_at is null
      union
      select house.root, child.id
      from publisher child join house on child.parent_id = house.id where child.archived_at is null
    ),
    zone as (
      select named.time_zone, row_number() over (order by named.time_zone) as number
      from (select distinct publication.time_zone from publication) named
    ),
    live as (
      select position.id as position_id, position.format_id, location.id as location_id,
        publication.id as publication_id, publication.publisher_id, zone.number as zone
      from position
      join location on location.id = position.location_id and location.archived_at is null
      join publication on publication.id = location.publication_id and publication.archived_at is null
      join publisher on publisher.id = publication.publisher_id and publisher.archived_at is null
      join zone on zone.time_zone = publication.time_zone
      where position.archived_at is null
    ),
    placed as (
      select wanted.id, live.format_id, live.zone
      from wanted cross join lateral unnest(wanted.position_ids) node (id) join live on live.position_id = node.id
      where wanted.position_ids <> '{}'
      union
      select wanted.id, below.format_id, below.zone
      from wanted cross join lateral unnest(wanted.location_ids) node (id)
      join (select distinct live.location_id, live.format_id, live.zone from live) below on below.location_id = node.id
      where wanted.location_ids <> '{}'
      union
      select wanted.id, below.format_id, below.zone
      from wanted cross join lateral unnest(wanted.publication_ids) node (id)
      join (select distinct live.publication_id, live.format_id, live.zone from live) below
        on below.publication_id = node.id
      where wanted.publication_ids <> '{}'
      union
      select wanted.id, below.format_id, below.zone
      from wanted cross join lateral unnest(wanted.publisher_ids) node (id)
      join (
        select distinct house.root, live.format_id, live.zone from house join live on live.publisher_id = house.id
      ) below on below.root = node.id
      where wanted.publisher_ids <> '{}'
    ),
    covered as (select distinct placed.id, placed.format_id from placed),
    zones as (
      select here.id, array_agg(zone.time_zone order by here.zone) as time_zones
      from (select distinct placed.id, placed.zone from placed) here join zone on zone.number = here.zone
      group by here.id
    ),
    ads as (
      select ad.booking_id, count(*) as ad_count,
        count(*) filter (where shown.id is not null) as approved_ad_count,
        count(*) filter (where ${isAvailable}) as available_ad_count,
        count(*) filter (where covered.id is not null and ${isAvailable}) as fitting_ad_count
      from booking_creative ad
      join wanted on wanted.id = ad.booking_id
      left join creative shown on shown.id = ad.creative_id
        and shown.state = 'approved' and not shown.paused and shown.archived_at is null
      left join product on product.id = shown.product_id
      left join covered on covered.id = ad.booking_id and covered.format_id = shown.format_id
      where ad.removed_at is null
      group by ad.booking_id
    ),
    formats as (select covered.id, count(*) as format_count from covered group by covered.id)
    select wanted.id, wanted.campaign_id,
      coalesce(formats.format_count, 0) as format_count,
      coalesce(ads.ad_count, 0) as ad_count,
      coalesce(ads.approved_ad_count, 0) as approved_ad_count,
      coalesce(ads.available_ad_count, 0) as available_ad_count,
      coalesce(ads.fitting_ad_count, 0) as fitting_ad_count,
      coalesce(zones.time_zones, '{}') as time_zones
    from wanted
    left join formats on formats.id = wanted.id
    left join zones on zones.id = wanted.id
    left join ads on ads.booking_id = wanted.id`;
}

/** Condition on an approved ad as `shown`: it has no product, or its product is available. */
const isAvailable = sql<boolean>`shown.id is not null and (shown.product_id is null
  or product.archived_at is null and product.availability <> 'out_of_stock')`;

/** Condition on `campaign`: an expired offer or option. */
function isExpiredSql(nowMs: number): RawBuilder<boolean> {
  return sql<boolean>`coalesce(campaign.type <> 'campaign' and campaign.valid_until <= ${new Date(nowMs)}, false)`;
}

/** Condition on `booking` or `campaign`: a hold that has not ended. */
function isReservingSql(table: 'booking' | 'campaign', nowMs: number): RawBuilder<boolean> {
  const [held, until] = [sql.ref(`${table}.held`), sql.ref(`${table}.held_until`)];
  return sql<boolean>`(${held} and coalesce(${until} > ${new Date(nowMs)}::timestamptz, true))`;
}

/** Condition on `booking` and `campaign`: approved bookings that meet it are `held`. */
export function reservesSql(nowMs: number): RawBuilder<boolean> {
  const [own, ofCampaign] = [isReservingSql('booking', nowMs), isReservingSql('campaign', nowMs)];
  return sql<boolean>`((${own} or ${ofCampaign}) and not ${isExpiredSql(nowMs)})`;
}

/** Inputs of the status of all bookings and campaigns. */
export type StatusMoment = {
  /** Epoch ms. */
  readonly nowMs: number;
  /** Open bookings without a fitting ad, from `openBookingsOf`, because this condition is expensive in SQL. */
  readonly missingSetup: readonly number[];
};

/** Returns the status of `booking`. A fitting ad implies a position and an approved creative. */
export function bookingStatusSql(moment: StatusMoment): RawBuilder<string> {
  // Reads the campaigns once, and only the few that change the status of their bookings again for each booking.
  return sql<string>`case
      when booking.campaign_id in (select campaign.id from campaign where ${changesBookings(moment.nowMs)})
        then (select ${joinedStatusCase(moment)} from campaign
          where campaign.id = booking.campaign_id)
      else ${statusCase(moment, noChanges)}
    end`;
}

/**
 * Returns whether `booking` has one of the statuses. A join with all campaigns, so that the other conditions of a list
 * can be tested first.
 */
export function hasBookingStatusSql(wanted: readonly Status[], moment: StatusMoment): RawBuilder<boolean> {
  return sql<boolean>`exists (select from campaign where campaign.id = booking.campaign_id
    and ${joinedStatusCase(moment)} = any(${[...wanted]}::text[]))`;
}

/** Conditions by which a campaign changes the status of its bookings. */
type CampaignChanges = Readonly<
  Record<
    'isArchived' | 'isCancelled' | 'isReserving' | 'isHeld' | 'isExpired' | 'isPaused' | 'isNotOrdered',
    RawBuilder<boolean>
  >
>;

/** Conditions on `campaign`. */
function campaignChanges(nowMs: number): CampaignChanges {
  return {
    isArchived: sql`campaign.archived_at is not null`,
    isCancelled: sql`campaign.cancelled`,
    isReserving: isReservingSql('campaign', nowMs),
    isHeld: sql`campaign.held`,
    isExpired: isExpiredSql(nowMs),
    isPaused: sql`campaign.paused`,
    isNotOrdered: sql`campaign.type <> 'campaign'`,
  };
}

const never = sql<boolean>`false`;
const noChanges: CampaignChanges = {
  isArchived: never,
  isCancelled: never,
  isReserving: never,
  isHeld: never,
  isExpired: never,
  isPaused: never,
  isNotOrdered: never,
};

/** Whether `campaign` changes the status of its bookings. */
function changesBookings(nowMs: number): RawBuilder<boolean> {
  return sql`(${sql.join(Object.values(campaignChanges(nowMs)), sql` or `)})`;
}

/** Returns the status of `booking` joined with its `campaign`. */
function joinedStatusCase(moment: StatusMoment): RawBuilder<string> {
  return statusCase(moment, campaignChanges(moment.nowMs));
}

function statusCase({ nowMs, missingSetup }: StatusMoment, campaign: CampaignChanges): RawBuilder<string> {
  const now = sql`${new Date(nowMs)}::timestamptz`;
  return sql<string>`case
      when booking.archived_at is not null or ${campaign.isArchived} then 'archived'
      when booking.lifecycle = 'cancelled' or ${campaign.isCancelled} then 'cancelled'
      when booking.lifecycle = 'rejected' then 'rejected'
      when booking.lifecycle = 'draft' then 'draft'
      when booking.lifecycle = 'submitted' then 'pending_approval'
      when (${isReservingSql('booking', nowMs)} or ${campaign.isReserving}) and not ${campaign.isExpired} then 'held'
      when booking.end_date <= ${now} or ${campaign.isExpired} or booking.held or ${campaign.isHeld} then 'finished'
      when booking.paused or ${campaign.isPaused} then 'paused'
      when ${campaign.isNotOrdered} or booking.id = any(${missingSetup}::bigint[]) then 'not_ready'
      when booking.start_date > ${now} then 'planned'
      else 'running'
    end`;
}

/** The lifecycles of a booking with a status. Absent: any. */
const lifecycleOf: Readonly<Partial<Record<Status, Lifecycle>>> = {
  rejected: 'rejected',
  draft: 'draft',
  pending_approval: 'submitted',
  held: 'approved',
  finished: 'approved',
  paused: 'approved',
  not_ready: 'approved',
  planned: 'approved',
  running: 'approved',
};

/**
 * Returns a condition on `booking` that every booking with one of the statuses meets. It reads only columns of the
 * booking, so that the status of all others is not computed.
 */
export function necessaryForStatus(wanted: readonly Status[], { missingSetup }: StatusMoment): RawBuilder<boolean> {
  const parts = wanted.map((status) => {
    const lifecycle = lifecycleOf[status];
    if (lifecycle === undefined) return sql<boolean>`true`;
    const isInLifecycle = sql<boolean>`booking.lifecycle = ${lifecycle}`;
    if (status !== 'not_ready') return isInLifecycle;
    return sql<boolean>`${isInLifecycle} and (booking.id = any(${missingSetup}::bigint[])
      or booking.campaign_id in (select other.id from campaign other where other.type <> 'campaign'))`;
  });
  return sql<boolean>`(${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` or `,
  )})`;
}

const urgency = sql`${[...statusesByUrgency]}::text[]`;

/** Returns the status of `campaign`: the most urgent of its bookings, archived ones last. */
export function campaignStatusSql(moment: StatusMoment): RawBuilder<string> {
  return sql<string>`case
      when campaign.archived_at is not null then 'archived'
      when campaign.cancelled then 'cancelled'
      when ${isExpiredSql(moment.nowMs)} then 'finished'
      else coalesce((${urgency})[(
        select min(array_position(${urgency}, ${joinedStatusCase(moment)}))
        from booking where booking.campaign_id = campaign.id
      )], 'draft')
    end`;
}

/** Returns the rank of a status in the order of urgency, from 1. */
export function urgencyOf(status: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`array_position(${urgency}, ${status})`;
}
