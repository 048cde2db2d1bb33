import type { Kysely, Transaction } from 'kysely';
import type {
  BookingRow,
  FormatRow,
  LocationRow,
  PositionRow,
  PublicationRow,
  PublisherRow,
  SnapshotRows,
} from '../../core/snapshot/snapshot-rows.ts';
import type { Database } from '../db/schema.ts';
import { readSnapshotBookings } from './snapshot-bookings.ts';
import { readSnapshotCreatives } from './snapshot-creatives.ts';

/**
 * Everything that an ad request may see of the newest committed revision, read in one repeatable-read transaction: all
 * rows belong to the revision that stands on the snapshot.
 */
export async function buildSnapshotRows(database: Kysely<Database>): Promise<SnapshotRows> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const { revision } = await transaction
        .selectFrom('currentRevision')
        .select('currentRevision.revision')
        .executeTakeFirstOrThrow();
      const inventory = await readInventory(transaction);
      const creatives = await readSnapshotCreatives(transaction);
      const bookings: readonly BookingRow[] = await readSnapshotBookings(transaction, creatives);
      return { revision, builtAtMs: Date.now(), ...inventory, bookings, creatives };
    });
}

/** What is archived is left out together with everything below it; formats stay, since creatives refer to them. */
async function readInventory(
  transaction: Transaction<Database>,
): Promise<Pick<SnapshotRows, 'publishers' | 'publications' | 'locations' | 'formats' | 'positions'>> {
  const publishers = await transaction
    .selectFrom('publisher')
    .select(['publisher.id', 'publisher.parentId'])
    .where('publisher.archivedAt', 'is', null)
    .orderBy('publisher.id')
    .execute();
  const publications = await transaction
    .selectFrom('publication')
    .select(['publication.id', 'publication.publisherId', 'publication.timeZone'])
    .where('publication.archivedAt', 'is', null)
    .orderBy('publication.id')
    .execute();
  const locations = await transaction
    .selectFrom('location')
    .select(['location.id', 'location.publicationId', 'location.code'])
    .where('location.archivedAt', 'is', null)
    .orderBy('location.id')
    .execute();
  const formats = await transaction
    .selectFrom('format')
    .select(['format.id', 'format.code', 'format.width', 'format.height', 'format.mediaType'])
    .orderBy('format.id')
    .execute();
  const positions = await transaction
    .selectFrom('position')
    .select(['position.id', 'position.locationId', 'position.formatId', 'position.slotName', 'position.blockedLabels'])
    .where('position.archivedAt', 'is', null)
    .orderBy('position.id')
    .execute();
  return keepWhole({
    publishers: publishers as PublisherRow[],
    publications: publications as PublicationRow[],
    locations: locations as LocationRow[],
    formats: formats as FormatRow[],
    positions: positions.map(({ blockedLabels, ...row }) =>
      blockedLabels.length > 0 ? { ...row, blockedLabels } : row,
    ) as PositionRow[],
  });
}

type Inventory = Pick<SnapshotRows, 'publishers' | 'publications' | 'locations' | 'formats' | 'positions'>;

/** Only rows whose parents are there too, so that a reader finds every id that it follows. */
function keepWhole(all: Inventory): Inventory {
  const publisherIds = new Set(all.publishers.map((row) => row.id));
  const publishers = all.publishers.map((row) => ({
    id: row.id,
    parentId: row.parentId !== null && publisherIds.has(row.parentId) ? row.parentId : null,
  }));
  const publications = all.publications.filter((row) => publisherIds.has(row.publisherId));
  const publicationIds = new Set(publications.map((row) => row.id));
  const locations = all.locations.filter((row) => publicationIds.has(row.publicationId));
  const locationIds = new Set(locations.map((row) => row.id));
  const positions = all.positions.filter((row) => locationIds.has(row.locationId));
  return { publishers, publications, locations, formats: all.formats, positions };
}
