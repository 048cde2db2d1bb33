import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** Lifetime of cached time zones. New positions are read immediately. */
const freshForMs = 60_000;

export type TimeZones = {
  /** Returns the time zone of the publication of a position; UTC for an unknown position. */
  of(positionId: number): string;
};

export type TimeZoneSource = (database: Kysely<Database>, positionIds: ReadonlySet<number>) => Promise<TimeZones>;

/** Creates a source of the time zones of given positions, with a cache. */
export function createTimeZoneSource(): TimeZoneSource {
  let zones = new Map<number, string>();
  let readAtMs = 0;

  return async (database, positionIds) => {
    const complete = [...positionIds].every((id) => zones.has(id));
    if (!complete || Date.now() - readAtMs > freshForMs) {
      zones = await readZones(database);
      readAtMs = Date.now();
      // Cached too. Otherwise each event of an unknown position would cause a read per batch.
      for (const id of positionIds) if (!zones.has(id)) zones.set(id, 'UTC');
    }
    return { of: (positionId) => zones.get(positionId) ?? 'UTC' };
  };
}

async function readZones(database: Kysely<Database>): Promise<Map<number, string>> {
  const rows = await database
    .selectFrom('position')
    .innerJoin('location', 'location.id', 'position.locationId')
    .innerJoin('publication', 'publication.id', 'location.publicationId')
    .select(['position.id', 'publication.timeZone'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.timeZone]));
}
