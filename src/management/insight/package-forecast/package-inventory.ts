import { type Kysely, sql } from 'kysely';
import type { BookingSettings } from '../../../contract/booking/booking-template.ts';
import type { PriceModel } from '../../../core/pricing/price-model.ts';
import type { DeliveryType } from '../../../core/vocabulary/codes/selling-codes.ts';
import { dailyRequestsSql } from '../../../exchange/plan/daily-requests.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { meetsFloor } from '../share/meets-floor.ts';
import { readScreenMatch } from '../share/screen-conditions.ts';

/** What determines the delivery of a booking of a package. */
export type ForecastPackage = {
  readonly settings: BookingSettings;
  readonly deliveryType: DeliveryType;
  /** Price with which it is compared with the bid floors of positions. null: none. */
  readonly price: { readonly model: PriceModel; readonly micros: number; readonly currency: string } | null;
};

/** Position that a booking of a package could deliver at. */
export type PackagePosition = {
  readonly positionId: number;
  readonly locationId: number;
  readonly timeZone: string;
  /** Usual requests of a day. 0: none were received. */
  readonly requestsPerDay: number;
  /** Whether it is on a screen with a loop, whose plays follow a plan and not a share. */
  readonly hasLoop: boolean;
};

type Row = PackagePosition & { readonly index: number };

/**
 * Reads the positions of packages, those with the most requests first. Positions whose labels, floors or screens
 * exclude bookings of the package are omitted.
 */
export async function readPackageInventory(
  database: Kysely<Database>,
  packages: readonly ForecastPackage[],
): Promise<readonly (readonly PackagePosition[])[]> {
  if (packages.length === 0) return [];
  const selections = packages.map(({ settings, price }, index) => ({
    index,
    positionIds: settings.positionIds,
    locationIds: settings.locationIds,
    publicationIds: settings.publicationIds,
    publisherIds: settings.publisherIds,
    labels: settings.exclusionLabels,
    ...(price !== null && price),
  }));
  const price = {
    model: sql<string | null>`wanted.model`,
    micros: sql<number | null>`wanted.micros`,
    currency: sql<string | null>`wanted.currency`,
  };
  const { rows } = await sql<Row>`
    with recursive wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(selections)}::jsonb) as given (index int,
        "positionIds" bigint[], "locationIds" bigint[], "publicationIds" bigint[], "publisherIds" bigint[],
        labels text[], model text, micros bigint, currency text)
    ), house (index, id) as (
      select wanted.index, publisher.id from wanted join publisher on publisher.id = any(wanted."publisherIds")
      where publisher.archived_at is null
      union
      select house.index, child.id from publisher child join house on child.parent_id = house.id
      where child.archived_at is null
    ), covered (index, position_id) as (
      select wanted.index, unnest(wanted."positionIds") from wanted
      union select wanted.index, position.id from wanted join position on position.location_id = any(wanted."locationIds")
      union select wanted.index, position.id from wanted join location on location.publication_id = any(wanted."publicationIds")
        join position on position.location_id = location.id
      union select house.index, position.id from house join publication on publication.publisher_id = house.id
        join location on location.publication_id = publication.id join position on position.location_id = location.id
    ), live as (
      select covered.index, position.id as position_id, location.id as location_id, publication.time_zone,
        coalesce((location.screen ->> 'loopSeconds')::numeric > 0, false) as has_loop
      from covered
      join wanted on wanted.index = covered.index
      join position on position.id = covered.position_id and position.archived_at is null
      join location on location.id = position.location_id and location.archived_at is null
      join publication on publication.id = location.publication_id and publication.archived_at is null
      join publisher on publisher.id = publication.publisher_id and publisher.archived_at is null
      where not (wanted.labels && position.blocked_labels) and ${meetsFloor(price)}
    ), usual as materialized (
      select known.position_id, ${dailyRequestsSql(sql`known.position_id`)} as requests
      from (select distinct live.position_id from live) known
    )
    select live.*, coalesce(usual.requests, 0) as requests_per_day
    from live join usual on usual.position_id = live.position_id
    order by live.index, requests_per_day desc, live.position_id`.execute(database);
  const matches = await readScreenMatch(
    database,
    rows.map(({ positionId }) => positionId),
    packages.map(({ settings }) => settings.targeting),
  );
  const found = Map.groupBy(rows, ({ index }) => index);
  return packages.map(({ settings: { targeting } }, index) =>
    (found.get(index) ?? []).filter(({ positionId }) => matches(targeting, positionId)),
  );
}
