import { type Kysely, sql } from 'kysely';
import { type AttributionCandidate, attributeLine } from '../../core/attribution/attribute-line.ts';
import { localDayOf } from '../../exchange/journal/local-day.ts';
import type { TimeZoneSource } from '../../exchange/journal/position-time-zones.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { RecordedCandidate } from '../../platform/db/tables/conversion-tables.ts';
import { type AdTouch, findTouches, type LineOfShopper } from './find-touches.ts';

/** An order to attribute. */
export type OpenConversion = {
  readonly id: number;
  readonly occurredAt: Date;
  readonly clickDays: number;
  readonly viewDays: number;
  readonly shopperKeys: readonly string[];
  readonly clickEventId: string | null;
  /** Media partner of its action; null: an order of a shop. */
  readonly actionPartnerId: number | null;
};

/** Columns of `OpenConversion`. A repeated conversion is not credited, so nothing is known about its visitor. */
export const openConversionColumns = [
  'conversion.id',
  'conversion.occurredAt',
  'conversion.clickDays',
  'conversion.viewDays',
  sql<string[]>`case when conversion.repeated then '{}' else conversion.shopper_keys end`.as('shopperKeys'),
  sql<string | null>`case when not conversion.repeated then conversion.click_event_id end`.as('clickEventId'),
  sql<number | null>`case when conversion.conversion_action_id is not null then conversion.media_partner_id end`.as(
    'actionPartnerId',
  ),
] as const;

/** Attribution of an order line; null: none. */
export type AttributedLine = {
  readonly conversionId: number;
  readonly number: number;
  readonly credited:
    | (Omit<RecordedCandidate, 'outcome' | 'productId' | 'at'> & {
        readonly touchedAt: Date;
        readonly localDay: string;
      })
    | null;
  readonly candidates: readonly RecordedCandidate[];
};

/** Attributes every line of these orders with the current touches. Writes nothing. */
export async function attributeConversions(
  database: Kysely<Database>,
  conversions: readonly OpenConversion[],
  timeZones: TimeZoneSource,
): Promise<readonly AttributedLine[]> {
  const orders = new Map(conversions.map((conversion) => [conversion.id, conversion]));
  const rows = await database
    .selectFrom('conversionLine')
    .select([
      'conversionLine.conversionId',
      'conversionLine.number',
      'conversionLine.productId',
      'conversionLine.brandId',
    ])
    .where('conversionLine.conversionId', 'in', [...orders.keys()])
    .orderBy('conversionLine.conversionId')
    .orderBy('conversionLine.number')
    .execute();
  const brandsOf = await readBrands(database, conversions);
  const lines = rows.map(({ conversionId, productId, brandId }): LineOfShopper => {
    const order = orders.get(conversionId);
    if (order === undefined) throw new Error(`Line of conversion ${conversionId}, which was not requested`);
    const { occurredAt, clickDays, viewDays, shopperKeys, clickEventId, actionPartnerId } = order;
    const isKnown = actionPartnerId !== null || (productId !== null && brandId !== null);
    return {
      atMs: occurredAt.getTime(),
      productId,
      brandIds: brandId === null ? (brandsOf.get(actionPartnerId ?? 0) ?? []) : [brandId],
      shopperKeys: isKnown ? shopperKeys : [],
      clickEventId,
      rule: { clickDays, viewDays },
    };
  });
  const touches = await findTouches(database, lines);
  const attributed = lines.map((line, at) => attributeLine(line, touches[at] ?? [], line.rule));
  const positions = attributed.flatMap(({ credited }) => (credited === null ? [] : [credited.touch.positionId]));
  const zones = await timeZones(database, new Set(positions));
  return rows.map(({ conversionId, number }, at) => {
    const { credited = null, candidates = [] } = attributed[at] ?? {};
    if (credited === null) return { conversionId, number, credited, candidates: candidates.map(recordedCandidate) };
    const { touch, match } = credited;
    const { eventId, kind, bookingId, creativeId, positionId } = touch;
    return {
      conversionId,
      number,
      credited: {
        eventId,
        kind,
        match,
        bookingId,
        creativeId,
        positionId,
        touchedAt: new Date(touch.atMs),
        localDay: localDayOf(lines[at]?.atMs ?? 0, zones.of(positionId)),
      },
      candidates: candidates.map(recordedCandidate),
    };
  });
}

/** Returns the brands of the media partners of actions. */
async function readBrands(
  database: Kysely<Database>,
  conversions: readonly OpenConversion[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const partners = [...new Set(conversions.flatMap(({ actionPartnerId }) => actionPartnerId ?? []))];
  if (partners.length === 0) return new Map();
  const { rows } = await sql<{ mediaPartnerId: number; ids: number[] }>`
    select brand.media_partner_id, array_agg(brand.id order by brand.id) as ids from brand
    where brand.media_partner_id = any(${partners}::bigint[]) group by brand.media_partner_id`.execute(database);
  return new Map(rows.map(({ mediaPartnerId, ids }) => [mediaPartnerId, ids.map(Number)]));
}

function recordedCandidate({ touch, match, outcome }: AttributionCandidate<AdTouch>): RecordedCandidate {
  const { eventId, kind, bookingId, creativeId, positionId, productId } = touch;
  return {
    eventId,
    kind,
    match,
    outcome,
    at: new Date(touch.atMs).toISOString(),
    bookingId,
    creativeId,
    positionId,
    productId,
  };
}
