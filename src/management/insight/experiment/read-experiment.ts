import { type Kysely, sql } from 'kysely';
import type { BookingExperiment } from '../../../contract/insight/booking-experiment.ts';
import { type CountedRate, compareRates } from '../../../core/reporting/compare-rates.ts';
import { inPercent, percentInterval } from '../../../core/reporting/confidence-interval.ts';
import { dayMs } from '../../../core/time/durations.ts';
import type { RotationMethod } from '../../../core/vocabulary/booking-modes.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Period of the counts of creatives, as long as viewers are stored. */
const countedDays = 90;
const significantBelow = 0.05;

type Tested = { readonly id: number; readonly holdoutPercent: number; readonly rotation: RotationMethod };

/** Reads the viewers, conversions and counts of the experiment of a booking, with their comparison. */
export async function readExperiment(
  database: Kysely<Database>,
  { id, holdoutPercent, rotation }: Tested,
  nowMs: number,
): Promise<BookingExperiment> {
  const [groups, creatives] = await Promise.all([
    readGroups(database, id),
    rotation === 'ab_test' ? readCreatives(database, id, nowMs) : [],
  ]);
  return {
    bookingId: id,
    holdoutPercent,
    rotation,
    since: groups.since?.toISOString() ?? null,
    exposed: presentGroup(groups.exposed),
    holdout: presentGroup(groups.holdout),
    lift: presentComparison(groups.exposed, groups.holdout),
    creatives: creatives.map((creative) => {
      // Creatives of different formats do not compete.
      const first = creatives.find(({ formatId }) => formatId === creative.formatId) ?? creative;
      return {
        creativeId: creative.creativeId,
        name: creative.name,
        impressions: creative.trials,
        clicks: creative.events,
        ctrPercent: percentOf(creative),
        interval: percentInterval(creative.events, creative.trials),
        comparedToFirst: creative === first ? null : presentComparison(creative, first),
      };
    }),
  };
}

type Groups = { readonly since: Date | null; readonly exposed: CountedRate; readonly holdout: CountedRate };

async function readGroups(database: Kysely<Database>, bookingId: number): Promise<Groups> {
  const { rows } = await sql<{ heldOut: boolean; trials: number; events: number; since: Date }>`
    select held_out, count(*) as trials, count(converted_at) as events, min(first_at) as since
    from experiment_viewer where booking_id = ${bookingId} group by held_out`.execute(database);
  const groupOf = (heldOut: boolean): CountedRate => {
    const row = rows.find((each) => each.heldOut === heldOut);
    return { trials: Number(row?.trials ?? 0), events: Number(row?.events ?? 0) };
  };
  const since = rows.map((row) => row.since).toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
  return { since, exposed: groupOf(false), holdout: groupOf(true) };
}

type CreativeRate = CountedRate & { readonly creativeId: number; readonly name: string; readonly formatId: number };

async function readCreatives(
  database: Kysely<Database>,
  bookingId: number,
  nowMs: number,
): Promise<readonly CreativeRate[]> {
  const from = new Date(nowMs - countedDays * dayMs).toISOString().slice(0, 10);
  const { rows } = await sql<CreativeRate>`
    select creative.id as creative_id, creative.name, creative.format_id, coalesce(counted.impressions, 0)::bigint as trials,
      coalesce(counted.clicks, 0)::bigint as events
    from booking_creative ad
    join creative on creative.id = ad.creative_id
    left join (
      select delivery_hour.creative_id, sum(delivery_hour.impressions) as impressions, sum(delivery_hour.clicks) as clicks
      from delivery_hour
      where delivery_hour.booking_id = ${bookingId} and delivery_hour.local_day >= ${from}::date
      group by delivery_hour.creative_id
    ) counted on counted.creative_id = creative.id
    where ad.booking_id = ${bookingId} and ad.removed_at is null
    order by creative.id`.execute(database);
  return rows;
}

function presentGroup(group: CountedRate): BookingExperiment['exposed'] {
  return {
    viewers: group.trials,
    converted: group.events,
    conversionPercent: percentOf(group),
    interval: percentInterval(group.events, group.trials),
  };
}

function presentComparison(one: CountedRate, other: CountedRate): BookingExperiment['lift'] {
  const compared = compareRates(one, other);
  if (compared === null) return null;
  const { lift, low, high, pValue } = compared;
  return {
    percent: inPercent(lift),
    low: inPercent(low),
    high: inPercent(high),
    pValue: Math.round(pValue * 1_000_000) / 1_000_000,
    significant: pValue < significantBelow,
  };
}

function percentOf({ events, trials }: CountedRate): number | null {
  return trials === 0 ? null : inPercent(events / trials);
}
