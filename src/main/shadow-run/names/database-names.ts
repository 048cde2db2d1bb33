import type { Kysely } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import { findRunningEmbedded } from '../../../platform/db/embedded/find-running-embedded.ts';
import { openDatabase } from '../../../platform/db/open-database.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { beginningsOf, type StoredNames } from './external-names.ts';

/** IDs per query, below the parameter limit of PostgreSQL. */
const idsPerQuery = 5_000;

/** Names that the database adds to a shadow run. It is only read. */
export type NameSource = {
  readonly stored: StoredNames;
  /** Returns the names of bookings by ID. */
  readonly bookingNames: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the database of the configuration, or the bundled one if it runs. It is not started, so that a shadow run changes
 * nothing in the data folder. Returns the reason as text if it is not available.
 */
export async function openNameSource(config: Pick<Config, 'databaseUrl' | 'dataFolder'>): Promise<NameSource | string> {
  const url = config.databaseUrl ?? findRunningEmbedded(config.dataFolder)?.url;
  if (url === undefined) return 'the bundled database does not run';
  const { kysely } = openDatabase(url, { maxConnections: 1 });
  try {
    const stored = await readStoredNames(kysely);
    return { stored, bookingNames: (ids) => readNames(kysely, ids), close: () => kysely.destroy() };
  } catch (error) {
    await kysely.destroy();
    return error instanceof Error ? error.message : String(error);
  }
}

async function readStoredNames(database: Kysely<Database>): Promise<StoredNames> {
  const positions = await database
    .selectFrom('position')
    .select(['externalId', 'slotName'])
    .where('externalId', 'is not', null)
    .where('archivedAt', 'is', null)
    .execute();
  const creatives = await database
    .selectFrom('creative')
    .select(['id', 'externalId'])
    .where('externalId', 'is not', null)
    .execute();
  const campaigns = await database
    .selectFrom('campaign')
    .select(['id', 'externalId', 'archivedAt'])
    .where('externalId', 'is not', null)
    .execute();
  const archived = await database
    .selectFrom('booking')
    .select('externalId')
    .where('externalId', 'is not', null)
    .where('archivedAt', 'is not', null)
    .execute();
  return {
    slotNames: new Map(positions.map(({ externalId, slotName }) => [externalId ?? '', slotName])),
    creatives: creativeIds(creatives),
    campaigns: new Map(campaigns.map(({ id, externalId }) => [Number(id), externalId ?? ''])),
    archived: new Set(
      [...archived, ...campaigns.filter(({ archivedAt }) => archivedAt !== null)].map(
        ({ externalId }) => externalId ?? '',
      ),
    ),
  };
}

/** A banner may have been imported as several creatives, whose external IDs begin with that of the banner. */
function creativeIds(
  creatives: readonly { readonly id: number; readonly externalId: string | null }[],
): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (const { id, externalId } of creatives) {
    for (const ref of beginningsOf(externalId ?? '')) if (!ids.has(ref)) ids.set(ref, Number(id));
  }
  return ids;
}

async function readNames(database: Kysely<Database>, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for (let from = 0; from < ids.length; from += idsPerQuery) {
    const rows = await database
      .selectFrom('booking')
      .select(['id', 'name'])
      .where('id', 'in', ids.slice(from, from + idsPerQuery))
      .execute();
    for (const { id, name } of rows) names.set(Number(id), name);
  }
  return names;
}
