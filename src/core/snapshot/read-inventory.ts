import type { LocationId, PositionId, PublicationId, PublisherId } from '../words/ids.ts';
import { isIdNumber } from '../words/ids.ts';
import { maxPublisherDepth } from '../words/limits.ts';
import { type LocalClock, localClock, UnknownTimeZoneError } from '../words/local-time.ts';
import { fieldsOf } from './row-faults.ts';
import type { Candidate, SnapshotPosition, SnapshotProblem } from './snapshot.ts';
import type { ProblemList } from './snapshot-problems.ts';
import type { BookingRow, PositionRow, SnapshotRows } from './snapshot-rows.ts';

/** A position while its pool is being filled. */
export type OpenPosition = Omit<SnapshotPosition, 'candidates' | 'barred'> & {
  readonly candidates: Candidate[];
  readonly barred: Candidate[];
};

/** All usable positions, and the positions below each node of the inventory. */
export type Inventory = {
  readonly positions: readonly OpenPosition[];
  readonly byPosition: ReadonlyMap<PositionId, readonly OpenPosition[]>;
  readonly byLocation: ReadonlyMap<LocationId, readonly OpenPosition[]>;
  readonly byPublication: ReadonlyMap<PublicationId, readonly OpenPosition[]>;
  /** Publishers nest: a position stands below its publication's publisher and all publishers above that. */
  readonly byPublisher: ReadonlyMap<PublisherId, readonly OpenPosition[]>;
};

/** Joins the inventory's rows; a row that points nowhere is noted and left out with all that hangs on it. */
export function readInventory(rows: SnapshotRows, problems: ProblemList): Inventory {
  const publishers = indexById('publisher', rows.publishers, problems);
  const publications = indexById('publication', rows.publications, problems);
  const locations = indexById('location', rows.locations, problems);
  const formats = indexById('format', rows.formats, problems);
  const clockOf = createClocks();
  const slotNames = new Set<string>();
  const positions: OpenPosition[] = [];
  const inventory = {
    positions,
    byPosition: new Map<PositionId, OpenPosition[]>(),
    byLocation: new Map<LocationId, OpenPosition[]>(),
    byPublication: new Map<PublicationId, OpenPosition[]>(),
    byPublisher: new Map<PublisherId, OpenPosition[]>(),
  };
  for (const row of indexById('position', rows.positions, problems).values()) {
    const joined = join(row);
    if (typeof joined === 'string') {
      problems.note('position', row.id, joined);
      continue;
    }
    const { location, publication, format, clock } = joined;
    const position: OpenPosition = { row, format, publication, clock, candidates: [], barred: [] };
    slotNames.add(row.slotName);
    positions.push(position);
    append(inventory.byPosition, row.id, position);
    append(inventory.byLocation, location.id, position);
    append(inventory.byPublication, publication.id, position);
    for (const publisherId of publisherAndAbove(publication.publisherId, publishers)) {
      append(inventory.byPublisher, publisherId, position);
    }
  }
  return inventory;

  /** What a position hangs on, or why it cannot be used. */
  function join(row: PositionRow) {
    const location = locations.get(row.locationId);
    if (location === undefined) return `no location ${row.locationId}`;
    const publication = publications.get(location.publicationId);
    if (publication === undefined) return `no publication ${location.publicationId}`;
    const format = formats.get(row.formatId);
    if (format === undefined) return `no format ${row.formatId}`;
    if (typeof row.slotName !== 'string' || row.slotName === '') return 'unusable slotName';
    if (slotNames.has(row.slotName)) return `slot name ${row.slotName} is taken by a lower id`;
    const clock = clockOf(publication.timeZone);
    return clock === null ? `unknown time zone ${publication.timeZone}` : { location, publication, format, clock };
  }
}

/** The positions that a booking's inventory covers; one that is covered twice comes twice. */
export function coveredPositions(inventory: Inventory, booked: BookingRow['inventory']): readonly OpenPosition[] {
  return [
    ...booked.positionIds.flatMap((id) => inventory.byPosition.get(id) ?? []),
    ...booked.locationIds.flatMap((id) => inventory.byLocation.get(id) ?? []),
    ...booked.publicationIds.flatMap((id) => inventory.byPublication.get(id) ?? []),
    ...booked.publisherIds.flatMap((id) => inventory.byPublisher.get(id) ?? []),
  ];
}

/** Rows by id, in ascending order of id; a row without an id, or with one that is taken, is noted and left out. */
export function indexById<Row extends { readonly id: number }>(
  kind: SnapshotProblem['kind'],
  rows: readonly Row[],
  problems: ProblemList,
): Map<Row['id'], Row> {
  const usable = rows.filter((row) => {
    const id = fieldsOf(row)['id'];
    if (!isIdNumber(id)) problems.note(kind, id, 'unusable id');
    return isIdNumber(id);
  });
  const byId = new Map<Row['id'], Row>();
  for (const row of usable.sort((a, b) => a.id - b.id)) {
    if (byId.has(row.id)) problems.note(kind, row.id, 'id is taken');
    else byId.set(row.id, row);
  }
  return byId;
}

function publisherAndAbove(
  from: PublisherId,
  publishers: ReadonlyMap<PublisherId, SnapshotRows['publishers'][number]>,
): ReadonlySet<PublisherId> {
  const chain = new Set<PublisherId>();
  let next = publishers.get(from);
  while (next !== undefined && !chain.has(next.id) && chain.size < maxPublisherDepth) {
    chain.add(next.id);
    next = next.parentId === null ? undefined : publishers.get(next.parentId);
  }
  return chain;
}

/** One clock for each time zone; null where the zone is unknown. */
function createClocks(): (timeZone: string) => LocalClock | null {
  const clocks = new Map<string, LocalClock | null>();
  return (timeZone) => {
    const known = clocks.get(timeZone);
    if (known !== undefined) return known;
    const clock = clockOrNull(timeZone);
    clocks.set(timeZone, clock);
    return clock;
  };
}

function clockOrNull(timeZone: string): LocalClock | null {
  try {
    return localClock(timeZone);
  } catch (error) {
    if (error instanceof UnknownTimeZoneError) return null;
    throw error;
  }
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
