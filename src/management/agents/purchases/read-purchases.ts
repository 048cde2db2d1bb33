import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PurchaseQuery } from '../../../contract/selling/purchase.ts';
import type { PurchaseState } from '../../../core/vocabulary/codes/selling-codes.ts';
import type { Status } from '../../../core/vocabulary/statuses.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readBookingFacts } from '../../resources/booking/read-booking-facts.ts';
import { type JudgementContext, judgeOf } from '../../resources/booking/state/booking-judgements.ts';
import { bookingStatusSql, type StatusMoment } from '../../resources/booking/state/booking-state-sql.ts';
import { readMediaBuys, type StoredMediaBuy } from '../adcp/media-buys/read-media-buys.ts';

/** A purchase with the objects that its view names. */
export type StoredPurchase = {
  readonly buy: StoredMediaBuy;
  readonly state: PurchaseState;
  readonly buyer: { readonly name: string; readonly test: boolean };
  readonly campaign: {
    readonly name: string;
    readonly advertiserCompanyId: number;
    readonly brandIds: readonly number[];
    readonly version: number;
  };
  readonly bookings: ReadonlyMap<number, PurchasedBooking>;
};

/** The booking of a purchased package, with its product package. */
export type PurchasedBooking = {
  readonly id: number;
  readonly mediaBuyId: number;
  readonly name: string;
  readonly version: number;
  readonly status: Status;
  readonly submittedBy: string[];
  readonly rateCurrency: string | null;
  readonly productPackageName: string;
  readonly pricingOptions: readonly PricingOption[];
};

type PricingOption = {
  readonly code: string;
  readonly model: string;
  readonly rate: { readonly amount: string; readonly currency: string };
};

export type PageOfPurchases = { readonly purchases: readonly StoredPurchase[]; readonly total: number };

/** Reads a page of the purchases that match a query, newest first. */
export async function readPurchasePage(
  database: Kysely<Database>,
  { state, buyerAgentId, bookingId, limit, offset = 0 }: PurchaseQuery,
  context: JudgementContext,
): Promise<PageOfPurchases> {
  const moment = await judgeOf(database)(context);
  const conditions = [
    sql<boolean>`true`,
    ...(state === undefined ? [] : [sql<boolean>`state.code = any(${state}::text[])`]),
    ...(buyerAgentId === undefined ? [] : [sql<boolean>`buy.buyer_agent_id = any(${buyerAgentId}::bigint[])`]),
    ...(bookingId === undefined
      ? []
      : [
          sql<boolean>`buy.id in (select media_buy_id from media_buy_package
            where booking_id = any(${bookingId}::bigint[]))`,
        ]),
  ];
  const { rows } = await sql<{ id: number; total: number }>`
    select buy.id, count(*) over () as total
    from media_buy buy cross join lateral (select ${stateSql(moment)} as code) state
    where ${sql.join(conditions, sql` and `)}
    order by buy.id desc limit ${limit} offset ${offset}
  `.execute(database);
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countPurchases(database, conditions, moment));
  const ids = rows.map(({ id }) => id);
  const found = await readPurchases(database, ids, moment);
  return { purchases: found.toSorted((a, b) => b.buy.id - a.buy.id), total };
}

/**
 * Reads a purchase. undefined: there is none.
 * @param nowMs epoch ms
 */
export async function readPurchase(
  database: Kysely<Database>,
  id: number,
  nowMs: number,
): Promise<StoredPurchase | undefined> {
  const rows = await database
    .selectFrom('booking')
    .innerJoin('mediaBuyPackage', 'mediaBuyPackage.bookingId', 'booking.id')
    .selectAll('booking')
    .where('mediaBuyPackage.mediaBuyId', '=', id)
    .execute();
  const facts = await readBookingFacts(database, rows);
  const missingSetup = [...facts].flatMap(([bookingId, { readiness }]) =>
    readiness.fittingAdCount === 0 ? [bookingId] : [],
  );
  const [purchase] = await readPurchases(database, [id], { nowMs, missingSetup });
  return purchase;
}

