import { z } from 'zod';
import { counterOfGoal, eventGoalKinds } from '../../core/pricing/billable-events.ts';
import {
  eventModelCodes,
  eventModelsText,
  eventsForBudget,
  flightModelCodes,
  type PriceModel,
} from '../../core/pricing/price-model.ts';
import { capScopes, capSubjects } from '../../core/vocabulary/cap-subjects.ts';
import { maxCapMost, maxCapsPerBooking, maxFrontLoading } from '../../core/vocabulary/limits/booking-limits.ts';
import { microsFromDecimal } from '../../core/vocabulary/money.ts';
import { moneySchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Delivery methods of a booking. Source: product decisions 5.3. */
export const deliveryMethods = ['share', 'share_of_voice', 'even', 'asap', 'fill'] as const;

const describeMethod = [
  '`share`: by weight, computed from priority and end date.',
  '`share_of_voice`: exactly `percent` of the eligible requests.',
  '`even`: `goal` spread over the traffic until the end of the booking.',
  '`asap`: `goal` as fast as higher priorities allow.',
  '`fill`: only when no other booking is eligible',
].join(' ');
const describePercent =
  'Guaranteed percentage of the eligible requests, with up to two decimals. Required with `share_of_voice`, not allowed otherwise.';
const describeGoal =
  'Goal after which delivery stops. Required for `even` and `asap`, optional for `share` and `fill`, not allowed for `share_of_voice`.';
const describeKind = `Counted events: ${eventGoalKinds.map((kind) => `\`${kind}\` counts ${counterOfGoal[kind]}`).join(', ')}`;
const describeEvents = 'Number of events after which delivery stops';
const describeSpend = `Budget in the currency of \`pricing\`, whose model must be ${eventModelsText}. Delivery stops when it is spent.`;
const describeBudget = `Hard cap of the spend, in the currency of \`pricing\`, whose model must be ${eventModelsText}. Delivery stops when it is spent, whether or not the goal is reached. Null: no cap.`;
const describeFrontLoading =
  'Percentage by which an `even` goal is ahead of schedule at the start. The lead decreases to 0 at the end.';

/** A goal in events. */
const eventGoal = z.strictObject({
  kind: z.enum(eventGoalKinds).meta({ description: describeKind, example: 'impressions' }),
  total: z
    .int({ error: fieldMessage('minInteger', { min: 1 }) })
    .min(1, { error: fieldMessage('minInteger', { min: 1 }) })
    .meta({ description: describeEvents, example: 100_000 }),
});
/** A goal in money. */
const spendGoal = z.strictObject({
  kind: z.literal('spend'),
  total: moneySchema.meta({ description: describeSpend, example: { amount: '1500.00', currency: 'EUR' } }),
});
/** Goal after which a booking stops delivering. */
export const goalSchema = z
  .discriminatedUnion('kind', [eventGoal, spendGoal], {
    error: ({ code }) =>
      code === 'invalid_union' ? fieldMessage('oneOf', { values: [...eventGoalKinds, 'spend'].join(', ') }) : undefined,
  })
  .meta({ id: 'DeliveryGoal', description: describeGoal, example: { kind: 'impressions', total: 100_000 } });
/** A valid `goalSchema`. */
export type GoalBody = z.output<typeof goalSchema>;

/**
 * Delivery method of a booking in a request body. Source: product decisions 5.3; docs/decisions/0014-pacing-loop.md.
 */
export const deliveryBody = z
  .strictObject({
    method: z.enum(deliveryMethods).meta({ description: describeMethod, example: 'share' }),
    percent: z
      .number({ error: fieldMessage('numberRange', { min: 0.01, max: 100 }) })
      .min(0.01, { error: fieldMessage('numberRange', { min: 0.01, max: 100 }) })
      .max(100, { error: fieldMessage('numberRange', { min: 0.01, max: 100 }) })
      .multipleOf(0.01, { error: fieldMessage('twoDecimals') })
      .nullish()
      .meta({ description: describePercent, example: null }),
    goal: goalSchema.nullish(),
    budget: moneySchema
      .nullish()
      .meta({ description: describeBudget, example: { amount: '1500.00', currency: 'EUR' } }),
    frontLoading: z
      .int({ error: fieldMessage('integerRange', { min: 0, max: maxFrontLoading }) })
      .min(0, { error: fieldMessage('integerRange', { min: 0, max: maxFrontLoading }) })
      .max(maxFrontLoading, { error: fieldMessage('integerRange', { min: 0, max: maxFrontLoading }) })
      .default(0)
      .meta({ description: describeFrontLoading, example: 0 }),
  })
  .superRefine(noteMethodIssues);
/** A valid `deliveryBody`, with its defaults. */
export type DeliveryBody = z.output<typeof deliveryBody>;

/** Delivery method of a booking as returned by the API. */
export const deliveryView = z.strictObject({
  method: z.enum(deliveryMethods).meta({ description: describeMethod, example: 'share' }),
  percent: z.number().nullable().meta({ description: describePercent, example: null }),
  goal: goalSchema.nullable(),
  budget: moneySchema.nullable().meta({ description: describeBudget, example: null }),
  frontLoading: z.number().meta({ description: describeFrontLoading, example: 0 }),
});
/** An object of `deliveryView`. */
export type DeliveryView = z.output<typeof deliveryView>;

/** Default subject of a cap. */
const usualSubject = 'viewer';
/** Default handling of requests without an identifier of the subject. */
const usualUnknown = 'skip';

const describeScope =
  'Period of the cap. `day`: the day of the publication. `life`: the lifetime of the booking. `request`: the slots of one ad request.';
