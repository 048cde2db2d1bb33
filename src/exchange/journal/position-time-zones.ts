import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** A changed time zone is seen after this long; a new position at once. */
const freshForMs = 60_000;

export type TimeZones = {
  /** The time zone of the position's publication; UTC when there is no such position. */
  of(positionId: number): string;
};

export type TimeZoneSource = (database: Kysely<Database>, positionIds: ReadonlySet<number>) => Promise<TimeZones>;

/** Answers the time zones of all given positions, from memory where it can. */
export function createTimeZoneSource(): TimeZoneSource {
  let zones = new Map<number, string>();
  let readAtMs = 0;

  return async (database, positionIds) => {
    const complete = [...positionIds].every((id) => zones.has(id));
    if (!complete || Date.now() - readAtMs > freshForMs) {
      zones = await readZones(database);
      readAtMs = Date.now();
      // Remembered as well, or one event of an unknown position would mean a read per batch.
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