async function countPurchases(
  database: Kysely<Database>,
  conditions: readonly RawBuilder<boolean>[],
  moment: StatusMoment,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from media_buy buy cross join lateral (select ${stateSql(moment)} as code) state
    where ${sql.join([...conditions], sql` and `)}
  `.execute(database);
  return rows[0]?.total ?? 0;
}

/** Reads purchases, oldest first. */
async function readPurchases(
  database: Kysely<Database>,
  ids: readonly number[],
  moment: StatusMoment,
): Promise<readonly StoredPurchase[]> {
  if (ids.length === 0) return [];
  const [buys, heads, bookings] = await Promise.all([
    readMediaBuys(database, null, { ids }),
    readHeads(database, ids, moment),
    readBookings(database, ids, moment),
  ]);
  const headOf = new Map(heads.map((head) => [head.id, head]));
  return buys.flatMap((buy) => {
    const head = headOf.get(buy.id);
    if (head === undefined) return [];
    const own = bookings.filter(({ mediaBuyId }) => mediaBuyId === buy.id);
    return [
      {
        buy,
        state: head.state,
        buyer: { name: head.buyerName, test: head.test },
        campaign: {
          name: head.name,
          advertiserCompanyId: head.advertiserCompanyId,
          brandIds: head.brandIds,
          version: head.version,
        },
        bookings: new Map(own.map((booking) => [booking.id, booking])),
      },
    ];
  });
}

type Head = StoredPurchase['campaign'] & {
  readonly id: number;
  readonly state: PurchaseState;
  readonly buyerName: string;
  readonly test: boolean;
};

async function readHeads(
  database: Kysely<Database>,
  ids: readonly number[],
  moment: StatusMoment,
): Promise<readonly Head[]> {
  const { rows } = await sql<Head>`
    select buy.id, ${stateSql(moment)} as state, buyer_agent.name as buyer_name, buyer_agent.test,
      sold.name, sold.advertiser_company_id, sold.brand_ids, sold.version
    from media_buy buy
    join buyer_agent on buyer_agent.id = buy.buyer_agent_id
    join campaign sold on sold.id = buy.campaign_id
    where buy.id = any(${ids}::bigint[])
  `.execute(database);
  return rows;
}

async function readBookings(
  database: Kysely<Database>,
  ids: readonly number[],
  moment: StatusMoment,
): Promise<readonly PurchasedBooking[]> {
  const { rows } = await sql<PurchasedBooking>`
    select booking.id, part.media_buy_id, booking.name, booking.version, booking.submitted_by, booking.rate_currency,
      ${bookingStatusSql(moment)} as status, package.name as product_package_name, package.pricing_options
    from media_buy_package part
    join booking on booking.id = part.booking_id
    join product_package package on package.id = part.product_package_id
    where part.media_buy_id = any(${ids}::bigint[])
  `.execute(database);
  return rows;
}

/**
 * Returns the state of `buy`: that of its most urgent package. Archived packages of an approved purchase that have
 * ended count as ended.
 */
function stateSql(moment: StatusMoment): RawBuilder<PurchaseState> {
  const now = sql`${new Date(moment.nowMs)}::timestamptz`;
  return sql<PurchaseState>`(
    select case
        when bool_or(part.status in ('pending_approval', 'draft')) then 'waiting'
        when bool_or(part.status = 'running') then 'running'
        when bool_or(part.status in ('held', 'paused', 'not_ready', 'planned')) then 'approved'
        when bool_or(part.status = 'finished'
          or part.status = 'archived' and part.lifecycle = 'approved' and part.end_date <= ${now}) then 'completed'
        when bool_or(part.status = 'rejected') then 'declined'
        else 'cancelled'
      end
    from (
      select booking.lifecycle, booking.end_date,
        case when of_buy.canceled_at is null then ${bookingStatusSql(moment)} else 'cancelled' end as status
      from media_buy_package of_buy join booking on booking.id = of_buy.booking_id
      where of_buy.media_buy_id = buy.id
    ) part
  )`;
}
