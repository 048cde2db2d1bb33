import type { SharePreview } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { changesShares, strongLosses, unreachableGoal } from './forecast-warnings.ts';
import { type EditedBooking, useDraftForecast, useSharePreview } from './use-draft-forecast.ts';

/** An edited booking and its changes. */
export type DraftWarning = EditedBooking & {
  /** Fields that differ from a booking that already delivers. null: the booking does not deliver yet. */
  readonly changed: readonly string[] | null;
};

type Warnings = {
  readonly goal: ReturnType<typeof unreachableGoal>;
  readonly losses: readonly SharePreview['total']['competitors'][number][];
};

/** Warnings about an edited booking: an unreachable goal, and bookings that would lose most of their share. */
export function useDraftWarnings({ changed, ...edited }: DraftWarning): Warnings {
  const forecast = useDraftForecast(edited);
  const shares = useSharePreview(edited);
  const hasLosses = shares.data !== undefined && (changed === null || changesShares(changed));
  return {
    // The requested total of a changed goal is that of the field, not of the previous forecast.
    goal: forecast.data === undefined || forecast.isPlaceholderData ? null : unreachableGoal(forecast.data),
    losses: hasLosses ? strongLosses(shares.data.total.competitors) : [],
  };
}

/** The title of the most important warning. null: no warning. */
export function firstWarningText({ goal, losses }: Warnings): string | null {
  if (losses.length > 0) return t('booking.title.strongLoss', { count: losses.length });
  return goal === null ? null : t('booking.title.goalNotReachable', goal);
}
