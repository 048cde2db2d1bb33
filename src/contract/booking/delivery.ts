import { z } from 'zod';
import { counterOfGoal, eventGoalKinds } from '../../core/pricing/billable-events.ts';
import { eventModelCodes, eventModelsText, eventsForBudget, type PriceModel } from '../../core/pricing/price-model.ts';
import { capScopes, capSubjects } from '../../core/words/cap-subjects.ts';
import { maxCapMost, maxCapsPerBooking, maxFrontLoading } from '../../core/words/limits.ts';
import { microsFromDecimal } from '../../core/words/money.ts';
import { moneySchema } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** How a booking takes part. Source: product decisions 5.3. */
export const deliveryMethods = ['share', 'share_of_voice', 'even', 'asap', 'fill'] as const;

const describeMethod = [
  '`share`: by priority and end date.',
  '`share_of_voice`: its `percent` of the requests that it fits, exactly.',
  '`even`: its `goal`, spread over the traffic until its end.',
  '`asap`: its `goal`, as fast as higher priorities leave it.',
  '`fill`: only where no other booking can',
].join(' ');
const describePercent = 'Part of the requests, to two decimals; with `share_of_voice`, and only there';
const describeGoal =
  'When it has done its work. `even` and `asap` need one, `share` and `fill` may have one, `share_of_voice` has none';
const describeKind = `Counted events: ${eventGoalKinds.map((kind) => `\`${kind}\` counts ${counterOfGoal[kind]}`).join(', ')}`;
const describeEvents = 'So many of them; then it is delivered no more';
const describeSpend = `Budget in the currency of \`pricing\`, which is by ${eventModelsText}; then it is delivered no more`;
const describeFrontLoading = 'Percent that an `even` goal is ahead at its start; at the end it is even again';

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
/** After what a booking has done its work. */
export const goalSchema = z
  .discriminatedUnion('kind', [eventGoal, spendGoal], {
    error: ({ code }) =>
      code === 'invalid_union' ? fieldMessage('oneOf', { values: [...eventGoalKinds, 'spend'].join(', ') }) : undefined,
  })
  .meta({ id: 'DeliveryGoal', description: describeGoal, example: { kind: 'impressions', total: 100_000 } });
/** After what a booking has done its work, as the API says it. */
export type GoalBody = z.output<typeof goalSchema>;

/** How a booking takes part, as it is given. Source: product decisions 5.3; docs/decisions/0014-pacing-loop.md. */
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

/** How a booking takes part, as it is shown. */
export const deliveryView = z.strictObject({
  method: z.enum(deliveryMethods).meta({ description: describeMethod, example: 'share' }),
  percent: z.number().nullable().meta({ description: describePercent, example: null }),
  goal: goalSchema.nullable(),
  frontLoading: z.number().meta({ description: describeFrontLoading, example: 0 }),
});
/** An object of `deliveryView`. */
export type DeliveryView = z.output<typeof deliveryView>;

/** Whom a cap counts where it does not say. */
const usualSubject = 'viewer';
/** What becomes of a request that does not say who it is, where a cap does not say. */
const usualUnknown = 'skip';

const describeScope = '`day`: that of the publication; `life`: of the booking; `request`: among the slots of one';
const describePer = [
  'Whom it counts; left out: a `viewer`.',
  '`viewer`: the first identifier that a request has; `first_party`: the user of your own accounts (`ui`, `user.id`), and nobody else;',
  '`session`: one visit, by the token that a client holds (`se`); `household` (`hh`); `store` (`st`); `screen` (`pi`).',
  'Viewers, users and households need consent',
].join(' ');
const describeUnknown =
  '`skip`: who is not known does not see the booking; `serve`: sees it, and is not counted. Left out: `skip`';

/** A cap as it is given. */
export type CapBody = z.output<typeof capsSchema>[number];

/** The cap without what it would be anyway. */
export function plainCap({ per, whenUnknown, ...cap }: CapBody): CapBody {
  return {
    ...cap,
    ...(per !== undefined && per !== usualSubject && { per }),
    ...(whenUnknown !== undefined && whenUnknown !== usualUnknown && { whenUnknown }),
  };
}

/** How often somebody may see a booking, at most one cap for each scope and whom it counts. */
export const capsSchema = z
  .array(
    z.strictObject({
      scope: z.enum(capScopes).meta({ description: describeScope, example: 'day' }),
      most: z
        .int({ error: fieldMessage('integerRange', { min: 1, max: maxCapMost }) })
        .min(1, { error: fieldMessage('integerRange', { min: 1, max: maxCapMost }) })
        .max(maxCapMost, { error: fieldMessage('integerRange', { min: 1, max: maxCapMost }) })
        .meta({ description: 'Times', example: 2 }),
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
      'How often a viewer, a household, a screen, ... may see it. Who cannot be told from others, or has not consented to it, does not see it at all, unless the cap says otherwise',
    example: [{ scope: 'day', most: 2 }],
  });

/** Notes what of a booking does not go with how it takes part. */
export function noteDeliveryIssues(booking: DeliveryRelated, context: z.core.$RefinementCtx): void {
  const { delivery, pricing, endDate } = booking;
  const note = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (delivery.method === 'even' && !endDate) note(['endDate'], fieldMessage('requiredForEvenGoal'));
  if (delivery.goal?.kind !== 'spend') return;
  const { amount, currency } = delivery.goal.total;
  if (!pricing || !eventModelCodes.includes(pricing.model)) {
    note(pricing ? ['pricing', 'model'] : ['pricing'], fieldMessage('spendGoalPrice', { models: eventModelsText }));
  } else if (pricing.rate.currency !== currency) {
    note(
      ['delivery', 'goal', 'total', 'currency'],
      fieldMessage('pricingCurrency', { currency: pricing.rate.currency }),
    );
  } else if (!paysForOne(amount, pricing.model, pricing.rate.amount)) {
    note(['delivery', 'goal', 'total', 'amount'], fieldMessage('spendGoalAmount'));
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

/** Whether a budget pays for at least one event. */
function paysForOne(amount: string, model: PriceModel, rate: string): boolean {
  const price = { model, rateMicros: microsFromDecimal(rate) ?? 0 };
  return (eventsForBudget(microsFromDecimal(amount) ?? 0, price)?.total ?? 0) > 0;
}
