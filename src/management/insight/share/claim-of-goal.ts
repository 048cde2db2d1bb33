import type { EventCounts } from '../../../core/pricing/billable-events.ts';
import type { PriceModel } from '../../../core/pricing/price-model.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { goalInEvents } from '../../../exchange/plan/goal-in-events.ts';
import { createLearnedRates } from '../../../exchange/plan/learned-rates.ts';
import type { StoredDelivery } from '../../../platform/db/schema.ts';
import type { CoveredPosition } from './covered-positions.ts';

type Thought = {
  readonly delivery: StoredDelivery;
  readonly pricing: { readonly model: PriceModel; readonly rate: { readonly amount: string } } | null;
  /** Epoch ms. null: open end. */
  readonly endMs: number | null;
  readonly atMs: number;
  /** Events delivered so far by an edited booking. null: none. */
  readonly delivered: EventCounts | null;
};

/**
 * Returns the fraction of requests that the draft booking claims before shares are drawn, 0 to 1: its share of voice;
 * everything that remains for `asap`; for `even` what its goal needs of the expected requests until its end. null if
 * its positions were never requested.
 */
export function claimOfGoal(
  { delivery, pricing, endMs, atMs, delivered }: Thought,
  positions: readonly Pick<CoveredPosition, 'requestsPerDay'>[],
): number | null {
  if (delivery.method === 'share_of_voice') return (delivery.basisPoints ?? 0) / 10_000;
  if (delivery.method === 'asap') return 1;
  if (delivery.method !== 'even' || delivery.goal === undefined || endMs === null) return 0;
  const rateMicros = pricing === null ? null : microsFromDecimal(pricing.rate.amount);
  const price = pricing === null || rateMicros === null ? null : { model: pricing.model, rateMicros };
  const goal = goalInEvents(delivery.goal, price);
  const requests =
    positions.reduce((sum, { requestsPerDay }) => sum + (requestsPerDay ?? 0), 0) * Math.max(0, (endMs - atMs) / dayMs);
  if (goal === null || requests === 0) return null;
  // A booking that never delivered uses the initial rates.
  const { brings } = createLearnedRates(null).of(0, goal.counter);
  const left = Math.max(0, goal.total - (delivered?.[goal.counter] ?? 0));
  return Math.min(1, left / brings / requests);
}
