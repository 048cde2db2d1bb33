import type { Kysely } from 'kysely';
import type { OpenDataStore } from '../../exchange/open-data/open-data-files.ts';
import type { Database } from '../../platform/db/schema.ts';

const name = '_state/zones.json';

/** Time zones of positions, which hosts without a database need for local days. */
export type PositionZones = {
  /** Epoch ms before they were read from the database. Includes all positions of earlier decisions. */
  readonly readAtMs: number;
  /** Returns the time zone of the publication of a position; null: unknown. */
  of(positionId: number): string | null;
};

type Stored = { readonly readAtMs: number; readonly zones: Readonly<Record<string, readonly number[]>> };

/** Stores the current time zones for the exporters of all hosts. */
export async function storePositionZones(
  database: Kysely<Database>,
  store: OpenDataStore,
  nowMs = Date.now(),
): Promise<void> {
  const rows = await database
    .selectFrom('position')
    .innerJoin('location', 'location.id', 'position.locationId')
    .innerJoin('publication', 'publication.id', 'location.publicationId')
    .select(['position.id', 'publication.timeZone'])
    .execute();
  const zones = Object.fromEntries(
    [...Map.groupBy(rows, ({ timeZone }) => timeZone)].map(([zone, ofZone]) => [zone, ofZone.map(({ id }) => id)]),
  );
  await store.putText(name, JSON.stringify({ readAtMs: nowMs, zones } satisfies Stored));
}

/** null: no worker has stored them yet. */
export async function readPositionZones(store: OpenDataStore): Promise<PositionZones | null> {
  const text = await store.getText(name);
  if (text === null) return null;
  const { readAtMs, zones } = JSON.parse(text) as Stored;
  const byPosition = new Map<number, string>();
  for (const [zone, ids] of Object.entries(zones)) for (const id of ids) byPosition.set(id, zone);
  return { readAtMs, of: (positionId) => byPosition.get(positionId) ?? null };
}
