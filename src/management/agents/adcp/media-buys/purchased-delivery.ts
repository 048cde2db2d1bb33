import type { DeliveryBody } from '../../../../contract/booking/delivery.ts';
import { counterOfGoal, type EventGoalKind, eventGoalKinds } from '../../../../core/pricing/billable-events.ts';
import { daysOfFlight, eventsForBudget, type PriceModel, priceModels } from '../../../../core/pricing/price-model.ts';
import type { DeliveryType } from '../../../../core/vocabulary/codes/selling-codes.ts';
import { decimalFromMicros } from '../../../../core/vocabulary/money.ts';
import { requestError } from '../protocol-error.ts';

/** What determines the delivery of a purchased package. */
export type PurchasedDelivery = {
  readonly deliveryType: DeliveryType;
  readonly model: PriceModel;
  readonly rateMicros: number;
  readonly budgetMicros: number;
  readonly currency: string;
  /** Epoch ms. */
  readonly startMs: number;
  readonly endMs: number;
  readonly pacing: string | undefined;
  /** Number of impressions that the buyer asks for. undefined: as many as the budget pays for. */
  readonly impressions: number | undefined;
  /** Field of the request, for errors. */
  readonly field: string;
};

/** Lead of a `front_loaded` package at the start, in percent. */
const frontLoading = 25;

/**
 * Returns the delivery of a booking that spends at most the budget. Guaranteed packages have the goal that the budget
 * pays for. Others share the remaining delivery until the budget is spent.
 * @throws AdcpError if the budget does not pay for one event or for the flight
 */
export function purchasedDelivery(given: PurchasedDelivery): DeliveryBody {
  const { model, rateMicros, budgetMicros, currency, pacing, impressions, field } = given;
  const paid = eventsForBudget(budgetMicros, { model, rateMicros });
  if (paid === null) {
    requirePaidFlight(given);
    return { method: 'share', frontLoading: 0 };
  }
  if (paid.total < 1) throw requestError(`${field}.budget`, 'The budget does not pay for one event', 'BUDGET_TOO_LOW');
  if (impressions !== undefined && paid.counter === 'impressions' && impressions > paid.total) {
    const message = `The budget pays for ${paid.total} impressions`;
    throw requestError(`${field}.impressions`, message, 'BUDGET_TOO_LOW');
  }
  const budget = { amount: decimalFromMicros(budgetMicros), currency };
  const kind = eventGoalKinds.find((one: EventGoalKind) => counterOfGoal[one] === paid.counter);
  if (given.deliveryType === 'non_guaranteed' || kind === undefined) {
    return { method: pacing === 'asap' ? 'asap' : 'share', goal: { kind: 'spend', total: budget }, frontLoading: 0 };
  }
  const total = paid.counter === 'impressions' ? Math.min(impressions ?? paid.total, paid.total) : paid.total;
  return {
    method: pacing === 'asap' ? 'asap' : 'even',
    goal: { kind, total },
    budget,
    frontLoading: pacing === 'front_loaded' ? frontLoading : 0,
  };
}

/** Prices per day or flight have no budget of their own, so that the budget must pay for all of it. */
function requirePaidFlight({ model, rateMicros, budgetMicros, currency, startMs, endMs, field }: PurchasedDelivery) {
  const days = priceModels[model].unit.per === 'day' ? daysOfFlight(startMs, endMs) : 1;
  const cost = rateMicros * days;
  if (budgetMicros >= cost) return;
  const message = `The price of this flight is ${currency} ${decimalFromMicros(cost)}`;
  throw requestError(`${field}.budget`, message, 'BUDGET_TOO_LOW');
}
