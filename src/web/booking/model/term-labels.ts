import type { Booking } from '../../../client/generated/types.gen.ts';
import { eventGoalLabels } from '../../../core/pricing/billable-events.ts';
import { t } from '../../i18n/t.ts';
import { countText, countWithNoun, moneyText } from '../../labels/figures.ts';
import { conditionText } from '../../targeting/targeting-text.ts';

type Delivery = Booking['delivery'];
/** What is not said of it is not there. */
type DeliveryTerms = Pick<Delivery, 'method'> & Partial<Delivery>;
type Goal = NonNullable<Delivery['goal']>;

/** What a goal counts, in words. */
export const goalLabels: Readonly<Record<Goal['kind'], string>> = {
  ...eventGoalLabels,
  spend: 'Spend',
};

/** `Mon, Tue` */
export function dayCountText(days: Booking['activeDays']): string {
  return days.length === 0 ? 'Every day' : days.map((day) => t(`labels.weekday.${day}`)).join(', ');
}

/** `every day from 08:00 to 12:00` */
export function dayPartsText(parts: Booking['dayParts']): string {
  return parts.length === 0 ? 'All day' : parts.map((dayPart) => conditionText({ dayPart })).join('; ');
}

/** `EUR 4.00 CPM` */
export function pricingText(pricing: Booking['pricing']): string {
  return pricing === null ? '–' : `${moneyText(pricing.rate)} ${pricing.model.toUpperCase()}`;
}

/** `100,000 impressions`, `EUR 1500.00 spend` */
export function goalText(goal: Goal): string {
  const total = goal.kind === 'spend' ? moneyText(goal.total) : countText(goal.total);
  return `${total} ${goalLabels[goal.kind].toLowerCase()}`;
}

/** How it takes part, with all that belongs to it: `Even, 100,000 impressions, 20 % ahead at the start`. */
export function deliveryText({ method, percent = null, goal = null, frontLoading = 0 }: DeliveryTerms): string {
  return [
    t(`labels.deliveryMethod.${method}`),
    ...(percent === null ? [] : [`${percent} %`]),
    ...(goal === null ? [] : [goalText(goal)]),
    ...(frontLoading === 0 ? [] : [`${frontLoading} % ahead at the start`]),
  ].join(', ');
}

/** `2 plays of each loop, 1 of others between two` */
export function loopText(loop: Booking['loop']): string {
  const { playsPerLoop = null, percent = null, minGap = 0 } = loop ?? {};
  const part =
    playsPerLoop !== null
      ? `${countWithNoun(playsPerLoop, 'play')} of each loop`
      : percent === null
        ? 'Share of the rest'
        : `${percent} % of all plays`;
  return minGap === 0 ? part : `${part}, ${minGap} of others between two`;
}
