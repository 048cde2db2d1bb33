import type { BookingBody, BookingView } from '../../../contract/booking/booking.ts';
import { type CapBody, type GoalBody, plainCap } from '../../../contract/booking/delivery.ts';
import type { BookedLoop } from '../../../core/snapshot/snapshot-rows.ts';
import { capScopes, capSubjects } from '../../../core/vocabulary/cap-subjects.ts';
import { decimalFromMicros, microsFromDecimal } from '../../../core/vocabulary/money.ts';
import type { StoredDelivery } from '../../../platform/db/schema.ts';

/**
 * Returns the stored form of the delivery settings of a valid body. Defaults are omitted, so that equal settings are
 * stored equally.
 */
export function storedDelivery({
  method,
  percent,
  goal,
  budget,
  frontLoading,
}: BookingBody['delivery']): StoredDelivery {
  return {
    method,
    // At most two decimals. Rounding removes only floating-point noise.
    ...(percent ? { basisPoints: Math.round(percent * 100) } : {}),
    ...(goal ? { goal: storedGoal(goal) } : {}),
    ...(frontLoading > 0 ? { frontLoading } : {}),
    ...(budget ? { budget: { micros: microsFromDecimal(budget.amount) ?? 0, currency: budget.currency } } : {}),
  };
}

/** Returns the delivery settings of a stored booking in API form. */
export function presentDelivery({
  method,
  basisPoints,
  goal,
  budget,
  frontLoading,
}: StoredDelivery): BookingView['delivery'] {
  return {
    method,
    percent: basisPoints === undefined ? null : basisPoints / 100,
    goal: goal === undefined ? null : presentGoal(goal),
    budget: budget === undefined ? null : { amount: decimalFromMicros(budget.micros), currency: budget.currency },
    frontLoading: frontLoading ?? 0,
  };
}

/** Returns the stored form of the loop settings of a valid body. null: the default, a share of the unsold plays. */
export function storedLoop({ loop }: Pick<BookingBody, 'loop'>): BookedLoop | null {
  if (!loop) return null;
  const { playsPerLoop, percent, minGap, wholeStore } = loop;
  const stored = {
    ...(playsPerLoop ? { playsPerLoop } : {}),
    ...(percent ? { basisPoints: Math.round(percent * 100) } : {}),
    ...(minGap > 0 ? { minGap } : {}),
    ...(wholeStore ? { wholeStore } : {}),
  };
  return Object.keys(stored).length === 0 ? null : stored;
}

/** Returns the loop settings of a stored booking in API form. */
export function presentLoop(loop: BookedLoop | null): BookingView['loop'] {
  if (loop === null) return null;
  const { playsPerLoop = null, basisPoints, minGap = 0, wholeStore = false } = loop;
  return { playsPerLoop, percent: basisPoints === undefined ? null : basisPoints / 100, minGap, wholeStore };
}

/** Sorts caps by subject and scope, so that the order of the client does not matter. */
export function storedCaps(caps: BookingBody['caps']): BookingBody['caps'] {
  return caps.map(plainCap).toSorted((a, b) => columnOf(a) - columnOf(b));
}

/** The request scope counts no subject and sorts last. */
function columnOf({ scope, per = 'viewer' }: CapBody): number {
  if (scope === 'request') return capSubjects.length * capScopes.length;
  return capSubjects.indexOf(per) * capScopes.length + capScopes.indexOf(scope);
}

function storedGoal(goal: GoalBody): NonNullable<StoredDelivery['goal']> {
  if (goal.kind !== 'spend') return { kind: goal.kind, total: goal.total };
  const { amount, currency } = goal.total;
  return { kind: goal.kind, total: microsFromDecimal(amount) ?? 0, currency };
}

function presentGoal({ kind, total, currency }: NonNullable<StoredDelivery['goal']>): GoalBody {
  if (kind !== 'spend') return { kind, total };
  return { kind, total: { amount: decimalFromMicros(total), currency: currency ?? '' } };
}
