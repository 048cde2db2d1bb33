import type { Campaign } from '../../client/generated/types.gen.ts';
import { generalCounters } from '../../core/pricing/billable-events.ts';
import { t } from '../i18n/t.ts';

/** What was delivered, one fact for each counter: `Impressions`, `51,200 (310 today)`. */
export function deliveryFacts(
  delivered: Pick<Campaign['delivered'], 'today' | (typeof generalCounters)[number]>,
): { readonly name: string; readonly value: string }[] {
  return generalCounters.map((counter) => ({
    name: t(`labels.counter.${counter}`),
    value: t('labels.format.countedToday', { total: delivered[counter], today: delivered.today[counter] }),
  }));
}
