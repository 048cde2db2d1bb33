import type { Booking } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { moneyText, shareText, unitPriceText } from '../../labels/figures.ts';
import { conditionText } from '../../targeting/targeting-text.ts';

type Delivery = Booking['delivery'];
/** Missing members count as not set. */
type DeliveryTerms = Pick<Delivery, 'method'> & Partial<Delivery>;
type Goal = NonNullable<Delivery['goal']>;

/** `Mon, Tue` */
export function dayCountText(days: Booking['activeDays']): string {
  return days.length === 0 ? t('labels.format.everyDay') : days.map((day) => t(`labels.weekday.${day}`)).join(', ');
}

/** `Every day from 08:00 to 12:00` */
export function dayPartsText(parts: Booking['dayParts']): string {
  return parts.length === 0 ? t('booking.label.allDay') : parts.map((dayPart) => conditionText({ dayPart })).join('; ');
}

/** `EUR 4.00 CPM` */
export function pricingText(pricing: Booking['pricing']): string {
  return pricing === null ? '–' : t(`booking.priceText.${pricing.model}`, { amount: unitPriceText(pricing.rate) });
}

/** `100,000 impressions`, `EUR 1,500.00 spend` */
function goalText(goal: Goal): string {
  if (goal.kind === 'spend') return t('booking.format.spendGoal', { amount: moneyText(goal.total) });
  return t(`booking.goalTotal.${goal.kind}`, { count: goal.total });
}

/** Delivery method with its settings: `Even, 100,000 impressions, 20% front-loaded`. */
export function deliveryText({
  method,
  percent = null,
  goal = null,
  budget = null,
  frontLoading = 0,
}: DeliveryTerms): string {
  return [
    t(`labels.deliveryMethod.${method}`),
    ...(percent === null ? [] : [shareText(percent / 100)]),
    ...(goal === null ? [] : [goalText(goal)]),
    ...(budget === null ? [] : [t('booking.format.budget', { amount: moneyText(budget) })]),
    ...(frontLoading === 0 ? [] : [t('booking.format.frontLoading', { percent: shareText(frontLoading / 100) })]),
  ].join(', ');
}

/** `2 plays per loop, minimum gap of 1 play` */
export function loopText(loop: Booking['loop']): string {
  const { playsPerLoop = null, percent = null, minGap = 0, wholeStore = false } = loop ?? {};
  const part = loopShareText({ playsPerLoop, percent });
  const share = wholeStore ? t('booking.format.loopWholeStore', { loop: part }) : part;
  return minGap === 0 ? share : `${share}, ${t('booking.format.loopGap', { count: minGap })}`;
}

function loopShareText({ playsPerLoop, percent }: Pick<NonNullable<Booking['loop']>, 'playsPerLoop' | 'percent'>) {
  if (playsPerLoop !== null) return t('booking.format.loopPlays', { count: playsPerLoop });
  if (percent !== null) return t('booking.format.loopPercent', { percent: shareText(percent / 100) });
  return t('booking.label.loopRest');
}
