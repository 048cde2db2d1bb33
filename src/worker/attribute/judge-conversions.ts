import { type Kysely, sql, type Transaction } from 'kysely';
import { conversionsAtOnce } from '../../core/vocabulary/limits/conversion-limits.ts';
import { createTimeZoneSource } from '../../exchange/journal/position-time-zones.ts';
import { lockRollUps, readRollUpState } from '../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../platform/db/schema.ts';
import { type AttributedLine, attributeConversions, openConversionColumns } from './attribute-conversions.ts';

/**
 * Attributes pending orders, oldest first, once all events journaled before are counted. Blocks the roll-up, so no
 * touch is added between reading and writing. Source: docs/decisions/0131-attribution.md.
 * @returns number of orders; fewer than `conversionsAtOnce`: none are left
 */
export function judgeConversions(database: Kysely<Database>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const { asOfMs } = await readRollUpState(transaction);
    const isAny = await waiting(transaction, asOfMs).limit(1).executeTakeFirst();
    if (isAny === undefined) return 0;
    await lockRollUps(transaction);
    const open = await waiting(transaction, asOfMs).limit(conversionsAtOnce).forUpdate().execute();
    if (open.length === 0) return 0;
    await writeAttributed(transaction, await attributeConversions(transaction, open, createTimeZoneSource()));
    await transaction
      .updateTable('conversion')
      .set({ judgedAt: sql<Date>`clock_timestamp()` })
      .where(
        'conversion.id',
        'in',
        open.map(({ id }) => id),
      )
      .execute();
    return open.length;
  });
}

/** Replaces the stored attribution of lines. */
export async function writeAttributed(
  transaction: Transaction<Database>,
  lines: readonly AttributedLine[],
): Promise<void> {
  const credits = lines.map(({ credited }) => credited);
  await sql`
    update conversion_line set event_id = given.event_id, kind = given.kind, match = given.match,
      touched_at = given.touched_at, booking_id = given.booking_id, creative_id = given.creative_id,
      position_id = given.position_id, local_day = given.local_day, candidates = given.candidates
    from unnest(
      ${lines.map(({ conversionId }) => conversionId)}::bigint[], ${lines.map(({ number }) => number)}::bigint[],
      ${credits.map((credit) => credit?.eventId ?? null)}::text[], ${credits.map((credit) => credit?.kind ?? null)}::text[],
      ${credits.map((credit) => credit?.match ?? null)}::text[],
      ${credits.map((credit) => credit?.touchedAt ?? null)}::timestamptz[],
      ${credits.map((credit) => credit?.bookingId ?? null)}::bigint[],
      ${credits.map((credit) => credit?.creativeId ?? null)}::bigint[],
      ${credits.map((credit) => credit?.positionId ?? null)}::bigint[],
      ${credits.map((credit) => credit?.localDay ?? null)}::date[],
      ${lines.map(({ candidates }) => JSON.stringify(candidates))}::jsonb[]
    ) as given (conversion_id, number, event_id, kind, match, touched_at, booking_id, creative_id, position_id, local_day,
      candidates)
    where conversion_line.conversion_id = given.conversion_id and conversion_line.number = given.number`.execute(
    transaction,
  );
}

function waiting(transaction: Transaction<Database>, asOfMs: number) {
  return transaction
    .selectFrom('conversion')
    .select(openConversionColumns)
    .where('conversion.judgedAt', 'is', null)
    .where('conversion.occurredAt', '<=', new Date(asOfMs))
    .orderBy('conversion.id');
}