const describePer = [
  'Subject that the cap counts. Default: `viewer`.',
  '`viewer`: the first identifier of the request. `first_party`: only the user of your own accounts (`ui`, `user.id`).',
  '`session`: one visit, identified by the token of the client (`se`). `household` (`hh`). `store` (`st`). `screen` (`pi`).',
  'Viewers, users and households require consent',
].join(' ');
const describeUnknown =
  'Handling of requests without this identifier. `skip`: the booking is not served. `serve`: the booking is served and not counted. Default: `skip`.';

/** A frequency cap in a request body. */
export type CapBody = z.output<typeof capsSchema>[number];

/** Returns the cap without fields that have their default value. */
export function plainCap({ per, whenUnknown, ...cap }: CapBody): CapBody {
  return {
    ...cap,
    ...(per !== undefined && per !== usualSubject && { per }),
    ...(whenUnknown !== undefined && whenUnknown !== usualUnknown && { whenUnknown }),
  };
}

/** Frequency caps of a booking, at most one for each combination of scope and subject. */
export const capsSchema = z
  .array(
    z.strictObject({
      scope: z.enum(capScopes).meta({ description: describeScope, example: 'day' }),
      most: z
        .int({ error: fieldMessage('integerRange', { min: 1, max: maxCapMost }) })
        .min(1, { error: fieldMessage('integerRange', { min: 1, max: maxCapMost }) })
        .max(maxCapMost, { error: fieldMessage('integerRange', { min: 1, max: maxCapMost }) })
        .meta({ description: 'Most impressions in the period', example: 2 }),
      per: z.enum(capSubjects).optional().meta({ description: describePer, example: 'household' }),
      whenUnknown: z.enum(['skip', 'serve']).optional().meta({ description: describeUnknown, example: 'serve' }),
    }),
  )
  .max(maxCapsPerBooking, { error: fieldMessage('maxEntries', { count: maxCapsPerBooking }) })
  .superRefine((caps, context) => {
    const note = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
    for (const [index, { scope, per = usualSubject, ...cap }] of caps.entries()) {
      const first = caps.findIndex((other) => other.scope === scope && (other.per ?? usualSubject) === per);
      if (first !== index) note([index, 'scope'], fieldMessage('duplicateCap'));
      if (scope !== 'request') continue;
      const others = [
        ...(per === usualSubject ? [] : ['per']),
        ...(cap.whenUnknown === undefined ? [] : ['whenUnknown']),
      ];
      for (const field of others) note([index, field], fieldMessage('notForRequestCap'));
    }
  })
  .meta({
    description:
      'Frequency caps: most impressions per viewer, household, screen and so on. By default, requests without the identifier or without the required consent do not get the booking.',
    example: [{ scope: 'day', most: 2 }],
  });

/** Adds an issue for each field of a booking that does not match its delivery method. */
export function noteDeliveryIssues(booking: DeliveryRelated, context: z.core.$RefinementCtx): void {
  const { delivery, pricing, endDate } = booking;
  const note = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (delivery.method === 'even' && !endDate) note(['endDate'], fieldMessage('requiredForEvenGoal'));
  if (pricing && flightModelCodes.includes(pricing.model) && !endDate) {
    note(['endDate'], fieldMessage('requiredForFlightPrice', { model: pricing.model }));
  }
  const amounts = [
    ...(delivery.goal?.kind === 'spend' ? [{ path: ['delivery', 'goal', 'total'], money: delivery.goal.total }] : []),
    ...(delivery.budget ? [{ path: ['delivery', 'budget'], money: delivery.budget }] : []),
  ];
  if (amounts.length > 0 && (!pricing || !eventModelCodes.includes(pricing.model))) {
    note(pricing ? ['pricing', 'model'] : ['pricing'], fieldMessage('spendGoalPrice', { models: eventModelsText }));
    return;
  }
  for (const { path, money } of amounts) {
    if (!pricing) continue;
    if (pricing.rate.currency !== money.currency) {
      note([...path, 'currency'], fieldMessage('pricingCurrency', { currency: pricing.rate.currency }));
    } else if (!paysForOne(money.amount, pricing.model, pricing.rate.amount)) {
      note([...path, 'amount'], fieldMessage('spendGoalAmount'));
    }
  }
}

type DeliveryRelated = {
  readonly delivery: DeliveryBody;
  readonly endDate?: string | null | undefined;
  readonly pricing?:
    | { readonly model: PriceModel; readonly rate: { readonly amount: string; readonly currency: string } }
    | null
    | undefined;
};

function noteMethodIssues(delivery: DeliveryBody, context: z.core.$RefinementCtx): void {
  const { method, percent, goal, frontLoading } = delivery;
  const note = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  const hasPercent = percent !== undefined && percent !== null;
  const hasGoal = goal !== undefined && goal !== null;
  if (method === 'share_of_voice') {
    if (!hasPercent) note('percent', fieldMessage('requiredForMethod', { method: 'share_of_voice' }));
    if (hasGoal) note('goal', fieldMessage('notForMethod', { method: 'share_of_voice' }));
  } else if (hasPercent) {
    note('percent', fieldMessage('onlyForMethod', { method: 'share_of_voice' }));
  }
  if ((method === 'even' || method === 'asap') && !hasGoal) note('goal', fieldMessage('requiredForMethod', { method }));
  if (method !== 'even' && frontLoading > 0) {
    note('frontLoading', fieldMessage('onlyForMethod', { method: 'even' }));
  }
}

/** Returns whether the budget pays for at least one event. */
function paysForOne(amount: string, model: PriceModel, rate: string): boolean {
  const price = { model, rateMicros: microsFromDecimal(rate) ?? 0 };
  return (eventsForBudget(microsFromDecimal(amount) ?? 0, price)?.total ?? 0) > 0;
}
