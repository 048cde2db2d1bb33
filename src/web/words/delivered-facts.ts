import type { Campaign } from '../../client/generated/types.gen.ts';
import { billableByCounter, counters } from '../../core/pricing/billable-events.ts';
import { countText } from './figures.ts';

/** What was delivered, one fact for each counter: `Impressions`, `51,200 (310 today)`. */
export function deliveredFacts(
  delivered: Pick<Campaign['delivered'], 'today' | (typeof counters)[number]>,
): { readonly name: string; readonly value: string }[] {
  return counters.map((counter) => ({
    name: billableByCounter[counter].label,
    value: `${countText(delivered[counter])} (${countText(delivered.today[counter])} today)`,
  }));
}
