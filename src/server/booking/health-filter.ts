import { type Kysely, type RawBuilder, sql } from 'kysely';
import { worstHealth } from '../../core/booking/booking-health.ts';
import { type Health, healths } from '../../core/words/statuses.ts';
import type { Database } from '../db/schema.ts';
import { choiceFilter } from '../http/list-filters.ts';
import type { ListFilter } from '../http/resource.ts';
import type { ReadLatestPlan } from '../pacing-file/latest-plan.ts';
import { readBookingProgress } from './booking-progress.ts';
import { readBookingFacts } from './read-booking-facts.ts';

/** What is computed of the clock and of the plan of the pacing. */
export type Moment = { readonly nowMs: () => number; readonly readPlan: ReadLatestPlan };

/** `?health=at_risk` of bookings. */
export function bookingHealthFilter(moment: Moment): ListFilter {
  return healthFilter('booking', (unwell) => new Map(unwell.map(({ id, health }) => [id, health])), moment);
}

/** The same of campaigns, of which each is as its worst booking. */
export function campaignHealthFilter(moment: Moment): ListFilter {
  return healthFilter('campaign', healthByCampaign, moment);
}

type Unwell = { readonly id: number; readonly campaignId: number; readonly health: Health };

/** Only what can be unwell is looked at, by the rules of core, and becomes ids; everything else is ok. */
function healthFilter(
  table: 'booking' | 'campaign',
  healthOf: (unwell: readonly Unwell[]) => ReadonlyMap<number, Health>,
  moment: Moment,
): ListFilter {
  const id = sql.ref(`${table}.id`);
  return {
    ...choiceFilter(`${table}.id`, healths, 'How it is doing'),
    async where(wanted, { database }): Promise<RawBuilder<boolean>> {
      const found = [...healthOf(await readUnwell(database, moment))];
      const ids = (isWanted: boolean) =>
        found.flatMap(([each, health]) => ((wanted as Health[]).includes(health) === isWanted ? [each] : []));
      if ((wanted as Health[]).includes('ok')) return sql<boolean>`not (${id} = any(${ids(false)}::bigint[]))`;
      return sql<boolean>`${id} = any(${ids(true)}::bigint[])`;
    },
  };
}

function healthByCampaign(unwell: readonly Unwell[]): ReadonlyMap<number, Health> {
  const byCampaign = Map.groupBy(unwell, ({ campaignId }) => campaignId);
  return new Map([...byCampaign].map(([id, own]) => [id, worstHealth(own.map(({ health }) => health))]));
}

/** Judging ten thousand bookings takes a second: who turns pages does not wait for it at each of them. */
const keptMs = 10_000;

type Kept = { readonly revision: number; readonly atMs: number; readonly unwell: Promise<readonly Unwell[]> };
const kept = new WeakMap<Kysely<Database>, Kept>();

/** Of everybody's bookings, since the list shows only what its caller may see; after each edit anew. */
async function readUnwell(database: Kysely<Database>, moment: Moment): Promise<readonly Unwell[]> {
  const atMs = moment.nowMs();
  const { revision } = await database
    .selectFrom('currentRevision')
    .select('currentRevision.revision')
    .executeTakeFirstOrThrow();
  const last = kept.get(database);
  if (last !== undefined && last.revision === revision && Math.abs(atMs - last.atMs) < keptMs) return last.unwell;
  const unwell = judgeAll(database, atMs, moment);
  const entry = { revision, atMs, unwell };
  kept.set(database, entry);
  try {
    return await unwell;
  } catch (error) {
    if (kept.get(database) === entry) kept.delete(database);
    throw error;
  }
}

async function judgeAll(database: Kysely<Database>, atMs: number, { readPlan }: Moment): Promise<readonly Unwell[]> {
  const bookings = await readJudged(database, atMs);
  const facts = await readBookingFacts(database, bookings);
  const progress = await readBookingProgress(database, bookings, { facts, plan: await readPlan(), nowMs: atMs });
  return bookings.flatMap(({ id, campaignId }) => {
    const health = progress.get(id)?.health ?? 'ok';
    return health === 'ok' ? [] : [{ id, campaignId, health }];
  });
}

/** What waits for approval or is approved, and is not over. */
function readJudged(database: Kysely<Database>, nowMs: number) {
  return database
    .selectFrom('booking')
    .select([
      'booking.id',
      'booking.campaignId',
      'booking.lifecycle',
      'booking.paused',
      'booking.held',
      'booking.archivedAt',
      'booking.startDate',
      'booking.endDate',
      'booking.delivery',
      'booking.activeDays',
      'booking.dayParts',
      'booking.pricingModel',
      'booking.rateMicros',
      'booking.rateCurrency',
    ])
    .where('booking.lifecycle', 'in', ['submitted', 'approved'])
    .where('booking.archivedAt', 'is', null)
    .where((eb) => eb.or([eb('booking.endDate', 'is', null), eb('booking.endDate', '>', new Date(nowMs))]))
    .execute();
}
