import { sql, type Transaction } from 'kysely';
import { conversionsAtOnce } from '../../core/vocabulary/limits/conversion-limits.ts';
import { createTimeZoneSource } from '../../exchange/journal/position-time-zones.ts';
import type { Database } from '../../platform/db/schema.ts';
import { type AttributedLine, attributeConversions, openConversionColumns } from './attribute-conversions.ts';
import { writeAttributed } from './judge-conversions.ts';

/** Order lines of one local day whose stored attribution differs from the current touches. */
export type CreditDifference = {
  readonly day: string;
  rows: number;
  readonly stored: CreditSums;
  readonly recounted: CreditSums;
};
export type CreditSums = { conversions: number; units: number; revenueMicros: number };

type StoredLine = {
  readonly conversionId: number;
  readonly number: number;
  readonly quantity: number;
  readonly revenueMicros: number;
  readonly credit: string | null;
  readonly localDay: string | null;
};

/**
 * Attributes again all orders whose shopper is known, corrects differences and returns them by local day. Pending
 * orders remain pending. No roll-up may be in a transaction.
 */
export async function recountConversions(transaction: Transaction<Database>): Promise<readonly CreditDifference[]> {
  const differences = new Map<string, CreditDifference>();
  const timeZones = createTimeZoneSource();
  for (let after = 0; ; ) {
    const open = await transaction
      .selectFrom('conversion')
      .select(openConversionColumns)
      .where('conversion.id', '>', after)
      .where('conversion.judgedAt', 'is not', null)
      .where(sql<boolean>`(conversion.shopper_keys <> '{}' or conversion.click_event_id is not null)`)
      .orderBy('conversion.id')
      .limit(conversionsAtOnce)
      .execute();
    if (open.length === 0) return [...differences.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
    const ids = open.map(({ id }) => id);
    const stored = await readStored(transaction, ids);
    const again = await attributeConversions(transaction, open, timeZones);
    const differing = again.filter((line, at) => creditOf(line) !== (stored[at]?.credit ?? null));
    for (const [at, line] of again.entries()) note(differences, stored[at], line);
    if (differing.length > 0) await writeAttributed(transaction, differing);
    after = ids.at(-1) ?? after;
  }
}

/** In the order in which lines are attributed. */
async function readStored(transaction: Transaction<Database>, ids: readonly number[]): Promise<readonly StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select line.conversion_id, line.number, line.quantity, line.quantity * line.unit_price_micros as revenue_micros,
      line.local_day, case when line.booking_id is null then null else
        concat_ws(' ', line.event_id, line.match, line.booking_id, line.creative_id, line.position_id, line.local_day) end
        as credit
    from conversion_line line where line.conversion_id = any(${ids}::bigint[])
    order by line.conversion_id, line.number`.execute(transaction);
  return rows;
}

/** In the form stored in the database. */
function creditOf({ credited }: AttributedLine): string | null {
  if (credited === null) return null;
  const { eventId, match, bookingId, creativeId, positionId, localDay } = credited;
  return [eventId, match, bookingId, creativeId, positionId, localDay].join(' ');
}

function note(differences: Map<string, CreditDifference>, stored: StoredLine | undefined, line: AttributedLine): void {
  if (stored === undefined || creditOf(line) === stored.credit) return;
  const { localDay: before, quantity, revenueMicros } = stored;
  const after = line.credited?.localDay ?? null;
  for (const day of new Set([before, after].filter((one) => one !== null))) {
    const nothing = () => ({ conversions: 0, units: 0, revenueMicros: 0 });
    const difference = differences.get(day) ?? { day, rows: 0, stored: nothing(), recounted: nothing() };
    difference.rows += 1;
    if (day === before) add(difference.stored, { conversions: 1, units: quantity, revenueMicros });
    if (day === after) add(difference.recounted, { conversions: 1, units: quantity, revenueMicros });
    differences.set(day, difference);
  }
}

function add(sums: CreditSums, { conversions, units, revenueMicros }: CreditSums): void {
  sums.conversions += conversions;
  sums.units += units;
  sums.revenueMicros += revenueMicros;
}
