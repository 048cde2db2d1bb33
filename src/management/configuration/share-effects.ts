import type { Transaction } from 'kysely';
import type { ShareEffectView } from '../../contract/configuration/configuration-calls.ts';
import type { LatestPlan } from '../../exchange/plan/latest-plan.ts';
import type { Database } from '../../platform/db/schema.ts';
import { readPositionShares } from '../insight/share/position-shares.ts';
import { firstProvisionalId } from './document/checked-document.ts';
import type { ConfigurationChange } from './document/compare-configuration.ts';

/** Positions of which shares are compared. */
const maxPositions = 200;
/** Positions that a plan lists. */
const maxListed = 50;
/** Smallest difference of a share that is listed. */
const smallest = 0.0005;

/** Shares of bookings by position, and the positions themselves. */
type Shares = ReadonlyMap<
  number,
  { readonly slotName: string; readonly requestsPerDay: number | null; readonly shares: ReadonlyMap<number, number> }
>;

/** Inventory of bookings that change. */
export type ChangedInventory = {
  readonly positionIds: number[];
  readonly locationIds: number[];
  readonly publicationIds: number[];
  readonly publisherIds: number[];
};

/** Reads the current shares of all bookings at the positions of an inventory, as if all were eligible. */
export async function readShares(
  transaction: Transaction<Database>,
  inventory: ChangedInventory,
  { nowMs, plan }: { readonly nowMs: number; readonly plan: LatestPlan | null },
): Promise<Shares> {
  if (Object.values(inventory).every((ids) => ids.length === 0)) return new Map();
  const terms = {
    ...inventory,
    bookingId: null,
    priority: 9,
    startDate: new Date(nowMs).toISOString(),
    endDate: null,
    delivery: { method: 'share' as const, frontLoading: 0 },
    roadblock: 'none' as const,
    pricing: null,
  };
  const { allShares } = await readPositionShares(transaction, terms, { reach: 'everything', nowMs, plan });
  return new Map(
    allShares.slice(0, maxPositions).map(({ position, before }) => {
      const { slotName, requestsPerDay } = position;
      return [position.positionId, { slotName, requestsPerDay, shares: before }];
    }),
  );
}

/**
 * Returns the inventory of the bookings that change, or whose campaigns change, as stored and as in the document.
 * Objects that do not exist yet are left out.
 * @param ids IDs of the objects after the changes; omitted: before them
 */
export async function changedInventory(
  transaction: Transaction<Database>,
  changes: readonly ConfigurationChange[],
  ids: ReadonlyMap<ConfigurationChange, number> = new Map(),
): Promise<ChangedInventory> {
  const idsIn = (section: string) => [
    0,
    ...changes.flatMap((one) => (one.section === section ? [ids.get(one) ?? one.id ?? 0] : [])).slice(0, maxIds),
  ];
  const rows = await transaction
    .selectFrom('booking')
    .select(['booking.positionIds', 'booking.locationIds', 'booking.publicationIds', 'booking.publisherIds'])
    .where(({ or, eb }) =>
      or([eb('booking.id', 'in', idsIn('bookings')), eb('booking.campaignId', 'in', idsIn('campaigns'))]),
    )
    .execute();
  const bodies = changes.flatMap(({ section, checked }) =>
    section === 'bookings' && checked !== null ? [checked.body] : [],
  );
  return inventoryOf([...rows, ...(bodies as unknown as readonly ChangedInventory[])]);
}

/** Returns the inventory of two sets of bookings. */
export function mergedInventory(one: ChangedInventory, other: ChangedInventory): ChangedInventory {
  return inventoryOf([one, other]);
}

function inventoryOf(rows: readonly ChangedInventory[]): ChangedInventory {
  const all = (field: keyof ChangedInventory) => [
    ...new Set(rows.flatMap((row) => row[field]).filter((id) => id < firstProvisionalId)),
  ];
  return {
    positionIds: all('positionIds'),
    locationIds: all('locationIds'),
    publicationIds: all('publicationIds'),
    publisherIds: all('publisherIds'),
  };
}

/** IDs of one query. */
const maxIds = 10_000;

/** Returns the positions where shares differ, those with the most requests first, and their number. */
export function shareEffects(
  before: Shares,
  after: Shares,
  keyOf: (bookingId: number) => string,
): { readonly shares: readonly ShareEffectView[]; readonly positionsAffected: number } {
  const effects = [...new Set([...before.keys(), ...after.keys()])].flatMap((positionId): ShareEffectView[] => {
    const [old, next] = [before.get(positionId), after.get(positionId)];
    const facts = next ?? old;
    if (facts === undefined) return [];
    const ids = new Set([...(old?.shares.keys() ?? []), ...(next?.shares.keys() ?? [])]);
    const bookings = [...ids]
      .map((id) => ({ key: keyOf(id), before: old?.shares.get(id) ?? 0, after: next?.shares.get(id) ?? 0 }))
      .filter((one) => Math.abs(one.after - one.before) >= smallest)
      .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
    if (bookings.length === 0) return [];
    return [{ position: facts.slotName, requestsPerDay: facts.requestsPerDay, bookings }];
  });
  const listed = effects.toSorted((a, b) => (b.requestsPerDay ?? 0) - (a.requestsPerDay ?? 0)).slice(0, maxListed);
  return { shares: listed, positionsAffected: effects.length };
}
