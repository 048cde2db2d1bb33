import { type RawBuilder, sql } from 'kysely';
import { deliveryMethods } from '../../../contract/booking/delivery.ts';
import { bookingTypes } from '../../../core/vocabulary/statuses.ts';
import {
  choiceFilter,
  idFilter,
  idInListFilter,
  integerFilter,
  periodFilters,
  sinceFilter,
  textFilter,
} from '../../api/resource/list-filters.ts';
import type { ListFilter } from '../../records/resource.ts';
import type { StateOfList } from './state/state-filters.ts';

/** Returns the filters of booking lists. */
export function bookingFilters({ filters }: StateOfList): Readonly<Record<string, ListFilter>> {
  return {
    campaignId: idFilter('booking.campaignId', 'campaign'),
    ...filters,
    endsBefore: {
      ...sinceFilter('booking.endDate', 'Ends before this time. Omits bookings without an end'),
      where: (end) => sql<boolean>`booking.end_date < ${new Date(end as string)}`,
    },
    type: choiceFilter('booking.type', bookingTypes, 'Type'),
    method: {
      ...choiceFilter('booking.delivery', deliveryMethods, 'Delivery method'),
      where: (methods) => sql<boolean>`booking.delivery ->> 'method' = any(${methods as string[]}::text[])`,
    },
    priority: integerFilter('booking.priority', 'Priority', { from: 0, to: 9, example: 5 }),
    ...periodFilters('Runs', (from, to) => runsBetween(sql`booking`, from, to)),
    positionId: {
      ...idFilter(
        'booking.id',
        'position that the booking covers, directly or by its location, publication or publisher',
      ),
      where: covers,
    },
    locationId: idInListFilter('booking.locationIds', 'location in `locationIds`'),
    publicationId: idInListFilter('booking.publicationIds', 'publication in `publicationIds`'),
    publisherId: idInListFilter('booking.publisherIds', 'publisher in `publisherIds`'),
    creativeId: { ...idFilter('booking.id', 'creative'), where: hasCreative },
    productId: { ...idFilter('booking.id', 'sponsored product'), where: hasProduct },
    brandId: {
      ...idFilter('booking.id', 'brand of the campaign'),
      where: (ids) => ofCampaign(sql`campaign.brand_ids && ${ids as number[]}::bigint[]`),
    },
    advertiserCompanyId: {
      ...idFilter('booking.id', 'advertiser of the campaign'),
      where: (ids) => ofCampaign(sql`campaign.advertiser_company_id = any(${ids as number[]}::bigint[])`),
    },
    invoiceCompanyId: {
      ...idFilter('booking.id', 'invoiced company of the campaign'),
      where: (ids) => ofCampaign(sql`campaign.invoice_company_id = any(${ids as number[]}::bigint[])`),
    },
    externalId: textFilter('booking.externalId', 'External id'),
  };
}

/** Returns the condition that a booking's period overlaps the interval. null: open. */
export function runsBetween(booking: RawBuilder<unknown>, from: Date | null, to: Date | null): RawBuilder<boolean> {
  const ends = from === null ? sql`true` : sql`(${booking}.end_date is null or ${booking}.end_date > ${from})`;
  const begins = to === null ? sql`true` : sql`${booking}.start_date < ${to}`;
  return sql<boolean>`(${ends} and ${begins})`;
}

/** Covered by the position itself, its location or publication, or a publisher above it. */
function covers(ids: unknown): RawBuilder<boolean> {
  return sql<boolean>`booking.id in (
    with recursive asked as (
      select position.location_id, location.publication_id, publication.publisher_id
      from position join location on location.id = position.location_id
        join publication on publication.id = location.publication_id
      where position.id = any(${ids as number[]}::bigint[])
    ),
    house (id) as (
      select asked.publisher_id from asked
      union
      select publisher.parent_id from house join publisher on publisher.id = house.id
      where publisher.parent_id is not null
    )
    select covering.id from booking covering
    where covering.position_ids && ${ids as number[]}::bigint[]
      or covering.location_ids && array(select asked.location_id from asked)
      or covering.publication_ids && array(select asked.publication_id from asked)
      or covering.publisher_ids && array(select house.id from house)
  )`;
}

function hasCreative(ids: unknown): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from booking_creative ad
    where ad.booking_id = booking.id and ad.removed_at is null and ad.creative_id = any(${ids as number[]}::bigint[])
  )`;
}

function hasProduct(ids: unknown): RawBuilder<boolean> {
  return sql<boolean>`booking.id in (
    select ad.booking_id from booking_creative ad join creative on creative.id = ad.creative_id
    where ad.removed_at is null and creative.product_id = any(${ids as number[]}::bigint[])
  )`;
}

function ofCampaign(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from campaign where campaign.id = booking.campaign_id and ${condition})`;
}
