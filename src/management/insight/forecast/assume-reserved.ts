import type { Kysely } from 'kysely';
import type { BookingRow, CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import { readSnapshotBookings } from '../../../exchange/rows/snapshot-bookings.ts';
import { readSnapshotCreatives } from '../../../exchange/rows/snapshot-creatives.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { AllPositionShares } from '../share/position-shares.ts';
import { assumeDraft } from './assume-draft.ts';

/** Held bookings as if they delivered. */
export type ReservedBookings = {
  readonly rows: readonly BookingRow[];
  readonly creatives: readonly CreativeRow[];
  /** Fraction of the requests that the goal of each claims, 0 to 1. */
  readonly claims: ReadonlyMap<number, number>;
};

/** Returns the held bookings of some positions, so that their reservations compete in replays. */
export function assumeReserved(
  database: Kysely<Database>,
  { bookings, reservedClaims }: Pick<AllPositionShares, 'bookings' | 'reservedClaims'>,
  formatIds: readonly number[],
): Promise<ReservedBookings> {
  const ids = bookings.filter(({ held }) => held).map(({ id }) => id);
  if (ids.length === 0) return Promise.resolve({ rows: [], creatives: [], claims: reservedClaims });
  return database.transaction().execute(async (transaction) => {
    const rows = await readSnapshotBookings(transaction, { ids });
    const creativeIds = [...new Set(rows.flatMap(({ ads }) => ads.map(({ creativeId }) => creativeId)))];
    const creatives = await readSnapshotCreatives(transaction, { ids: creativeIds });
    const byId = new Map(creatives.map((creative) => [creative.id, creative]));
    const assumed = rows.map((row, index) => {
      const own = row.ads.flatMap(({ creativeId }) => byId.get(creativeId) ?? []);
      // Each has its own placeholders, after those of the draft.
      return assumeDraft({ row, creatives: own, wasApproved: true }, formatIds, (index + 1) * formatIds.length).draft;
    });
    return {
      rows: assumed.map(({ row }) => row),
      creatives: [...new Map(assumed.flatMap((each) => each.creatives.map((one) => [one.id, one] as const))).values()],
      claims: reservedClaims,
    };
  });
}
