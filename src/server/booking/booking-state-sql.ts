import { type RawBuilder, sql } from 'kysely';
import { statusesByUrgency } from '../../core/booking/campaign-status.ts';

/**
 * The status rules of core/booking once more, as SQL, so that lists can be filtered by status with a right count and
 * stable pages. A test holds both against each other. All fragments stand inside a query over `booking` or `campaign`.
 */

/** `from` and `where` of the live positions, as `covered`, that the inventory of `booking` resolves to. */
const fromCoveredPositions = sql`
  from position covered
  join location on location.id = covered.location_id and location.archived_at is null
  join publication on publication.id = location.publication_id and publication.archived_at is null
  where covered.archived_at is null and (
    covered.id = any(booking.position_ids)
    or location.id = any(booking.location_ids)
    or publication.id = any(booking.publication_ids)
    or (cardinality(booking.publisher_ids) > 0 and publication.publisher_id in (
      with recursive below as (
        select id from publisher where id = any(booking.publisher_ids) and archived_at is null
        union
        select child.id from publisher child join below on child.parent_id = below.id where child.archived_at is null
      )
      select below.id from below
    ))
  )`;

const fromAds = sql`
  from booking_creative ad join creative on creative.id = ad.creative_id
  where ad.booking_id = booking.id and ad.removed_at is null`;

/** An ad whose creative may be shown, as the snapshot takes it. */
const approved = sql`creative.state = 'approved' and not creative.paused and creative.archived_at is null`;
const fits = sql`exists (select 1 ${fromCoveredPositions} and covered.format_id = creative.format_id)`;

/** The four counts from which readiness follows. */
export const readinessColumns = [
  sql<number>`(select count(*) ${fromCoveredPositions})`.as('positionCount'),
  sql<number>`(select count(*) ${fromAds})`.as('adCount'),
  sql<number>`(select count(*) ${fromAds} and ${approved})`.as('approvedAdCount'),
  sql<number>`(select count(*) ${fromAds} and ${approved} and ${fits})`.as('fittingAdCount'),
] as const;

/** Status of a row of `booking` at `nowMs`. A fitting ad implies a position and an approved creative. */
export function bookingStatusSql(nowMs: number): RawBuilder<string> {
  const now = sql`${new Date(nowMs)}::timestamptz`;
  return sql<string>`(
    select case
      when booking.archived_at is not null or own.archived_at is not null then 'archived'
      when booking.lifecycle = 'cancelled' or own.cancelled then 'cancelled'
      when booking.lifecycle = 'rejected' then 'rejected'
      when booking.lifecycle = 'draft' then 'draft'
      when booking.lifecycle = 'submitted' then 'pending_approval'
      when booking.held or own.held then 'held'
      when booking.end_date <= ${now} then 'finished'
      when booking.paused or own.paused then 'paused'
      when own.type <> 'campaign' or not exists (select 1 ${fromAds} and ${approved} and ${fits}) then 'not_ready'
      when booking.start_date > ${now} then 'planned'
      else 'running'
    end
    from campaign own where own.id = booking.campaign_id
  )`;
}

/** Status of a row of `campaign` at `nowMs`: archived bookings count only when there are no others. */
export function campaignStatusSql(nowMs: number): RawBuilder<string> {
  return sql<string>`(case
    when campaign.archived_at is not null then 'archived'
    when campaign.cancelled then 'cancelled'
    else coalesce((
      select each.status
      from (
        select ${bookingStatusSql(nowMs)} as status from booking where booking.campaign_id = campaign.id
      ) each
      order by array_position(${[...statusesByUrgency]}::text[], each.status)
      limit 1
    ), 'draft')
  end)`;
}
