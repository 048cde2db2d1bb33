import type { Kysely, Transaction } from 'kysely';
import type { Screen } from '../../contract/inventory/screen.ts';
import type {
  FormatRow,
  LocationRow,
  PositionRow,
  PublicationRow,
  PublisherRow,
} from '../../core/snapshot/snapshot-rows.ts';
import { screenFactsOf } from '../../core/targeting/screen-facts.ts';
import type { Database } from '../../platform/db/schema.ts';
import { isAmong, mostOf, type WhichRows } from './which-rows.ts';

/*
 * Reads the inventory without archived objects and everything below them, so that all references can be resolved. The
 * exception is a publisher, which remains without its parent. Formats remain because creatives refer to them.
 */

export async function readSnapshotPublishers(
  transaction: Transaction<Database>,
  which: WhichRows,
): Promise<readonly PublisherRow[]> {
  const rows = await transaction
    .selectFrom('publisher')
    .leftJoin('publisher as parent', (join) =>
      join.onRef('parent.id', '=', 'publisher.parentId').on('parent.archivedAt', 'is', null),
    )
    .select(['publisher.id', 'parent.id as parentId'])
    .where('publisher.archivedAt', 'is', null)
    .where(isAmong('publisher.id', which))
    .orderBy('publisher.id')
    .limit(mostOf(which))
    .execute();
  return rows as unknown as PublisherRow[];
}

export async function readSnapshotPublications(
  transaction: Transaction<Database>,
  which: WhichRows,
): Promise<readonly PublicationRow[]> {
  const rows = await transaction
    .selectFrom('publication')
    .innerJoin('publisher', 'publisher.id', 'publication.publisherId')
    .select(['publication.id', 'publication.publisherId', 'publication.timeZone'])
    .where('publication.archivedAt', 'is', null)
    .where('publisher.archivedAt', 'is', null)
    .where(isAmong('publication.id', which))
    .orderBy('publication.id')
    .limit(mostOf(which))
    .execute();
  return rows as PublicationRow[];
}

export async function readSnapshotLocations(
  transaction: Transaction<Database>,
  which: WhichRows,
): Promise<readonly LocationRow[]> {
  const rows = await transaction
    .selectFrom('location')
    .innerJoin('publication', 'publication.id', 'location.publicationId')
    .innerJoin('publisher', 'publisher.id', 'publication.publisherId')
    .select(['location.id', 'location.publicationId', 'location.code', 'location.kind', 'location.screen'])
    .where('location.archivedAt', 'is', null)
    .where('publication.archivedAt', 'is', null)
    .where('publisher.archivedAt', 'is', null)
    .where(isAmong('location.id', which))
    .orderBy('location.id')
    .limit(mostOf(which))
    .execute();
  return rows.map(({ kind, screen, ...row }) =>
    kind === 'screen' ? { ...row, kind, ...loopOf(screen), ...hoursOf(screen), ...factsOf(screen) } : row,
  ) as LocationRow[];
}

function loopOf(screen: Screen | null): Pick<LocationRow, 'loop'> {
  const { loopSeconds, slotSeconds, openingHours = [] } = screen ?? {};
  return loopSeconds && slotSeconds ? { loop: { loopSeconds, slotSeconds, openingHours } } : {};
}

function hoursOf(screen: Screen | null): Pick<LocationRow, 'openingHours'> {
  const { openingHours = [] } = screen ?? {};
  return openingHours.length === 0 ? {} : { openingHours };
}

function factsOf(screen: Screen | null): Pick<LocationRow, 'facts'> {
  const facts = screenFactsOf(screen);
  return Object.keys(facts).length === 0 ? {} : { facts };
}

export async function readSnapshotFormats(
  transaction: Kysely<Database>,
  which: WhichRows,
): Promise<readonly FormatRow[]> {
  const rows = await transaction
    .selectFrom('format')
    .select(['format.id', 'format.code', 'format.width', 'format.height', 'format.mediaType'])
    .select(['format.inHeadsup', 'format.templateFields', 'format.templateHtml'])
    .where(isAmong('format.id', which))
    .orderBy('format.id')
    .limit(mostOf(which))
    .execute();
  return rows.map(({ inHeadsup, templateFields, templateHtml, ...row }) => ({
    ...row,
    ...(inHeadsup !== null && { inHeadsup }),
    ...(templateFields.length > 0 && { templateFields }),
    ...(templateHtml !== null && { templateHtml }),
  })) as unknown as FormatRow[];
}

export async function readSnapshotPositions(
  transaction: Transaction<Database>,
  which: WhichRows,
): Promise<readonly PositionRow[]> {
  const rows = await transaction
    .selectFrom('position')
    .innerJoin('location', 'location.id', 'position.locationId')
    .innerJoin('publication', 'publication.id', 'location.publicationId')
    .innerJoin('publisher', 'publisher.id', 'publication.publisherId')
    .select(['position.id', 'position.locationId', 'position.formatId', 'position.slotName', 'position.blockedLabels'])
    .select(['position.floorMicros', 'position.floorCurrency', 'position.maxAds', 'position.maxPerBrand'])
    .where('position.archivedAt', 'is', null)
    .where('location.archivedAt', 'is', null)
    .where('publication.archivedAt', 'is', null)
    .where('publisher.archivedAt', 'is', null)
    .where(isAmong('position.id', which))
    .orderBy('position.id')
    .limit(mostOf(which))
    .execute();
  return rows.map(({ blockedLabels, floorMicros, floorCurrency, maxAds, maxPerBrand, ...row }) => ({
    ...row,
    ...(blockedLabels.length > 0 && { blockedLabels }),
    ...((floorMicros ?? 0) > 0 && { floor: { micros: floorMicros, currency: floorCurrency } }),
    ...(maxAds !== null && { maxAds }),
    ...(maxPerBrand !== null && { maxPerBrand }),
  })) as unknown as PositionRow[];
}
