import type { Booking, SharePreview } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { lastDayText } from '../../ui/time/zoned-time.ts';
import { type EditedBooking, useDraftForecast, useSharePreview } from '../model/use-draft-forecast.ts';
import { changesShares, strongLosses, type UnreachableGoal, unreachableGoal } from './forecast-warnings.ts';

/** An edited booking and its changes. */
export type DraftWarning = EditedBooking & {
  /** Fields that differ from a booking that already delivers. null: the booking does not deliver yet. */
  readonly changed: readonly string[] | null;
  readonly zone: string;
  /** State of the saved booking. */
  readonly health: Booking['health'];
  /** Whether the booking can still be submitted. */
  readonly canSubmit: boolean;
};

type Warnings = {
  readonly goal: UnreachableGoal | null;
  readonly losses: readonly SharePreview['total']['competitors'][number][];
};

/** Warnings about an edited booking: an unreachable goal, and bookings that would lose most of their share. */
export function useDraftWarnings({ values, bookingId, changed }: DraftWarning): Warnings {
  const edited = { values, bookingId };
  const forecast = useDraftForecast(edited);
  const shares = useSharePreview(edited);
  const hasLosses = shares.data !== undefined && (changed === null || changesShares(changed));
  return {
    // The requested total of a changed goal is that of the field, not of the previous forecast.
    goal: forecast.data === undefined || forecast.isPlaceholderData ? null : unreachableGoal(forecast.data),
    losses: hasLosses ? strongLosses(shares.data.total.competitors) : [],
  };
}

/** The title of the most important warning, and the field that solves it. null: no warning. */
export function firstWarning(
  { goal, losses }: Warnings,
  zone: string,
): { readonly text: string; readonly field: string | null } | null {
  if (losses.length > 0) return { text: t('booking.title.strongLoss', { count: losses.length }), field: null };
  return goal === null ? null : { text: goalTitle(goal, zone), field: goalRemedies(goal)[0].field };
}

/** `231 of 4,000 expected by 5 Dec 2026` if the targeting is the cause, otherwise that the goal is not reachable. */
export function goalTitle({ requested, expected, to, refusedByTargeting }: UnreachableGoal, zone: string): string {
  if (refusedByTargeting === null) return t('booking.title.goalNotReachable', { requested, expected });
  return t('booking.title.goalMissed', { requested, expected, day: lastDayText(to, zone) });
}

const changeGoal = { field: 'delivery.goal.total', label: 'booking.action.changeGoal' } as const;
const changeTargeting = { field: 'targeting', label: 'booking.action.changeTargeting' } as const;

/** The fields that solve an unreachable goal, the most effective first. */
export function goalRemedies({ refusedByTargeting }: UnreachableGoal) {
  return refusedByTargeting === null ? ([changeGoal] as const) : ([changeTargeting, changeGoal] as const);
}
