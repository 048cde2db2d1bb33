import { type Kysely, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import {
  type ConversionReport,
  type ConversionsQuery,
  conversionReportView,
  type conversionView,
} from '../../../contract/commerce/conversion.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { moneyOf } from '../../api/resource/stored-money.ts';
import { visibleRows } from '../../records/visible-rows.ts';

type ConversionRow = Selectable<Database['conversion']>;
type LineRow = Selectable<Database['conversionLine']>;
type ConversionView = z.output<typeof conversionView>;

/** Returns a page of orders with at least one line in reach, and the total number. */
export async function listConversions(
  database: Kysely<Database>,
  { limit, offset = 0, ...filters }: ConversionsQuery,
  reach: Reach,
): Promise<{ readonly total: number; readonly page: readonly ConversionView[] }> {
  const matching = matchingConversions(database, filters, reach);
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll('conversion')
    .orderBy('conversion.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const reports = await reportsOf(database, rows, reach);
  const page = reports.map(({ lines, ...report }) => ({
    ...report,
    lines: lines.map(({ candidates: _candidates, ...line }) => line),
  }));
  return { total, page };
}

/** Returns an order with all attribution candidates. undefined if none is in reach. */
export async function readConversion(
  database: Kysely<Database>,
  id: number,
  reach: Reach,
): Promise<ConversionReport | undefined> {
  const rows = await matchingConversions(database, {}, reach)
    .selectAll('conversion')
    .where('conversion.id', '=', id)
    .execute();
  return (await reportsOf(database, rows, reach))[0];
}

function matchingConversions(
  database: Kysely<Database>,
  { mediaPartnerId, conversionActionId, bookingId, orderId, status }: Omit<ConversionsQuery, 'limit' | 'offset'>,
  reach: Reach,
) {
  const lines = (condition: ReturnType<typeof sql<boolean>>) => sql<boolean>`exists (select from conversion_line
    where conversion_line.conversion_id = conversion.id and ${visibleRows('conversionLine', reach)} and ${condition})`;
  let matching = database.selectFrom('conversion').where(lines(sql<boolean>`true`));
  if (mediaPartnerId !== undefined) matching = matching.where('conversion.mediaPartnerId', '=', mediaPartnerId);
  if (conversionActionId !== undefined) {
    matching = matching.where('conversion.conversionActionId', '=', conversionActionId);
  }
  if (orderId !== undefined) matching = matching.where('conversion.orderId', '=', orderId);
  if (bookingId !== undefined) {
    matching = matching.where(
      lines(sql<boolean>`conversion_line.booking_id = ${bookingId}
      and exists (select from booking where booking.id = ${bookingId} and ${visibleRows('booking', reach)})`),
    );
  }
  if (status === undefined) return matching;
  if (status === 'waiting') return matching.where('conversion.judgedAt', 'is', null);
  if (status === 'repeated') return matching.where('conversion.repeated', '=', true);
  const isCredited = lines(sql<boolean>`conversion_line.booking_id is not null`);
  return matching
    .where('conversion.judgedAt', 'is not', null)
    .where('conversion.repeated', '=', false)
    .where(status === 'attributed' ? isCredited : sql<boolean>`not ${isCredited}`);
}

async function reportsOf(
  database: Kysely<Database>,
  rows: readonly ConversionRow[],
  reach: Reach,
): Promise<readonly ConversionReport[]> {
  if (rows.length === 0) return [];
  const lines = await database
    .selectFrom('conversionLine')
    .selectAll('conversionLine')
    .where(
      'conversionLine.conversionId',
      'in',
      rows.map(({ id }) => id),
    )
    .where(visibleRows('conversionLine', reach))
    .orderBy('conversionLine.conversionId')
    .orderBy('conversionLine.number')
    .execute();
  const isVisible = await visibleBookings(database, lines, reach);
  return rows.map((row) =>
    present(
      row,
      lines.filter(({ conversionId }) => conversionId === row.id),
      isVisible,
    ),
  );
}

type IsVisible = (bookingId: number | null) => boolean;

/** A campaign may contain brands that the caller may not see. */
async function visibleBookings(
  database: Kysely<Database>,
  lines: readonly LineRow[],
  reach: Reach,
): Promise<IsVisible> {
  if (reach === 'everything') return () => true;
  const ids = lines.flatMap(({ bookingId, candidates }) => [bookingId ?? 0, ...candidates.map((one) => one.bookingId)]);
  const { rows } = await sql<{ id: number }>`
    select booking.id from booking where booking.id = any(${[...new Set(ids)]}::bigint[])
      and ${visibleRows('booking', reach)}`.execute(database);
  const visible = new Set(rows.map(({ id }) => id));
  return (bookingId) => bookingId !== null && visible.has(bookingId);
}

function present(row: ConversionRow, lines: readonly LineRow[], isVisible: IsVisible): ConversionReport {
  return conversionReportView.parse({
    id: row.id,
    mediaPartnerId: row.mediaPartnerId,
    conversionActionId: row.conversionActionId,
    orderId: row.orderId,
    occurredAt: row.occurredAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    status: statusOf(row, lines),
    rule: { clickDays: row.clickDays, viewDays: row.viewDays },
    lines: lines.map((line) => ({
      sku: row.conversionActionId === null ? line.sku : null,
      productId: line.productId,
      brandId: line.brandId,
      quantity: line.quantity,
      unitPrice: moneyOf(line.unitPriceMicros, line.currency),
      revenue: moneyOf(line.unitPriceMicros * line.quantity, line.currency),
      credited:
        line.bookingId === null
          ? null
          : {
              kind: line.kind,
              match: line.match,
              at: line.touchedAt?.toISOString() ?? null,
              ...adOf(line, isVisible),
            },
      candidates: line.candidates.map(({ eventId: _event, ...candidate }) => ({
        ...candidate,
        ...adOf(candidate, isVisible),
      })),
    })),
  });
}

function statusOf({ repeated, judgedAt }: ConversionRow, lines: readonly LineRow[]): ConversionReport['status'] {
  if (repeated) return 'repeated';
  if (judgedAt === null) return 'waiting';
  return lines.some(({ bookingId }) => bookingId !== null) ? 'attributed' : 'unattributed';
}

function adOf(ad: Pick<LineRow, 'bookingId' | 'creativeId' | 'positionId'>, isVisible: IsVisible) {
  if (!isVisible(ad.bookingId)) return { bookingId: null, creativeId: null, positionId: null };
  return { bookingId: ad.bookingId, creativeId: ad.creativeId, positionId: ad.positionId };
}
