import { type RawBuilder, sql } from 'kysely';
import { statusesByUrgency } from '../../core/booking/campaign-status.ts';

/**
 * The status rules of core/booking once more, as SQL, so that lists can be filtered by status with a right count and
 * stable pages. A test holds both against each other.
 */

export type ReadinessRow = {
  readonly id: number;
  readonly campaignId: number;
  /** Formats of the positions that the inventory resolves to, 0 when there is none. */
  readonly formatCount: number;
  readonly adCount: number;
  readonly approvedAdCount: number;
  readonly fittingAdCount: number;
  /** Of the publications of those positions, in the order of their names. */
  readonly timeZones: readonly string[];
};

/**
 * One row per wanted booking: what its inventory and its creatives come to. Made of sets and not row by row: the
 * inventory is read once, each node of it becomes the few formats below it, and only those meet the bookings.
 * @param wanted condition on `booking`
 */
export function readinessSql(wanted: RawBuilder<unknown>): RawBuilder<ReadinessRow> {
  return sql<ReadinessRow>`
    with recursive wanted as (select booking.* from booking where ${wanted}),
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
    placed as (
      select wanted.id, live.format_id, live.time_zone
      from wanted cross join lateral unnest(wanted.position_ids) node (id) join live on live.position_id = node.id
      union
      select wanted.id, below.format_id, below.time_zone
      from wanted cross join lateral unnest(wanted.location_ids) node (id)
      join (select distinct live.location_id, live.format_id, live.time_zone from live) below
        on below.location_id = node.id
      union
      select wanted.id, below.format_id, below.time_zone
      from wanted cross join lateral unnest(wanted.publication_ids) node (id)
      join (select distinct live.publication_id, live.format_id, live.time_zone from live) below
        on below.publication_id = node.id
      union
      select wanted.id, below.format_id, below.time_zone
      from wanted cross join lateral unnest(wanted.publisher_ids) node (id)
      join (
        select distinct house.root, live.format_id, live.time_zone from house join live on live.publisher_id = house.id
      ) below on below.root = node.id
    ),
    covered as (select distinct placed.id, placed.format_id from placed),
    zones as (
      select placed.id, array_agg(distinct placed.time_zone order by placed.time_zone) as time_zones
      from placed group by placed.id
    ),
    ads as (
      select ad.booking_id, count(*) as ad_count,
        count(*) filter (where shown.id is not null) as approved_ad_count,
        count(*) filter (where covered.id is not null) as fitting_ad_count
      from booking_creative ad
      join wanted on wanted.id = ad.booking_id
      left join creative shown on shown.id = ad.creative_id
        and shown.state = 'approved' and not shown.paused and shown.archived_at is null
      left join covered on covered.id = ad.booking_id and covered.format_id = shown.format_id
      where ad.removed_at is null
      group by ad.booking_id
    ),
    formats as (select covered.id, count(*) as format_count from covered group by covered.id)
    select wanted.id, wanted.campaign_id,
      coalesce(formats.format_count, 0) as format_count,
      coalesce(ads.ad_count, 0) as ad_count,
      coalesce(ads.approved_ad_count, 0) as approved_ad_count,
      coalesce(ads.fitting_ad_count, 0) as fitting_ad_count,
      coalesce(zones.time_zones, '{}') as time_zones
    from wanted
    left join formats on formats.id = wanted.id
    left join zones on zones.id = wanted.id
    left join ads on ads.booking_id = wanted.id`;
}

/** Condition on `campaign`: an offer or option whose time is over. */
function isExpiredSql(nowMs: number): RawBuilder<boolean> {
  return sql<boolean>`coalesce(campaign.type <> 'campaign' and campaign.valid_until <= ${new Date(nowMs)}, false)`;
}

export type StatusRow = { readonly id: number; readonly campaignId: number; readonly status: string };

/** Status of every wanted booking at `nowMs` (epoch ms). A fitting ad implies a position and an approved creative. */
export function bookingStatusesSql(nowMs: number, wanted: RawBuilder<unknown> = sql`true`): RawBuilder<StatusRow> {
  const now = sql`${new Date(nowMs)}::timestamptz`;
  return sql<StatusRow>`
    select booking.id, booking.campaign_id, case
      when booking.archived_at is not null or campaign.archived_at is not null then 'archived'
      when booking.lifecycle = 'cancelled' or campaign.cancelled then 'cancelled'
      when booking.lifecycle = 'rejected' then 'rejected'
      when booking.lifecycle = 'draft' then 'draft'
      when booking.lifecycle = 'submitted' then 'pending_approval'
      when booking.held or campaign.held then 'held'
      when booking.end_date <= ${now} or ${isExpiredSql(nowMs)} then 'finished'
      when booking.paused or campaign.paused then 'paused'
      when campaign.type <> 'campaign' or readiness.fitting_ad_count = 0 then 'not_ready'
      when booking.start_date > ${now} then 'planned'
      else 'running'
    end as status
    from booking
    join campaign on campaign.id = booking.campaign_id
    join (${readinessSql(wanted)}) readiness on readiness.id = booking.id`;
}

/** Status of every campaign at `nowMs` (epoch ms): the most urgent of its bookings, archived ones last. */
export function campaignStatusesSql(nowMs: number): RawBuilder<Omit<StatusRow, 'campaignId'>> {
  const urgency = sql`${[...statusesByUrgency]}::text[]`;
  return sql<Omit<StatusRow, 'campaignId'>>`
    select campaign.id, case
      when campaign.archived_at is not null then 'archived'
      when campaign.cancelled then 'cancelled'
      when ${isExpiredSql(nowMs)} then 'finished'
      else coalesce((${urgency})[min(array_position(${urgency}, each.status))], 'draft')
    end as status
    from campaign
    left join (${bookingStatusesSql(nowMs)}) each on each.campaign_id = campaign.id
    group by campaign.id`;
}

/** Condition on `booking`: its status is one of these. */
export function bookingHasStatus(wanted: readonly string[], nowMs: number): RawBuilder<boolean> {
  return sql<boolean>`booking.id in (
    select stated.id from (${bookingStatusesSql(nowMs)}) stated where stated.status = any(${[...wanted]}::text[])
  )`;
}

/** Condition on `campaign`: its status is one of these. */
export function campaignHasStatus(wanted: readonly string[], nowMs: number): RawBuilder<boolean> {
  return sql<boolean>`campaign.id in (
    select stated.id from (${campaignStatusesSql(nowMs)}) stated where stated.status = any(${[...wanted]}::text[])
  )`;
}
