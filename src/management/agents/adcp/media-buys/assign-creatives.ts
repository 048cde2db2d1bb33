import type { SyncCreativesRow } from '@adcp/sdk/server';
import { sql } from 'kysely';
import { inTransaction, type TransactionChange } from '../../../records/change.ts';
import { patchChange } from '../../../records/common-changes.ts';
import { DomainError } from '../../../records/domain-error.ts';
import { changeRecord } from '../../../records/save-record.ts';
import type { CreativeGiven } from '../creatives/protocol-types.ts';
import { syncCreatives } from '../creatives/sync-creatives.ts';
import type { SellerContext } from '../seller-context.ts';
import { resolveCreatives } from './creative-ids.ts';
import { isLive } from './media-buy-status.ts';
import { readMediaBuys, type StoredPackage } from './read-media-buys.ts';

/** A creative that a package gets. */
type Wanted = { readonly key: string; readonly packageId: string; readonly weight: number };

/**
 * Answers `sync_creatives`: saves the creatives, and assigns them to the packages that the call names and to those that
 * wait for them.
 */
export async function syncAndAssign(
  context: SellerContext,
  creatives: readonly CreativeGiven[],
  accountId: string,
): Promise<SyncCreativesRow[]> {
  const rows = await syncCreatives(context, creatives, accountId);
  const { dry_run: isDryRun, assignments = [] } = context.toolArguments as {
    dry_run?: boolean;
    assignments?: readonly { creative_id: string; package_id: string; weight?: number }[];
  };
  if (isDryRun === true) return rows;
  const saved = rows.filter(({ action }) => action !== 'failed' && action !== 'deleted').map((row) => row.creative_id);
  const packages = (await readMediaBuys(context.services.database, context.buyer, {})).flatMap((buy) => buy.packages);
  const named = assignments.map((one) => ({
    key: one.creative_id,
    packageId: one.package_id,
    weight: one.weight ?? 1,
  }));
  const awaited = packages.flatMap(({ bookingId, terms }) =>
    (terms.awaitedCreatives ?? []).map(({ creativeId, weight }) => ({
      key: creativeId,
      packageId: String(bookingId),
      weight,
    })),
  );
  const wanted = [...named, ...awaited].filter(({ key }) => saved.includes(key));
  const known = await resolveCreatives(
    context.services.database,
    { buyerAgentId: context.buyer.id, accountId },
    wanted.map(({ key }) => key),
  );
  const errors = new Map<Wanted, string>();
  for (const one of wanted) {
    const sold = packages.find(({ bookingId }) => String(bookingId) === one.packageId);
    const fault = await assign(context, sold, known.get(one.key), one);
    if (fault !== null) errors.set(one, fault);
  }
  return rows.map((row) => withAssignments(row, wanted, errors));
}

/** Adds a creative to a package. Returns the reason why it cannot be added; null: it was added. */
async function assign(
  context: SellerContext,
  sold: StoredPackage | undefined,
  creativeId: number | undefined,
  { key, weight }: Wanted,
): Promise<string | null> {
  if (sold === undefined || !isLive(sold)) return 'PACKAGE_NOT_FOUND: there is no such package';
  if (creativeId === undefined) return 'CREATIVE_NOT_FOUND: the creative is not active';
  const { services, caller, requestId } = context;
  try {
    await inTransaction(services.database, async (transaction) => {
      const change = { services, caller, requestId, transaction };
      await addCreative(change, context, sold.bookingId, { creativeId, weight: Math.max(1, Math.round(weight)) });
      await transaction
        .updateTable('mediaBuyPackage')
        .set({
          terms: sql`jsonb_set(terms, '{awaitedCreatives}', coalesce((
          select jsonb_agg(entry) from jsonb_array_elements(coalesce(terms -> 'awaitedCreatives', '[]')) entry
          where entry ->> 'creativeId' <> ${key}), '[]'))`,
        })
        .where('mediaBuyPackage.bookingId', '=', sold.bookingId)
        .execute();
    });
    return null;
  } catch (error) {
    if (error instanceof DomainError) return `INVALID_REQUEST: ${error.message}`;
    throw error;
  }
}

async function addCreative(
  change: TransactionChange,
  { resources }: SellerContext,
  bookingId: number,
  added: { readonly creativeId: number; readonly weight: number },
): Promise<void> {
  const booked = await change.transaction
    .selectFrom('bookingCreative')
    .select([
      'bookingCreative.creativeId',
      'bookingCreative.weight',
      'bookingCreative.startDate',
      'bookingCreative.endDate',
    ])
    .where('bookingCreative.bookingId', '=', bookingId)
    .where('bookingCreative.removedAt', 'is', null)
    .execute();
  if (booked.some(({ creativeId }) => creativeId === added.creativeId)) return;
  const others = booked.map(({ startDate, endDate, ...one }) => ({
    ...one,
    startDate: startDate?.toISOString() ?? null,
    endDate: endDate?.toISOString() ?? null,
  }));
  const patch = patchChange(resources.booking, { id: bookingId, patch: { creatives: [...others, added] } });
  await changeRecord(change, resources.booking, { ...patch, version: 'optional' }, null);
}

function withAssignments(
  row: SyncCreativesRow,
  wanted: readonly Wanted[],
  errors: ReadonlyMap<Wanted, string>,
): SyncCreativesRow {
  const own = wanted.filter(({ key }) => key === row.creative_id);
  if (own.length === 0) return row;
  const assigned = own.filter((one) => !errors.has(one)).map(({ packageId }) => packageId);
  const refused = own.flatMap((one): [string, string][] => {
    const fault = errors.get(one);
    return fault === undefined ? [] : [[one.packageId, fault]];
  });
  return {
    ...row,
    ...(assigned.length > 0 && { assigned_to: [...new Set(assigned)] }),
    ...(refused.length > 0 && { assignment_errors: Object.fromEntries(refused) }),
  };
}
