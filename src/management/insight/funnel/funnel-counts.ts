import type { SlotOutcome } from '../../../core/decision/judge-booking.ts';
import type { RefusalReason } from '../../../core/vocabulary/reasons.ts';

/** Number of slots by outcome of one booking. The sum is the number of requested slots. */
export type OutcomeCounts = ReadonlyMap<SlotOutcome, number>;

/** Outcomes by hour, in hours since the epoch. */
export type HourlyOutcomes = ReadonlyMap<number, OutcomeCounts>;

/** Sums outcomes by hour. */
export class OutcomeSums {
  readonly hours = new Map<number, Map<SlotOutcome, number>>();

  add(hour: number, outcome: SlotOutcome, count = 1): void {
    const ofHour = this.hours.get(hour) ?? new Map<SlotOutcome, number>();
    this.hours.set(hour, ofHour);
    ofHour.set(outcome, (ofHour.get(outcome) ?? 0) + count);
  }

  addAll(outcomes: HourlyOutcomes): void {
    for (const [hour, counts] of outcomes) {
      for (const [outcome, count] of counts) this.add(hour, outcome, count);
    }
  }
}

export type PresentedCounts = {
  readonly matched: number;
  readonly refused: Partial<Record<RefusalReason, number>>;
  readonly lostByShare: number;
  readonly won: number;
  readonly counted: number;
};

/** @param counted impressions */
export function presentCounts(counts: OutcomeCounts, counted: number): PresentedCounts {
  const refused: Partial<Record<RefusalReason, number>> = {};
  let matched = 0;
  for (const [outcome, count] of counts) {
    matched += count;
    if (outcome !== 'WON' && outcome !== 'LOST') refused[outcome] = count;
  }
  return { matched, refused, lostByShare: counts.get('LOST') ?? 0, won: counts.get('WON') ?? 0, counted };
}
