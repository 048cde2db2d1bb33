import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { dayMs } from '../../../../core/time/durations.ts';
import { inOneMoment, type KnownRevision, newestRevision } from '../../../../exchange/revision/newest-revision.ts';
import { touchesSince } from '../../../../exchange/revision/touches-since.ts';
import type { BookingTable, Database } from '../../../../platform/db/schema.ts';
import { type PlacedBookingFacts, readBookingFacts } from '../read-booking-facts.ts';
import { touchedBookings } from './touched-bookings.ts';

/** Submitted or approved booking that has not ended, with the facts for its status. Immutable. */
export type OpenBooking = { readonly row: OpenRow; readonly facts: PlacedBookingFacts };
type OpenRow = Pick<Selectable<BookingTable>, (typeof columns)[number]>;

/** Function that returns every open booking by its ID at the newest revision. The next call may update the map. */
export type ReadOpenBookings = (nowMs: number) => Promise<ReadonlyMap<number, OpenBooking>>;

type Kept = {
  readonly known: KnownRevision;
  /** Time at which all were read, epoch ms. Contains the bookings that had not ended then. */
  readonly readAtMs: number;
  readonly bookings: Map<number, OpenBooking>;
};

/** Beyond this number of touched bookings all are read again. */
const maxTouched = 2_000;
/** Lifetime of ended bookings in the cache, in milliseconds. */
const keptMs = dayMs;

const keepers = new WeakMap<Kysely<Database>, ReadOpenBookings>();

/**
 * Returns the cache of open bookings of a database in this process. Each call checks the newest revision and reads the
 * bookings touched since the previous call, so it sees every change committed before the call by any process.
 */
export function openBookingsOf(database: Kysely<Database>): ReadOpenBookings {
  const keeper = keepers.get(database) ?? keepOpenBookings(database);
  keepers.set(database, keeper);
  return keeper;
}

function keepOpenBookings(database: Kysely<Database>): ReadOpenBookings {
  let kept: Kept | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return async (nowMs) => {
    const newest = await newestRevision(database);
    if (kept !== null && isOf(kept, newest) && holdsAt(kept, nowMs)) return kept.bookings;
    // Serialized: a second caller uses the result of the first.
    const reading = last.then(async () => {
      kept = await refreshed(database, kept, nowMs);
      return kept.bookings;
    });
    last = reading.catch(() => undefined);
    return reading;
  };
}

function isOf({ known }: Kept, newest: KnownRevision): boolean {
  return known.revision === newest.revision && known.madeAt === newest.madeAt;
}

/** An earlier time requires bookings that the cache does not contain. */
function holdsAt({ readAtMs }: Kept, nowMs: number): boolean {
  return nowMs >= readAtMs && nowMs - readAtMs < keptMs;
}

function refreshed(database: Kysely<Database>, kept: Kept | null, nowMs: number): Promise<Kept> {
  return inOneMoment(database, async (transaction, newest) => {
    const touched = kept === null || !holdsAt(kept, nowMs) ? null : await touchedSince(transaction, kept.known, newest);
    if (kept === null || touched === null) {
      const bookings = await readOpen(transaction, nowMs, sql<boolean>`true`);
      return { known: newest, readAtMs: nowMs, bookings };
    }
    const read = await readOpen(transaction, kept.readAtMs, sql<boolean>`booking.id = any(${[...touched]}::bigint[])`);
    for (const id of touched) {
      const booking = read.get(id);
      if (booking === undefined) kept.bookings.delete(id);
      else kept.bookings.set(id, booking);
    }
    return { ...kept, known: newest };
  });
}

async function touchedSince(transaction: Transaction<Database>, known: KnownRevision, newest: KnownRevision) {
  const touches = await touchesSince(transaction, known, newest);
  return touches === null ? null : touchedBookings(transaction, touches, maxTouched);
}

const columns = [
  'id',
  'campaignId',
  'lifecycle',
  'paused',
  'held',
  'heldUntil',
  'archivedAt',
  'startDate',
  'endDate',
  'delivery',
  'activeDays',
  'dayParts',
  'pricingModel',
  'rateMicros',
  'rateCurrency',
  'agreedPricing',
] as const;

async function readOpen(
  transaction: Transaction<Database>,
  atMs: number,
  which: RawBuilder<boolean>,
): Promise<Map<number, OpenBooking>> {
  const rows = await transaction
    .selectFrom('booking')
    .select(columns.map((column) => `booking.${column}` as const))
    .where('booking.lifecycle', 'in', ['submitted', 'approved'])
    .where('booking.archivedAt', 'is', null)
    .where((eb) => eb.or([eb('booking.endDate', 'is', null), eb('booking.endDate', '>', new Date(atMs))]))
    .where(which)
    .execute();
  const facts = await readBookingFacts(transaction, rows);
  return new Map(
    rows.flatMap((row) => {
      const ofRow = facts.get(row.id);
      return ofRow === undefined ? [] : [[row.id, { row, facts: ofRow }]];
    }),
  );
}
