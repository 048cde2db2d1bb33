import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { MediaBuyTables } from '../../../../platform/db/tables/media-buy-tables.ts';
import { readAds, type StoredAd } from '../../../resources/booking/read-booking-facts.ts';
import { readSettings } from '../../../resources/settings/read-settings.ts';
import type { Buyer } from '../accounts/read-buyer.ts';
import type { SellerContext } from '../seller-context.ts';

/** A purchase with the state of its campaign and bookings. */
export type StoredMediaBuy = Selectable<MediaBuyTables['mediaBuy']> & {
  readonly campaign: {
    readonly id: number;
    readonly poNumber: string | null;
    readonly paused: boolean;
    readonly cancelled: boolean;
    readonly archivedAt: Date | null;
    readonly budgetMicros: number;
    readonly currency: string;
  };
  readonly packages: readonly StoredPackage[];
};

/** A package with its booking. */
export type StoredPackage = Selectable<MediaBuyTables['mediaBuyPackage']> & {
  readonly lifecycle: string;
  readonly paused: boolean;
  readonly archivedAt: Date | null;
  readonly startDate: Date;
  readonly endDate: Date | null;
  readonly rejectionReason: string | null;
  readonly updatedAt: Date;
  readonly pricingModel: string | null;
  readonly rateMicros: number | null;
  readonly ads: readonly StoredAd[];
};

/** Selection of purchases. Omitted: all of the buyer agent. */
export type MediaBuySelection = {
  readonly ids?: readonly number[];
  /** IDs of the protocol. Unknown ones are omitted. */
  readonly protocolIds?: readonly string[];
  readonly accountId?: string;
  readonly taskId?: string;
};

/** Returns the ID of a purchase in the protocol. */
export function protocolIdOf({ id, alias }: Pick<StoredMediaBuy, 'id' | 'alias'>): string {
  return alias ?? String(id);
}

/**
 * Reads the purchases of a buyer agent, oldest first. Locks them if it is called in a transaction with `lock`.
 * @param buyer null: of all buyer agents
 */
export async function readMediaBuys(
  database: Kysely<Database>,
  buyer: Pick<Buyer, 'id'> | null,
  { ids, protocolIds, accountId, taskId }: MediaBuySelection,
  lock: 'update' | null = null,
): Promise<readonly StoredMediaBuy[]> {
  let query = database
    .selectFrom('mediaBuy')
    .innerJoin('campaign', 'campaign.id', 'mediaBuy.campaignId')
    .selectAll('mediaBuy')
    .select([
      'campaign.poNumber',
      'campaign.paused',
      'campaign.cancelled',
      'campaign.archivedAt',
      'campaign.budgetMicros',
      'campaign.budgetCurrency',
    ])
    .orderBy('mediaBuy.id');
  if (buyer !== null) query = query.where('mediaBuy.buyerAgentId', '=', buyer.id);
  if (ids !== undefined) query = query.where(sql<boolean>`media_buy.id = any(${ids}::bigint[])`);
  if (protocolIds !== undefined) {
    query = query.where(sql<boolean>`coalesce(media_buy.alias, media_buy.id::text) = any(${protocolIds}::text[])`);
  }
  if (accountId !== undefined) query = query.where('mediaBuy.accountId', '=', accountId);
  if (taskId !== undefined) query = query.where('mediaBuy.taskId', '=', taskId);
  const rows = await (lock === null ? query : query.forUpdate('mediaBuy')).execute();
  const packages = await readPackages(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map(({ poNumber, paused, cancelled, archivedAt, budgetMicros, budgetCurrency, ...buy }) => ({
    ...buy,
    campaign: {
      id: buy.campaignId,
      poNumber,
      paused,
      cancelled,
      archivedAt,
      budgetMicros: budgetMicros ?? 0,
      currency: budgetCurrency ?? '',
    },
    packages: packages.get(buy.id) ?? [],
  }));
}

async function readPackages(
  database: Kysely<Database>,
  mediaBuyIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredPackage[]>> {
  if (mediaBuyIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('mediaBuyPackage')
    .innerJoin('booking', 'booking.id', 'mediaBuyPackage.bookingId')
    .selectAll('mediaBuyPackage')
    .select([
      'booking.lifecycle',
      'booking.paused',
      'booking.archivedAt',
      'booking.startDate',
      'booking.endDate',
      'booking.rejectionReason',
      'booking.updatedAt',
      'booking.pricingModel',
      'booking.rateMicros',
    ])
    .where('mediaBuyPackage.mediaBuyId', 'in', [...mediaBuyIds])
    .orderBy('mediaBuyPackage.bookingId')
    .execute();
  const ads = await readAds(
    database,
    rows.map(({ bookingId }) => bookingId),
  );
  return Map.groupBy(
    rows.map((row) => ({ ...row, ads: ads.get(row.bookingId) ?? [] })),
    ({ mediaBuyId }) => mediaBuyId,
  );
}

/** Returns the currency of a report: that of the first purchase, or of the account settings if there is none. */
export async function currencyOf(
  { services }: Pick<SellerContext, 'services'>,
  buys: readonly Pick<StoredMediaBuy, 'campaign'>[],
): Promise<string> {
  return buys[0]?.campaign.currency || (await readSettings(services.database)).currency;
}
