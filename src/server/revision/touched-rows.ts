import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, StoredTouch } from '../db/schema.ts';
import type { RowKind } from '../snapshot-file/row-batch.ts';

/** Ids of rows that may be different, by kind. */
export type TouchedIds = Readonly<Record<RowKind, ReadonlySet<number>>>;

/** What else changes in the snapshot with the rows of a noun: how their ids are found. */
type Dependents = {
  readonly kind: RowKind;
  /** Members of the noun's view on which they depend; left out: on all. */
  readonly members?: readonly string[];
  /** Selects their `id` by the ids of the noun. */
  readonly ids: (of: readonly number[]) => RawBuilder<{ id: number }>;
};

type Noun = {
  /** Its own rows in the snapshot. */
  readonly own: RowKind | null;
  readonly dependents: readonly Dependents[];
};

const bookingsOfCreatives = (creatives: RawBuilder<unknown>): RawBuilder<{ id: number }> => sql`
  select distinct ad.booking_id as id from booking_creative ad where ad.removed_at is null and ad.creative_id in (${creatives})`;

/** Creatives that change with something else, and the bookings that use them: a booking holds what its creatives say. */
function creativesWhere(
  members: readonly string[] | undefined,
  condition: (of: readonly number[]) => RawBuilder<unknown>,
): readonly Dependents[] {
  const creatives = (of: readonly number[]) => sql<{ id: number }>`
    select creative.id from creative join brand on brand.id = creative.brand_id where ${condition(of)}`;
  const only = members === undefined ? {} : { members };
  return [
    { kind: 'creatives', ...only, ids: creatives },
    { kind: 'bookings', ...only, ids: (of) => bookingsOfCreatives(creatives(of)) },
  ];
}

/**
 * Kinds of objects by their paths below /api/v1. A kind that is missing costs a full snapshot with each change; a test compares
 * the list with the API.
 */
const nouns: Readonly<Record<string, Noun>> = {
  'inventory/publisher': {
    own: 'publishers',
    dependents: [
      {
        kind: 'publishers',
        members: ['archivedAt'],
        ids: (of) => sql`select id from publisher where parent_id = any(${of}::bigint[])`,
      },
      {
        kind: 'publications',
        members: ['archivedAt'],
        ids: (of) => sql`select id from publication where publisher_id = any(${of}::bigint[])`,
      },
      {
        kind: 'locations',
        members: ['archivedAt'],
        ids: (of) => sql`
          select location.id from location join publication on publication.id = location.publication_id
          where publication.publisher_id = any(${of}::bigint[])`,
      },
      {
        kind: 'positions',
        members: ['archivedAt'],
        ids: (of) => sql`
          select position.id from position join location on location.id = position.location_id
            join publication on publication.id = location.publication_id
          where publication.publisher_id = any(${of}::bigint[])`,
      },
    ],
  },
  'inventory/publication': {
    own: 'publications',
    dependents: [
      {
        kind: 'locations',
        members: ['archivedAt', 'publisherId'],
        ids: (of) => sql`select id from location where publication_id = any(${of}::bigint[])`,
      },
      {
        kind: 'positions',
        members: ['archivedAt', 'publisherId'],
        ids: (of) => sql`
          select position.id from position join location on location.id = position.location_id
          where location.publication_id = any(${of}::bigint[])`,
      },
    ],
  },
  'inventory/location': {
    own: 'locations',
    dependents: [
      {
        kind: 'positions',
        // Their slot names are made from its code.
        members: ['archivedAt', 'publicationId', 'code'],
        ids: (of) => sql`select id from position where location_id = any(${of}::bigint[])`,
      },
    ],
  },
  'inventory/format': {
    own: 'formats',
    dependents: [
      {
        kind: 'positions',
        members: ['code'],
        ids: (of) => sql`select id from position where format_id = any(${of}::bigint[])`,
      },
      ...creativesWhere(['width', 'height'], (of) => sql`creative.format_id = any(${of}::bigint[])`),
    ],
  },
  'inventory/position': { own: 'positions', dependents: [] },
  'media-partners': {
    own: null,
    dependents: creativesWhere(['domains'], (of) => sql`brand.media_partner_id = any(${of}::bigint[])`),
  },
  brands: {
    own: null,
    dependents: creativesWhere(['domains', 'mediaPartnerId'], (of) => sql`brand.id = any(${of}::bigint[])`),
  },
  campaigns: {
    own: null,
    // An action on a campaign is one on its bookings.
    dependents: [
      { kind: 'bookings', ids: (of) => sql`select id from booking where campaign_id = any(${of}::bigint[])` },
    ],
  },
  bookings: {
    own: 'bookings',
    dependents: [
      {
        kind: 'creatives',
        // Those of its products are made with it.
        members: ['sponsored'],
        ids: (of) => sql`
          select ad.creative_id as id from booking_creative ad join creative on creative.id = ad.creative_id
          where ad.booking_id = any(${of}::bigint[]) and ad.removed_at is null and creative.product_id is not null`,
      },
    ],
  },
  creatives: {
    own: 'creatives',
    dependents: [{ kind: 'bookings', ids: (of) => bookingsOfCreatives(sql`select unnest(${of}::bigint[])`) }],
  },
  products: {
    own: null,
    dependents: creativesWhere(undefined, (of) => sql`creative.product_id = any(${of}::bigint[])`),
  },
  'service-accounts': { own: null, dependents: [] },
  settings: { own: null, dependents: [] },
  users: { own: null, dependents: [] },
  'identity-providers': { own: null, dependents: [] },
  webhooks: { own: null, dependents: [] },
  // Members of segments have files of their own, and bookings name segments by their codes.
  segments: { own: null, dependents: [] },
  'destination-connections': { own: null, dependents: [] },
  'report-schedules': { own: null, dependents: [] },
};

/**
 * Which rows of the snapshot a change of these objects may change; null when that is unknown, or when they are more than
 * `limit`. Reads the tables as they are after the change.
 */
export async function touchedRows(
  transaction: Transaction<Database>,
  touches: readonly StoredTouch[],
  limit: number,
): Promise<TouchedIds | null> {
  const ids = emptyIds();
  for (const [kind, ofKind] of Object.entries(Object.groupBy(touches, (touch) => touch.kind))) {
    const noun = nouns[kind];
    if (noun === undefined) return null;
    for (const { id } of ofKind ?? []) if (noun.own !== null) ids[noun.own].add(id);
    for (const dependents of noun.dependents) {
      const of = (ofKind ?? []).filter((touch) => mayReach(touch, dependents)).map((touch) => touch.id);
      if (of.length === 0) continue;
      const { rows } = await sql<{ id: number }>`${dependents.ids(of)} limit ${limit + 1}`.execute(transaction);
      for (const { id } of rows) ids[dependents.kind].add(id);
    }
    if (Object.values(ids).reduce((sum, of) => sum + of.size, 0) > limit) return null;
  }
  return ids;
}

function mayReach({ members }: StoredTouch, dependents: Dependents): boolean {
  return (
    members === null ||
    dependents.members === undefined ||
    members.some((member) => dependents.members?.includes(member))
  );
}

function emptyIds(): Record<RowKind, Set<number>> {
  return {
    publishers: new Set(),
    publications: new Set(),
    locations: new Set(),
    formats: new Set(),
    positions: new Set(),
    creatives: new Set(),
    bookings: new Set(),
  };
}
