import { type Kysely, sql } from 'kysely';
import {
  type BookingTimeline,
  type TimelineGrouping,
  type TimelineGroupKind,
  timelineGroupKinds,
} from '../../../contract/booking/booking-timeline.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { ancestrySql } from '../share/covered-sql.ts';

/** Facts of a booking that determine its groups and its local times. */
export type GroupedBooking = {
  readonly id: number;
  readonly startDate: Date;
  readonly endDate: Date | null;
  readonly campaignId: number;
  readonly positionIds: readonly number[];
  readonly locationIds: readonly number[];
  readonly publicationIds: readonly number[];
  readonly publisherIds: readonly number[];
};

type Group = BookingTimeline['groups'][number];
type Named = { readonly id: number; readonly name: string };
type Placed = Named & { readonly timeZone: string | null };
type Node = Placed & { readonly kind: TimelineGroupKind };

/** Groups bookings, given by start. Returns the groups, and the time zone of each booking in the same order. */
export async function groupBookings(
  database: Kysely<Database>,
  rows: readonly GroupedBooking[],
  groupBy: TimelineGrouping,
): Promise<{ readonly groups: Group[]; readonly timeZones: readonly string[] }> {
  const nodes = await readNodes(database, rows);
  const nodesOf = (row: GroupedBooking) =>
    [
      ...row.publisherIds.map((id) => nodes.publisher.get(id)),
      ...row.publicationIds.map((id) => nodes.publication.get(id)),
      ...row.locationIds.map((id) => nodes.location.get(id)),
      ...row.positionIds.map((id) => nodes.position.get(id)),
    ].filter((node) => node !== undefined);
  const placed = rows.map(nodesOf);
  const timeZones = placed.map((some) => some.map(({ timeZone }) => timeZone).find((zone) => zone !== null) ?? 'UTC');
  const members = groupBy === 'position' ? placed : await campaignGroups(database, rows, groupBy);
  return { groups: grouped(members), timeZones };
}

function grouped(members: readonly (readonly Omit<Node, 'timeZone'>[])[]): Group[] {
  const found = new Map<string, Group>();
  for (const [index, some] of members.entries()) {
    for (const { kind, id, name } of some) {
      const group = found.get(`${kind} ${id}`) ?? { kind, id, name, bookings: [] };
      found.set(`${kind} ${id}`, group);
      group.bookings.push(index);
    }
  }
  const collator = new Intl.Collator('en', { numeric: true });
  const order = (kind: TimelineGroupKind) => timelineGroupKinds.indexOf(kind);
  return [...found.values()].sort(
    (one, other) => order(one.kind) - order(other.kind) || collator.compare(one.name, other.name) || one.id - other.id,
  );
}

/** The inventory that bookings name, with the time zone of its publication, of a publisher that of its first one. */
async function readNodes(database: Kysely<Database>, rows: readonly GroupedBooking[]) {
  const idsOf = (name: 'positionIds' | 'locationIds' | 'publicationIds' | 'publisherIds') => [
    ...new Set(rows.flatMap((row) => row[name])),
  ];
  const [position, location, publication, publisher] = await Promise.all([
    sql<Placed>`
      select position.id, position.slot_name as name, publication.time_zone from position
      join location on location.id = position.location_id join publication on publication.id = location.publication_id
      where position.id = any(${idsOf('positionIds')}::bigint[])`.execute(database),
    sql<Placed>`
      select location.id, location.name, publication.time_zone from location
      join publication on publication.id = location.publication_id
      where location.id = any(${idsOf('locationIds')}::bigint[])`.execute(database),
    sql<Placed>`
      select publication.id, publication.name, publication.time_zone from publication
      where publication.id = any(${idsOf('publicationIds')}::bigint[])`.execute(database),
    sql<Placed>`
      with recursive ancestry (ancestor, publisher_id) as (
        ${ancestrySql(sql`publisher.id = any(${idsOf('publisherIds')}::bigint[])`)}
      )
      select publisher.id, publisher.name, (
        select publication.time_zone from publication join ancestry on ancestry.publisher_id = publication.publisher_id
        where ancestry.ancestor = publisher.id order by publication.id limit 1
      ) as time_zone
      from publisher where publisher.id = any(${idsOf('publisherIds')}::bigint[])`.execute(database),
  ]);
  return {
    position: byId('position', position.rows),
    location: byId('location', location.rows),
    publication: byId('publication', publication.rows),
    publisher: byId('publisher', publisher.rows),
  };
}

function byId(kind: TimelineGroupKind, rows: readonly Placed[]): ReadonlyMap<number, Node> {
  return new Map(rows.map((row) => [row.id, { ...row, kind }]));
}

/** The campaign or the brands of each booking. A caller who sees a booking also sees its campaign and all its brands. */
async function campaignGroups(
  database: Kysely<Database>,
  rows: readonly GroupedBooking[],
  kind: 'campaign' | 'brand',
): Promise<readonly (readonly Omit<Node, 'timeZone'>[])[]> {
  const campaignIds = [...new Set(rows.map(({ campaignId }) => campaignId))];
  const { rows: found } = await (kind === 'campaign'
    ? sql<Named & { campaignId: number }>`
        select campaign.id as campaign_id, campaign.id, campaign.name from campaign
        where campaign.id = any(${campaignIds}::bigint[])`
    : sql<Named & { campaignId: number }>`
        select campaign.id as campaign_id, brand.id, brand.name from campaign
        join brand on brand.id = any(campaign.brand_ids)
        where campaign.id = any(${campaignIds}::bigint[])`
  ).execute(database);
  const byCampaign = Map.groupBy(found, ({ campaignId }) => campaignId);
  return rows.map(({ campaignId }) => (byCampaign.get(campaignId) ?? []).map(({ id, name }) => ({ kind, id, name })));
}
